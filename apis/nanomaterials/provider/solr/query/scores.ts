// Scores by BM25 with the constants of Lucene (SOURCES 5.5).
import { present } from '#define/present'
import type { Field, StringField } from '../documents/field.ts'

const k1 = 1.2
const b = 0.75

/** Scores hits of a string, a single term without a length: the same for every hit. */
export function termScores(field: Field | undefined, hits: number): number {
  if (!field || hits === 0) return 0
  return field.kind === 'number' ? 1 : rarity(hits, distinct(field.docs)) / (1 + k1)
}

/** Scores the documents of a word, which repeat for each occurrence. */
export function wordScores(field: StringField, docs: ArrayLike<number>, size: number): Float64Array {
  const { lengths, average, count } = lengthsOf(field, size)
  const scores = new Float64Array(size)
  const frequencies = new Map<number, number>()
  for (let at = 0; at < docs.length; at++) {
    const doc = present(docs[at])
    frequencies.set(doc, (frequencies.get(doc) ?? 0) + 1)
  }
  const weight = rarity(frequencies.size, count)
  for (const [doc, frequency] of frequencies)
    scores[doc] = (weight * frequency) / (frequency + k1 * (1 - b + (b * present(lengths[doc])) / average))
  return scores
}

function rarity(having: number, all: number): number {
  return Math.log(1 + (all - having + 0.5) / (having + 0.5))
}

interface Lengths {
  readonly lengths: Int32Array
  readonly average: number
  readonly count: number
}
const known = new WeakMap<StringField, Lengths>()

function lengthsOf(field: StringField, size: number): Lengths {
  const cached = known.get(field)
  if (cached) return cached
  const lengths = new Int32Array(size)
  for (const doc of field.docs) lengths[doc] = present(lengths[doc]) + 1
  const count = distinct(field.docs)
  const made = { lengths, average: field.docs.length / Math.max(1, count), count }
  known.set(field, made)
  return made
}

const counts = new WeakMap<Int32Array, number>()

/** Counts the distinct documents. */
function distinct(docs: Int32Array): number {
  const cached = counts.get(docs)
  if (cached !== undefined) return cached
  let count = 0
  let last = -1
  for (const doc of docs) {
    if (doc !== last) count++
    last = doc
  }
  counts.set(docs, count)
  return count
}
