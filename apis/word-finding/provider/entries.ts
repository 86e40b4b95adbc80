// The dictionary entry of a word: its parts of speech, and the base form that gives an inflected word its meaning.
// Computed for all words when the lexicon is built, and on request for strings that are not words.
import { present } from '#define/present'
import { basesOf, isPlainInflection } from './lemmas.ts'
import type { Lexicon, PartTag } from './lexicon/lexicon.ts'

/** A base form, and the parts of speech in which the text can be a form of it. */
interface Base {
  readonly word: number
  readonly allowed: ReadonlySet<PartTag>
}
interface Entry {
  /** Parts of speech, most used first. */
  readonly parts: readonly PartTag[]
  /** Base form of a string that has no senses itself. */
  readonly base: Base | undefined
}

/** Looks up a string; `word` is -1 if the string is not a word. */
export function lookUp(lexicon: Lexicon, word: number, text: string): Entry {
  if (word < 0 || sensesOf(lexicon, word).length === 0) {
    const base = baseOf(lexicon, text)
    return { base, parts: base ? partsOf(lexicon, base.word, base.allowed) : [] }
  }
  const parts = partsOf(lexicon, word)
  // `made` is both an adjective and a form of a verb
  const base = isPlainInflection(text) ? baseOf(lexicon, text) : undefined
  const further = base ? partsOf(lexicon, base.word, base.allowed) : []
  return { base: undefined, parts: [...new Set([...parts, ...further])] }
}

const letterParts: Readonly<Record<string, PartTag>> = { n: 'n', v: 'v', a: 'adj', r: 'adv' }
const allParts: readonly PartTag[] = Object.values(letterParts)

/** Returns the most likely base form of the string that has senses the inflection permits. */
function baseOf(lexicon: Lexicon, text: string): Base | undefined {
  for (const { base, parts } of basesOf(text)) {
    const word = lexicon.find(base)
    if (word < 0) continue
    const allowed = new Set([...parts].flatMap((letter) => letterParts[letter] ?? []))
    if (sensesOf(lexicon, word, allowed).length > 0) return { word, allowed }
  }
  return undefined
}

/** Indexes of the senses of a word with these parts of speech. */
function sensesOf(lexicon: Lexicon, word: number, allowed: ReadonlySet<PartTag> = new Set(allParts)): number[] {
  const { from, to } = lexicon.sensesOf(word)
  const all = Array.from({ length: to - from }, (_, at) => from + at)
  return all.filter((at) => allowed.has(lexicon.partOf(present(lexicon.tables.senseSynset[at]))))
}

/** Parts of speech of the senses, the most used first. */
function partsOf(lexicon: Lexicon, word: number, allowed?: ReadonlySet<PartTag>): PartTag[] {
  const used = new Map<PartTag, number>()
  for (const at of sensesOf(lexicon, word, allowed)) {
    const part = lexicon.partOf(present(lexicon.tables.senseSynset[at]))
    used.set(part, (used.get(part) ?? 0) + present(lexicon.tables.senseCount[at]))
  }
  return [...used].sort(([, a], [, b]) => b - a).map(([part]) => part)
}

/** All orders of some of the parts of speech, the empty one first; `wordParts` holds indexes into this list. */
export const partOrders: readonly (readonly PartTag[])[] = ordersOf([])

function ordersOf(before: readonly PartTag[]): PartTag[][] {
  return [
    [...before],
    ...allParts.filter((part) => !before.includes(part)).flatMap((part) => ordersOf([...before, part])),
  ]
}
export function numberOfOrder(parts: readonly PartTag[]): number {
  return partOrders.findIndex((order) => order.join() === parts.join())
}

/**
 * Number of bits for the word in `wordBase`; above them is a bit for each allowed part of speech, at least one of them
 * set.
 */
const wordBits = 20

export function packBase(base: Base | undefined): number {
  if (!base) return 0
  let bits = 0
  for (const [at, part] of allParts.entries()) if (base.allowed.has(part)) bits |= 1 << at
  return base.word | (bits << wordBits)
}

const allowances = Array.from(
  { length: 1 << allParts.length },
  (_, bits) => new Set(allParts.filter((_part, at) => (bits >> at) & 1)),
)

/** Unpacks a base form; undefined for 0. */
export function unpackBase(packed: number): Base | undefined {
  const allowed = allowances[packed >>> wordBits]
  return packed === 0 || !allowed ? undefined : { word: packed & (2 ** wordBits - 1), allowed }
}
