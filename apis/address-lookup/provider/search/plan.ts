// Plans what to ask the index of words for: which conditions select enough, and what each costs. Shares are taken as
// independent.
import type { Database } from '../../tables.ts'
import type { Vocabulary } from './vocabulary.ts'
import { isCounted, isNumberWord, isPairedWord, pairWord } from './words.ts'

/** Words of which an address must have one. */
export interface Condition {
  readonly words: readonly string[]
  /** Any word that begins so will do, too. */
  readonly prefix?: string | undefined
  /** Whether the words are what a typed word may become. */
  readonly isUnfinished?: boolean
}
interface Sized {
  readonly condition: Condition
  /** Of all addresses, those that meet it. */
  readonly share: number
  /** Entries of the index that are read for it. */
  readonly entries: number
}
interface Plan {
  readonly asked: readonly Condition[]
  /** Whether these are all conditions. */
  readonly isWhole: boolean
  /** How many addresses to read. */
  readonly most: number
}
export interface Bounds {
  readonly limit: number
  /** So many of more matches will do; `limit` without it. */
  readonly enough?: number
}

/** What a key selects that the vocabulary does not count. */
const perPostcode = 20
/** More pairs cost more than they save. */
const mostPairs = 200
/** Looking up more of them costs more than a frequent pair. */
const fewWords = 8
/** Reading and comparing an address takes as long as so many entries of the index; GIN makes a bitmap of them first. */
const entriesPerAddress = { sqlite: 200, postgres: 30 } as const
/** Finding a word in the index, likewise. */
const entriesPerWord = 50
/** More addresses are not read to be compared. */
const mostRead = 300
/** Of a single unfinished word, no more entries are read. */
const mostEntries = { sqlite: 20_000, postgres: 3000 } as const
/** A name that is only likely must be so much rarer than a word that is certain. */
const inexactWeight = 3

export interface Paired {
  readonly conditions: readonly Condition[]
  /** Whether they mean the same; otherwise they find some of the matches only. */
  readonly isExact: boolean
}

/**
 * Numbers together with a rare word, as the index has them in pairs. What is typed after a number begins a name
 * sooner than a street type or a code: where some matches are enough, it is taken for a name.
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
  // each pair is looked up, so what has many words goes with the rarest number only
  const single = texts.find(({ words, isExact }) => words.length === 1 && isExact)
  const textFor = (at: number) => (at > 0 && text.words.length > fewWords && single ? single : text)
  const pairs = paired.map((number, at) => ({
    words: number.words.flatMap((one) => textFor(at).words.map((word) => pairWord(one, word))),
    isUnfinished: number.isUnfinished === true || textFor(at).condition.isUnfinished === true,
  }))
  const covered: readonly Condition[] = [...paired, ...paired.map((_, at) => textFor(at).condition)]
  return { conditions: [...pairs, ...conditions.filter((one) => !covered.includes(one))], isExact: text.isExact }
}

/** Which conditions to ask the database for, rarest first, so that reading and comparing the rest costs least. */
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

/** How many addresses should meet all conditions. */
export function expectedOf(conditions: readonly Condition[], vocabulary: Vocabulary): number {
  return conditions.reduce((count, one) => count * sizeOf(one, vocabulary).share, vocabulary.size)
}

/** What is typed first may become so much that some of it is enough. */
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
  // of a pair
  const second = word.indexOf('_', 2)
  if (second === -1) return perPostcode
  return (vocabulary.uses(word.slice(2, second)) * vocabulary.uses(word.slice(second + 1))) / vocabulary.size
}
