// Words, stems and sentences of a text, and a stable hash of it, which all built-in models use.
import { stemmer } from 'stemmer'

/** Longest text that any rule reads, in UTF-16 units; the rest is ignored. */
export const longestText = 200_000

/** Words in lower case, in Unicode compatibility form; `it's` is one word. */
export function wordsOf(text: string): string[] {
  const plain = text.slice(0, longestText).normalize('NFKC').toLowerCase().replaceAll('’', "'")
  return plain.match(/[\p{L}\p{M}\p{N}]+(?:'\p{L}+)*/gu) ?? []
}

/** Stems of English words; words in other scripts stay unchanged. */
export const stemsOf = (text: string): string[] => wordsOf(text).map(stemOf)

export function stemOf(word: string): string {
  const bare = word.replace(/'s$/, '')
  return bare.length > 40 || !/^[a-z]+$/.test(bare) ? bare : stemmer(bare)
}

/** Stems of the words that carry meaning. */
export function meaningfulStems(text: string): string[] {
  return wordsOf(text)
    .filter((word) => !stopWords.has(word))
    .map(stemOf)
}

/** Words that say little about the subject of a text. */
export const stopWords: ReadonlySet<string> = new Set(
  (
    'a about after again all also am an and any are as at be been before being both but by can could did do does doing ' +
    'down each few for from further get had has have having he her here hers him his how i if in into is it its just me ' +
    'more most my no nor not now of off on once only or other our out over own please same shall she should so some such ' +
    'than that the their them then there these they this those through to too under until up us very was we were what ' +
    "when where which while who whom why will with would you your i'm it's is't don't can't what's that's let's tell"
  ).split(' '),
)

/** FNV-1a over UTF-16 units, 32 bits, then mixed so that all bits depend on all of the text. */
export function hashOf(text: string, seed = 0): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 0
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) >>> 0
  return (hash ^ (hash >>> 16)) >>> 0
}
