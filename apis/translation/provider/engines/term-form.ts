// Whether a wording can be a form of a term in any language: forms of a word share their beginning, diacritics aside.

/** Of the letters of a word, those that its forms have in common. */
const sharedPart = 0.6
/** Letters that an ending adds or takes away. */
const longestEnding = 4

/** True of the term itself; not of forms that share too little with it, such as "went" with "go". */
export function isFormOf(wording: string, term: string): boolean {
  const [words, bases] = [wording, term].map((text) => folded(text).split(/\s+/))
  return words?.length === bases?.length && words?.every((word, at) => isWordForm(word, bases?.[at] ?? '')) === true
}

function isWordForm(word: string, base: string): boolean {
  let shared = 0
  while (shared < base.length && word[shared] === base[shared]) shared += 1
  return shared >= Math.ceil(base.length * sharedPart) && Math.abs(word.length - base.length) <= longestEnding
}

const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
