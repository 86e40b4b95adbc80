// Plans the query of the word index: which conditions are selective enough, and the cost of each. Shares are assumed to
// be independent.
import type { Database } from '../../tables.ts'
import type { Vocabulary } from './vocabulary.ts'
import { isCounted, isNumberWord, isPairedWord, pairWord } from './words.ts'

/** Alternative words, of which an address must have one. */
export interface Condition {
  readonly words: readonly string[]
  /** Prefix; any word that begins with it matches as well. */
  readonly prefix?: string | undefined
  /** True if the words are completions of a typed word. */
  readonly isUnfinished?: boolean
}
interface Sized {
  readonly condition: Condition
  /** Share of all addresses that meet the condition. */
  readonly share: number
  /** Number of index entries read for it. */
  readonly entries: number
}
interface Plan {
  readonly asked: readonly Condition[]
  /** True if these are all conditions. */
  readonly isWhole: boolean
  /** The limit of addresses read. */
  readonly most: number
}
export interface Bounds {
  readonly limit: number
  /** Number of matches that suffices if there are more; defaults to `limit`. */
  readonly enough?: number
}

/** Number of addresses assumed for a key that the vocabulary does not count. */
const perPostcode = 20
/** The limit of pairs; more cost more than they save. */
const mostPairs = 200
/** The limit of words looked up; more cost more than a frequent pair. */
const fewWords = 8
/** Cost of reading and comparing an address, in index entries; GIN builds a bitmap of them first. */
const entriesPerAddress = { sqlite: 200, postgres: 30 } as const
/** Cost of finding a word in the index, in index entries. */
const entriesPerWord = 50
/** The limit of addresses read for comparison. */
const mostRead = 300
/** The limit of index entries read for a single unfinished word. */
const mostEntries = { sqlite: 20_000, postgres: 3000 } as const
/** Factor by which a likely name must be rarer than a certain word. */
const inexactWeight = 3

interface Paired {
  readonly conditions: readonly Condition[]
  /** True if the condition has the same meaning; otherwise it finds only some of the matches. */
  readonly isExact: boolean
}

/**
 * Combines numbers with a rare word, as the index stores them in pairs. Input after a number more often begins a name
 * than a street type or a code, so it is read as a name if some matches are enough.
 */
export function withPairs(conditions: readonly Condition[], vocabulary: Vocabulary, isSomeEnough = false): Paired {
  const unpaired = { conditions, isExact: true }
  if (!vocabulary.hasPairs) return unpaired
  const numbers = conditions.filter(({ words }) => words.length > 0 && words.every(isNumberWord))
  const texts = conditions.flatMap((condition) => {
    const words = condition.words.filter(isPairedWord)
    const isExact = words.length === condition.words.length
    const isUsable = words.length > 0 && (isExact || (isSomeEnough && condition.isUnfinished === true))
    const share = sizeOf({ words }, vocabulary).share * (isExact ? 1 : inexactWeight)
    return isUsable ? [{ condition, words, share, isExact }] : []
  })
  const [text] = texts.sort((a, b) => a.share - b.share)
  const paired = numbers
    .filter(({ words }) => words.length * (text?.words.length ?? 0) <= mostPairs)
    .sort((a, b) => sizeOf(a, vocabulary).share - sizeOf(b, vocabulary).share)
  if (!text || paired.length === 0) return unpaired
  // each pair is a lookup, so a condition with many words is paired with the rarest number only
  const single = texts.find(({ words, isExact }) => words.length === 1 && isExact)
  const textFor = (at: number) => (at > 0 && text.words.length > fewWords && single ? single : text)
  const pairs = paired.map((number, at) => ({
    words: number.words.flatMap((one) => textFor(at).words.map((word) => pairWord(one, word))),
    isUnfinished: number.isUnfinished === true || textFor(at).condition.isUnfinished === true,
  }))
  const covered: readonly Condition[] = [...paired, ...paired.map((_, at) => textFor(at).condition)]
  return { conditions: [...pairs, ...conditions.filter((one) => !covered.includes(one))], isExact: text.isExact }
}

/** Selects the conditions to query for, rarest first, so that reading and comparing the rest costs least. */
export function planOf(
  conditions: readonly Condition[],
  { limit, enough = limit, dialect }: Bounds & Pick<Database, 'dialect'>,
  vocabulary: Vocabulary,
): Plan {
  const sized = conditions.map((condition) => sizeOf(condition, vocabulary)).sort((a, b) => a.share - b.share)
  const asked: Condition[] = []
  let expected = vocabulary.size
  let left = sized.reduce((product, { share }) => product * share, 1)
  for (const { condition, share, entries } of sized) {
    const isSampled = enough < limit && Math.min(expected, mostRead) * left >= 2 * enough
    const isRead = expected <= mostRead
    const saved = expected * (1 - share) * entriesPerAddress[dialect]
    if (asked.length > 0 && (isSampled || (isRead && saved < entries) || share > 0.9)) break
    asked.push(condition)
    expected *= share
    left = share === 0 ? 0 : left / share
  }
  const [only] = asked
  const isWhole = asked.length === conditions.length
  const wanted = expected <= mostRead ? Math.min(100 + 1.5 * expected, (1.25 * limit) / left) : (3 * enough) / left
  const most = isWhole ? limit : Math.max(limit, Math.min(2 * mostRead, Math.ceil(wanted)))
  if (asked.length === 1 && only?.isUnfinished && enough < limit) {
    const fewer = fewerWords(only, mostEntries[dialect], vocabulary)
    return { asked: [fewer], isWhole: isWhole && fewer === only, most }
  }
  return { asked, isWhole, most }
}

/** Estimates the number of addresses that meet all conditions. */
export function expectedOf(conditions: readonly Condition[], vocabulary: Vocabulary): number {
  return conditions.reduce((count, one) => count * sizeOf(one, vocabulary).share, vocabulary.size)
}

/** Keeps the completions of a short prefix whose entries fit into `most`. */
function fewerWords(condition: Condition, most: number, vocabulary: Vocabulary): Condition {
  let entries = 0
  const words = condition.words.filter((word) => {
    const uses = usesOf(word, vocabulary)
    if (entries + uses > most) return false
    entries += uses
    return true
  })
  if (words.length === condition.words.length) return condition
  return { ...condition, words: words.length > 0 ? words : condition.words.slice(-1) }
}

function sizeOf(condition: Condition, vocabulary: Vocabulary): Sized {
  let entries = 0
  for (const word of condition.words) entries += usesOf(word, vocabulary)
  return {
    condition,
    share: Math.min(1, entries / vocabulary.size),
    entries: entries + entriesPerWord * condition.words.length,
  }
}

function usesOf(word: string, vocabulary: Vocabulary): number {
  if (isCounted(word)) return vocabulary.uses(word)
  // the second word of a pair
  const second = word.indexOf('_', 2)
  if (second === -1) return perPostcode
  return (vocabulary.uses(word.slice(2, second)) * vocabulary.uses(word.slice(second + 1))) / vocabulary.size
}
