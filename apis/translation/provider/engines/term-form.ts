// Recognises forms of a term in any language: forms of a word share their beginning, diacritics aside.
import { present } from '#define/present'

/** Part of a word's letters that its forms share. */
const sharedPart = 0.6
/** Limit of letters that an ending adds or removes. */
const longestEnding = 4

/** True for the term itself and its forms, unless they share too little with it, such as "went" with "go". */
export function isFormOf(wording: string, term: string): boolean {
  const [words, bases] = [folded(wording).split(/\s+/), folded(term).split(/\s+/)]
  return words.length === bases.length && words.every((word, at) => isWordForm(word, present(bases[at])))
}

function isWordForm(word: string, base: string): boolean {
  let shared = 0
  while (shared < base.length && word[shared] === base[shared]) shared += 1
  return shared >= Math.ceil(base.length * sharedPart) && Math.abs(word.length - base.length) <= longestEnding
}

const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
