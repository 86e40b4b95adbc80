// Vectors of texts by hashing: texts that share words, stems or groups of letters point in similar directions.
import { present } from '#define/present'
import { hashOf, stemOf, stopWords, wordsOf } from './words.ts'

/** Length of a full vector, and the maximum of `dimensions`. */
export const fullDimensions = 1536
/** Each feature is also hashed into this many leading dimensions, so that shortened vectors still distinguish texts. */
const headDimensions = 256
/** Weight of a stem that defines the only word of a text; that word itself has 1. */
const meaningWeight = 0.6

/**
 * Returns a vector of unit length. Shorter ones are the beginning of the full one, normalised again (SOURCES 3.4).
 * `meanings` are stems that the text implies.
 */
export function vectorOf(text: string, dimensions = fullDimensions, meanings: readonly string[] = []): number[] {
  const vector = new Float64Array(fullDimensions)
  for (const [feature, weight] of featuresOf(text, meanings)) {
    addFeature(vector, headDimensions, { feature, weight, seed: 1 })
    addFeature(vector, fullDimensions, { feature, weight, seed: 2 })
    addFeature(vector, fullDimensions, { feature, weight, seed: 3 })
  }
  const cut = vector.subarray(0, dimensions)
  // even a text without a feature in these dimensions gets its own direction
  if (cut.every((value) => value === 0)) {
    const own = hashOf(text)
    for (let at = 0; at < dimensions; at++) cut[at] = signOf(hashOf(`${own}#${at}`))
  }
  const length = Math.sqrt(cut.reduce((sum, value) => sum + value * value, 0))
  return Array.from(cut, (value) => value / length)
}

/** Cosine of two vectors of unit length. */
export const similarity = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, at) => sum + value * present(b[at]), 0)

interface Feature {
  readonly feature: string
  readonly weight: number
  readonly seed: number
}
function addFeature(vector: Float64Array, size: number, { feature, weight, seed }: Feature): void {
  const hash = hashOf(feature, seed)
  const at = hash % size
  vector[at] = present(vector[at]) + weight * signOf(hashOf(feature, seed + 16))
}
const signOf = (hash: number): number => (hash & 1 ? 1 : -1)

/** Returns weighted features: words count most; stems match inflections, letter groups misspellings, pairs order. */
function featuresOf(text: string, meanings: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  const add = (feature: string, weight: number) => void counts.set(feature, (counts.get(feature) ?? 0) + weight)
  const words = wordsOf(text)
  let before = ''
  for (const word of words) {
    const share = stopWords.has(word) ? 0.15 : 1
    const stem = stemOf(word)
    add(`w ${word}`, 0.5 * share)
    add(`s ${stem}`, share)
    if (before !== '') add(`p ${before} ${stem}`, 0.3 * share)
    if (share === 1) for (const group of groupsOf(stem)) add(`g ${group}`, 0.6 / Math.max(stem.length, 3))
    before = stem
  }
  // the longer a text, the less has to be guessed from what its words mean
  for (const stem of meanings) add(`s ${stem}`, meaningWeight / Math.sqrt(words.length))
  // some texts consist of symbols alone, such as mathematics or emoji
  if (words.length === 0)
    for (const character of text.normalize('NFKC').slice(0, 2000)) if (character.trim() !== '') add(`c ${character}`, 1)
  return new Map([...counts].map(([feature, weight]) => [feature, Math.log1p(weight)]))
}

function groupsOf(stem: string): string[] {
  const signs = [...`^${stem.slice(0, 64)}$`]
  return signs.slice(0, -2).map((_, at) => signs.slice(at, at + 3).join(''))
}
