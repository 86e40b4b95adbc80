// Pronounces a caller's string: from the dictionary if it has the words, else by rule.

import type { Lexicon } from '../lexicon/lexicon.ts'
import { pronounce } from './letter-to-sound.ts'

const mostVariants = 4
const mostParts = 8

/** Returns pronunciations of one or more words, the most common first; empty if nothing in the string is pronounced. */
export function speak(lexicon: Lexicon, text: string): Uint8Array[] {
  const ofText = dictionaryForms(lexicon, text)
  if (ofText.length > 0) return ofText
  let spoken: Uint8Array[] = [new Uint8Array(0)]
  for (const part of text.split(/[ -]+/).slice(0, mostParts)) {
    const known = dictionaryForms(lexicon, part)
    const forms = known.length > 0 ? known : [pronounce(part)]
    spoken = spoken
      .flatMap((before) => forms.map((form) => Uint8Array.from([...before, ...form])))
      .slice(0, mostVariants)
  }
  return spoken.filter((form) => form.length > 0)
}

function dictionaryForms(lexicon: Lexicon, text: string): Uint8Array[] {
  const word = lexicon.find(text)
  if (word < 0) return []
  const forms: Uint8Array[] = []
  const { from, to } = lexicon.spokenAs(word)
  for (let one = from; one < Math.min(to, from + mostVariants); one++) forms.push(lexicon.phonemesOf(one))
  return forms
}
