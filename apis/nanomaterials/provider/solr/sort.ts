// The order of documents: by fields and by score, ties by their position in the index. Documents without a value come
// last, in either direction.
import { present } from '#define/present'
import { SolrProblem } from '../errors.ts'
import { type Field, ordOf, placeOf, sortValue } from './documents/field.ts'
import { fieldKind } from './documents/field-kinds.ts'
import type { SolrIndex } from './documents/solr-index.ts'
import { fieldOf, type Hits, kindOf } from './query/evaluate.ts'
import type { Course } from './work.ts'

export interface SortKey {
  readonly isScore: boolean
  readonly name: string
  readonly field: Field | undefined
  readonly isDescending: boolean
}

const mostKeys = 10

export function readSort(text: string | undefined, index: SolrIndex): SortKey[] {
  if (text === undefined || text.trim() === '') return [scoreKey]
  const parts = text.split(',')
  if (parts.length > mostKeys) throw new SolrProblem(`at most ${mostKeys} fields can be sorted by`)
  return parts.map((part) => {
    const [, name = '', direction = ''] = /^\s*(\S+)\s+(asc|desc)\s*$/i.exec(part) ?? []
    if (name === '')
      throw new SolrProblem(`Can't determine a Sort Order (asc or desc) in sort spec '${part.slice(0, 100)}'`)
    const isDescending = direction.toLowerCase() === 'desc'
    if (name === 'score') return { ...scoreKey, isDescending }
    if (name === '_docid_') return { isScore: false, name, field: undefined, isDescending: false }
    const [, first] = /^field\(\s*([\w.]+)\s*(?:,\s*min\s*)?\)$/.exec(name) ?? []
    const kind = fieldKind(first ?? name)
    if (kind === 'strings' || kind === 'text') throw new SolrProblem(`can not sort on multivalued field: ${name}`)
    kindOf(first ?? name)
    return { isScore: false, name: first ?? name, field: fieldOf(first ?? name, { index }), isDescending }
  })
}

const scoreKey: SortKey = { isScore: true, name: 'score', field: undefined, isDescending: true }

/** Documents with their sort values: a number for each key. */
interface Ranked {
  readonly doc: number
  readonly ranks: readonly number[]
}

/** Cost of ranking a document besides its keys, in visits. */
const ranking = 10

/** Returns the first `count` documents of the order; awaits `pause` between documents. */
export async function firstDocs(
  hits: Hits,
  keys: readonly SortKey[],
  count: number,
  { pause, work, after }: Course & { readonly after?: Ranked | undefined },
): Promise<number[]> {
  if (count <= 0) return []
  // greatest first, so that the worst of the best can be replaced
  const heap: Ranked[] = []
  for (const doc of hits.bits) {
    work.spend(ranking + keys.length * ranking)
    const one = { doc, ranks: ranksOf(doc, keys, hits) }
    await pause()
    if (after && compare(one, after) <= 0) continue
    if (heap.length < count) {
      heap.push(one)
      siftUp(heap)
    } else if (heap[0] && compare(one, heap[0]) < 0) {
      heap[0] = one
      siftDown(heap)
    }
  }
  return heap.sort(compare).map(({ doc }) => doc)
}

function ranksOf(doc: number, keys: readonly SortKey[], { scores }: Hits): number[] {
  return keys.map(({ isScore, field, isDescending }) => {
    if (isScore) {
      const score = typeof scores === 'number' ? scores : present(scores[doc])
      return isDescending ? -score : score
    }
    const value = field && sortValue(field, doc)
    if (value === undefined) return Number.POSITIVE_INFINITY
    return isDescending ? -value : value
  })
}

function compare(one: Ranked, other: Ranked): number {
  for (let at = 0; at < one.ranks.length; at++) {
    const [a, b] = [present(one.ranks[at]), present(other.ranks[at])]
    if (a !== b) return a < b ? -1 : 1
  }
  return one.doc - other.doc
}

function siftUp(heap: Ranked[]): void {
  for (let at = heap.length - 1; at > 0; ) {
    const above = (at - 1) >> 1
    const [one, parent] = [heap[at], heap[above]]
    if (!one || !parent || compare(one, parent) <= 0) return
    heap[at] = parent
    heap[above] = one
    at = above
  }
}

function siftDown(heap: Ranked[]): void {
  for (let at = 0; ; ) {
    let greatest = at
    for (const below of [2 * at + 1, 2 * at + 2]) {
      const [one, other] = [heap[below], heap[greatest]]
      if (one && other && compare(one, other) > 0) greatest = below
    }
    const [one, other] = [heap[at], heap[greatest]]
    if (greatest === at || !one || !other) return
    heap[at] = other
    heap[greatest] = one
    at = greatest
  }
}

/** Returns the end of a page, as the caller sends it back for the next one. */
export function cursorAfter(
  doc: number,
  keys: readonly SortKey[],
  { hits, index }: { hits: Hits; index: SolrIndex },
): string {
  const values = ranksOf(doc, keys, hits).map((rank, at) => {
    const { field, isDescending } = keys[at] ?? scoreKey
    if (rank === Number.POSITIVE_INFINITY) return null
    // strings as text, because their positions change with the index
    return field && field.kind !== 'number' ? (field.terms[isDescending ? -rank : rank] ?? null) : rank
  })
  return Buffer.from(JSON.stringify([values, index.docs[doc]?.id])).toString('base64url')
}

/**
 * Reads the position of a cursor. Throws if it was made for another order, if the order lacks the unique id or is that
 * of the index, or if documents are to be skipped.
 */
export function readCursor(
  mark: string,
  keys: readonly SortKey[],
  { start, index }: { start: number; index: SolrIndex },
): Ranked | undefined {
  if (!keys.some(({ name }) => name === 'id'))
    throw new SolrProblem('Cursor functionality requires a sort containing a uniqueKey field tie breaker')
  if (start !== 0) throw new SolrProblem('Cursor functionality requires start=0')
  if (keys.some(({ name }) => name === '_docid_'))
    throw new SolrProblem('Cursor functionality can not be used with internal doc ordering sort: _docid_')
  if (mark === '*') return undefined
  const [values, id] = decodedCursor(mark)
  if (values.length !== keys.length) throw unreadable(mark)
  const ids = index.fields.get('id')
  const ord = ids && ids.kind !== 'number' ? ordOf(ids, String(id)) : -1
  const ranks = keys.map(({ field, isDescending }, at) => {
    const value = values[at]
    if (value === null || value === undefined) return Number.POSITIVE_INFINITY
    if (!field || field.kind === 'number') return Number(value)
    const place = placeOf(field.terms, String(value))
    return isDescending ? -place : place
  })
  const doc = ord < 0 || !ids || ids.kind === 'number' ? -1 : present(ids.postings[present(ids.starts[ord])])
  return { doc, ranks }
}

function decodedCursor(mark: string): readonly [readonly unknown[], unknown] {
  try {
    const value: unknown = JSON.parse(Buffer.from(mark, 'base64url').toString('utf8'))
    if (Array.isArray(value) && Array.isArray(value[0])) return [value[0], value[1]]
  } catch {
    // reported below
  }
  throw unreadable(mark)
}

function unreadable(mark: string): SolrProblem {
  return new SolrProblem(`Unable to parse 'cursorMark' after totem: '${mark.slice(0, 100)}'`)
}
