// Phrases: words that follow each other in a document, or with so many others between them.
import { docsOfTerm, ordOf, placeOf, type StringField } from '../documents/field.ts'

/** The documents with the phrase; `pause` is awaited between candidates. */
export async function phraseDocs(
  field: StringField,
  words: readonly string[],
  slop: number,
  pause: () => Promise<void> | undefined,
): Promise<number[]> {
  const ords = words.map((word) => ordOf(field, word))
  if (ords.length === 0 || ords.includes(-1)) return []
  const rarest = ords.toSorted((one, other) => docsOfTerm(field, one).length - docsOfTerm(field, other).length)[0] ?? 0
  const docs: number[] = []
  for (const doc of new Set(docsOfTerm(field, rarest))) {
    if (hasPhrase(wordsAt(field, doc), ords, slop)) docs.push(doc)
    const pausing = pause()
    if (pausing) await pausing
  }
  return docs
}

/** The words of a document in their order. */
function wordsAt({ docs, ords }: StringField, doc: number): Int32Array {
  const begin = placeOf(docs, doc)
  let end = begin
  while (docs[end] === doc) end++
  return ords.subarray(begin, end)
}

/** In order, with at most `slop` words in between; two words that are swapped count as two. */
function hasPhrase(words: Int32Array, ords: readonly number[], slop: number): boolean {
  for (let begin = 0; begin < words.length; begin++) {
    if (words[begin] !== ords[0]) continue
    let [at, gaps, matched] = [begin, 0, 1]
    for (; matched < ords.length; matched++) {
      const next = words.indexOf(ords[matched] ?? -1, at + 1)
      if (next < 0) break
      gaps += next - at - 1
      at = next
    }
    if (matched === ords.length && gaps <= slop) return true
  }
  return slop >= 2 && ords.length === 2 && hasPhrase(words, ords.toReversed(), slop - 2)
}
