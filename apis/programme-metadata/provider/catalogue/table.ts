// Records of one kind ordered by id, with lookups by id and by words.
import { byKey } from '#provider'
import type { Synopses } from '../records.ts'
import { createWordIndex, type WordIndex } from './word-index.ts'

export interface Table<T> {
  readonly rows: readonly T[]
  /** Returns the row of an id, or -1. */
  indexOf(id: string): number
  get(id: string): T | undefined
  /** Returns the word index, built on first use. */
  words(): Promise<WordIndex>
}

/** Identification and searchable text of the records of a kind. */
interface TableOptions<T> {
  readonly idOf: (row: T) => string
  readonly textOf: (row: T) => { readonly title?: string | undefined; readonly synopsis?: string | undefined }
}

export function createTable<T>(records: readonly T[], { idOf, textOf }: TableOptions<T>): Table<T> {
  const rows = records.toSorted(byKey(idOf))
  const indices = new Map(rows.map((row, index) => [idOf(row), index]))
  const indexOf = (id: string) => indices.get(id) ?? -1
  let words: Promise<WordIndex> | undefined
  return {
    rows,
    indexOf,
    get: (id) => rows[indexOf(id)],
    words() {
      words ??= createWordIndex(rows.length, (index) => {
        const row = rows[index] as T // the index is below the number of rows
        const { title = '', synopsis = '' } = textOf(row)
        return { id: idOf(row), title, synopsis }
      })
      return words
    },
  }
}

/** Returns all lengths of a synopsis as one searchable text. */
export function synopsisText(synopses: Synopses | undefined): string {
  return Object.values(synopses ?? {}).join(' ')
}
