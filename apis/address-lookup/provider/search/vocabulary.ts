// The words of all addresses, in memory: the possible meanings of a typed word, and the rarity of each.

import type { ProviderKit } from '#define'
import { present } from '#define/present'
import { createPacer } from '#provider'
import { createSnapshot, readRevision } from '#provider/sql'
import type { Database, Db } from '../../tables.ts'
import { editDistance } from './edit-distance.ts'
import { createSimilarWords } from './trigrams.ts'

export interface Vocabulary {
  /** Returns the approximate number of addresses with the word or key; 0 for an unknown one. */
  uses(word: string): number
  /** Approximate number of addresses. */
  readonly size: number
  /** True if all addresses are stored with their pairs of words. */
  readonly hasPairs: boolean
  /** Returns the most frequent words with this prefix. */
  completions(prefix: string): readonly string[]
  /** Returns the words at an edit distance of one, most frequent first; for a long word without any, those at two. */
  corrections(word: string): Promise<readonly string[]>
}

const pageSize = 5000
const mostCompletions = 40
const mostCorrections = 8
/** The limit of words scanned, because one letter could match most of them. */
const mostScanned = 20_000
const shortestCorrected = 4
/** Minimum length of a word for two mistakes; shorter words would match too many others. */
const shortestTwice = 7
const mostRemembered = 10_000
const letters = 'abcdefghijklmnopqrstuvwxyz'

/** Creates the vocabulary as of the last import. */
export function createVocabulary(kit: Database & Pick<ProviderKit, 'now' | 'log'>) {
  const { db, now } = kit
  const similar = createSimilarWords(kit)
  return createSnapshot<Vocabulary>({
    now: () => now(),
    revision: () => readRevision(db, 'address_lookup_state'),
    load: async () => vocabularyOf(await readWords(db), similar, await readPairs(db)),
  })
}

function vocabularyOf(
  uses: ReadonlyMap<string, number>,
  similar: (word: string) => Promise<string[]>,
  hasPairs: boolean,
): Vocabulary {
  const isWord = (word: string) => word.charAt(1) !== '_'
  const sorted = [...uses.keys()].filter(isWord).sort((a, b) => (a < b ? -1 : 1))
  let size = 1
  for (const count of uses.values()) if (count > size) size = count
  const twice = new Map<string, readonly string[]>()
  const completed = new Map<string, readonly string[]>()
  const usesOf = (word: string) => uses.get(word) ?? 0
  const byUse = (a: string, b: string) => usesOf(b) - usesOf(a) || (a < b ? -1 : 1)
  function nearest(word: string): string[] {
    const near = new Set<string>()
    for (const edited of editsOf(word)) if (uses.has(edited)) near.add(edited)
    return [...near].sort(byUse).slice(0, mostCorrections)
  }
  async function nearestTwice(word: string): Promise<readonly string[]> {
    const known = twice.get(word)
    if (known) return known
    const near = (await similar(word)).filter((one) => editDistance(word, one) <= 2).slice(0, mostCorrections)
    if (twice.size >= mostRemembered) twice.clear()
    twice.set(word, near)
    return near
  }
  return {
    uses: usesOf,
    size,
    hasPairs,
    completions(prefix) {
      const known = completed.get(prefix)
      if (known) return known
      const found: string[] = []
      const from = firstAtLeast(sorted, prefix)
      for (let at = from; at < Math.min(sorted.length, from + mostScanned); at++) {
        const word = present(sorted[at])
        if (!word.startsWith(prefix)) break
        found.push(word)
      }
      const best = found.sort(byUse).slice(0, mostCompletions)
      if (completed.size >= mostRemembered) completed.clear()
      completed.set(prefix, best)
      return best
    },
    async corrections(word) {
      if (word.length < shortestCorrected || /\d/.test(word)) return []
      const near = nearest(word)
      return near.length > 0 || word.length < shortestTwice ? near : nearestTwice(word)
    },
  }
}

/** Yields every string that one deletion, transposition, replacement or insertion makes of a word. */
function* editsOf(word: string): Generator<string> {
  for (let at = 0; at <= word.length; at++) {
    const [head, tail] = [word.slice(0, at), word.slice(at)]
    if (tail !== '') yield head + tail.slice(1)
    if (tail.length > 1) yield head + tail.charAt(1) + tail.charAt(0) + tail.slice(2)
    for (const letter of letters) {
      if (tail !== '') yield head + letter + tail.slice(1)
      yield head + letter + tail
    }
  }
}

function firstAtLeast(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (present(sorted[middle]) < text) low = middle + 1
    else high = middle
  }
  return low
}

async function readPairs(db: Db): Promise<boolean> {
  const row = await db.selectFrom('address_lookup_state').select('pairs').where('id', '=', 1).executeTakeFirst()
  return Number(row?.pairs ?? 0) === 1
}

async function readWords(db: Db): Promise<Map<string, number>> {
  const uses = new Map<string, number>()
  const pause = createPacer()
  for (let last = ''; ; ) {
    const rows = await db
      .selectFrom('address_lookup_vocabulary')
      .selectAll()
      .where('word', '>', last)
      .orderBy('word')
      .limit(pageSize)
      .execute()
    for (const { word, uses: count } of rows) uses.set(word, Number(count))
    await pause()
    last = rows.at(-1)?.word ?? ''
    if (rows.length < pageSize) return uses
  }
}
