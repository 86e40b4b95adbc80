// Finds rows by the words of their titles and synopses. Built row by row, kept in memory.
import { present } from '#define/present'
import { createPacer } from '#provider'
import { type KeywordField, type Keywords, wordsOf } from '../query/keywords.ts'

interface SearchedRow {
  /** Id that `pid:` matches. */
  readonly id: string
  readonly title: string
  readonly synopsis: string
}
export interface WordIndex {
  /** Returns 1 for each row that matches. */
  match(keywords: Keywords): Uint8Array
  /** Counts the words in a row for the order by relevance; those of the title count ten times. */
  score(row: number, words: readonly string[]): number
}

type Field = Exclude<KeywordField, 'pid'>

/** Indexes `count` rows. Yields to the event loop every 5 ms. */
export async function createWordIndex(count: number, rowOf: (row: number) => SearchedRow): Promise<WordIndex> {
  const texts: Record<Field, string[]> = { title: [], synopsis: [] }
  const rows: Record<Field, Map<string, number[]>> = { title: new Map(), synopsis: new Map() }
  const ids = new Map<string, number>()
  const pause = createPacer()
  for (let row = 0; row < count; row++) {
    const searched = rowOf(row)
    ids.set(searched.id.toLowerCase(), row)
    for (const field of ['title', 'synopsis'] as const) {
      const words = wordsOf(searched[field])
      texts[field].push(` ${words.join(' ')} `)
      for (const word of new Set(words)) {
        const known = rows[field].get(word)
        if (known) known.push(row)
        else rows[field].set(word, [row])
      }
    }
    await pause()
  }

  function matchWords(field: Field, words: readonly string[]): Uint8Array {
    const result = new Uint8Array(count)
    const lists = words.map((word) => rows[field].get(word) ?? [])
    const rarest = lists.reduce((least, list) => (list.length < least.length ? list : least), lists.at(0) ?? [])
    const phrase = ` ${words.join(' ')} `
    for (const row of rarest) if (words.length === 1 || texts[field][row]?.includes(phrase)) result[row] = 1
    return result
  }
  function matchId(id: string | undefined): Uint8Array {
    const result = new Uint8Array(count)
    const row = id === undefined ? undefined : ids.get(id)
    if (row !== undefined) result[row] = 1
    return result
  }
  function match(keywords: Keywords): Uint8Array {
    switch (keywords.kind) {
      case 'words': {
        const { field, words } = keywords
        if (field === 'pid') return matchId(words.at(0))
        if (field !== undefined) return matchWords(field, words)
        return combine([matchWords('title', words), matchWords('synopsis', words)], 'or')
      }
      case 'not':
        return match(keywords.part).map((matched) => 1 - matched)
      default:
        return combine(keywords.parts.map(match), keywords.kind)
    }
  }
  function combine(masks: readonly Uint8Array[], kind: 'and' | 'or'): Uint8Array {
    const [first, ...others] = masks
    const result = first ?? new Uint8Array(count)
    for (const mask of others)
      for (let row = 0; row < count; row++)
        result[row] =
          kind === 'and' ? present(result[row]) & present(mask[row]) : present(result[row]) | present(mask[row])
    return result
  }

  return {
    match,
    score: (row, words) =>
      words.reduce((sum, word) => {
        const occurs = (field: Field) => (texts[field][row]?.includes(` ${word} `) ? 1 : 0)
        return sum + 10 * occurs('title') + occurs('synopsis')
      }, 0),
  }
}
