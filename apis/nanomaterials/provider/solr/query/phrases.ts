// Phrases: words in sequence in a document, with a limited number of others between them.
import { present } from '#define/present'
import { docsOfTerm, ordOf, placeOf, type StringField } from '../documents/field.ts'
import type { Course } from '../work.ts'

/** Returns the documents with the phrase; awaits `pause` between candidates. */
export async function phraseDocs(
  field: StringField,
  words: readonly string[],
  slop: number,
  { pause, work }: Course,
): Promise<number[]> {
  const ords = words.map((word) => ordOf(field, word))
  const [rarest] = ords.toSorted((one, other) => docsOfTerm(field, one).length - docsOfTerm(field, other).length)
  if (rarest === undefined || ords.includes(-1)) return []
  const docs: number[] = []
  for (const doc of new Set(docsOfTerm(field, rarest))) {
    const own = wordsAt(field, doc)
    work.spend(own.length * ords.length)
    if (hasPhrase(own, ords, slop)) docs.push(doc)
    await pause()
  }
  return docs
}

/** Returns the words of a document in order. */
function wordsAt({ docs, ords }: StringField, doc: number): Int32Array {
  const begin = placeOf(docs, doc)
  let end = begin
  while (docs[end] === doc) end++
  return ords.subarray(begin, end)
}

/** True if the words occur in order, with at most `slop` others in between; swapping two words counts as two. */
function hasPhrase(words: Int32Array, ords: readonly number[], slop: number): boolean {
  for (let begin = 0; begin < words.length; begin++) {
    if (words[begin] !== ords[0]) continue
    let [at, gaps, matched] = [begin, 0, 1]
    for (; matched < ords.length; matched++) {
      const next = words.indexOf(present(ords[matched]), at + 1)
      if (next < 0) break
      gaps += next - at - 1
      at = next
    }
    if (matched === ords.length && gaps <= slop) return true
  }
  return slop >= 2 && ords.length === 2 && hasPhrase(words, ords.toReversed(), slop - 2)
}
