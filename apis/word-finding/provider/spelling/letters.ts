// Comparing spellings with patterns: what letters a word has, as bits, which passes most words over at once, and whether it fits. Works
// on UTF-8 bytes and knows no words.

const a = 97
const z = 122

const lengthShift = 27
const longestTold = 31
const anyLetter = 2 ** lengthShift - 1

/** A bit for each letter of the text, bit 26 for anything else, and the length in bytes above, 31 for all longer ones. */
export function letterBits(text: string): number {
  return (bitsOf(text) | (Math.min(longestTold, Buffer.byteLength(text)) << lengthShift)) >>> 0
}

function bitsOf(text: string): number {
  let bits = 0
  for (let at = 0; at < text.length; at++) bits |= 1 << (isLetter(text.charCodeAt(at)) ? text.charCodeAt(at) - a : 26)
  return bits
}

/** A byte that no text has; stands before the first and behind the last letter. */
const edge = '\0'

/** Bits for the neighbouring letters of the text, the first and the last one; several neighbours share a bit. */
export function pairBits(text: string): number {
  return neighbours(edge + text + edge)
}

function neighbours(text: string): number {
  let bits = 0
  for (let at = 1; at < text.length; at++) {
    const [first, second] = [text.charCodeAt(at - 1), text.charCodeAt(at)]
    bits |= 1 << ((first * 7 + second * 13) & 31)
  }
  return bits >>> 0
}

function isLetter(code: number): boolean {
  return code >= a && code <= z
}

/** Words are kept by length in bytes; all that are too long for anything to be compared with them are kept together. */
export const lengthClasses = 64
export const lengthClass = (bytes: number): number => Math.min(bytes, lengthClasses - 1)

/** Whether words of these bits can be no more than so many slips apart, as far as their letters go. */
export function mayBeNear(wanted: number, found: number, limit: number): boolean {
  return hasAtMost(wanted & ~found & anyLetter, limit) && hasAtMost(found & ~wanted & anyLetter, limit)
}

/** Whether no more than so many bits are set. */
function hasAtMost(bits: number, most: number): boolean {
  let left = bits
  for (let removed = 0; removed < most; removed++) left &= left - 1
  return left === 0
}

/** What the bits of a word must have to fit a pattern. */
export interface PatternBits {
  readonly letters: number
  readonly pairs: number
  /** Bounds of `letterBits` shifted down by `lengthShift`. */
  readonly shortest: number
  readonly longest: number
}

/** The bits that a pattern asks for: nothing that fits it is without them. */
export function patternBits(pattern: string): PatternBits {
  const literals = (edge + pattern + edge).split(/[*?]+/)
  const least = Buffer.byteLength(pattern.replaceAll('*', ''))
  return {
    letters: bitsOf(pattern.replace(/[^a-z]/g, '')),
    pairs: literals.reduce((bits, literal) => bits | neighbours(literal), 0),
    shortest: Math.min(longestTold, least),
    longest: pattern.includes('*') ? longestTold : Math.min(longestTold, least),
  }
}

/** Whether a word of these bits may fit; most that do not are told here. */
export function mayFit(letters: number, pairs: number, wanted: PatternBits): boolean {
  if (((~letters & wanted.letters) | (~pairs & wanted.pairs)) !== 0) return false
  const length = letters >>> lengthShift
  return length >= wanted.shortest && length <= wanted.longest
}

/** `*` and `?`. */
export const star = 42
const mark = 63

/** Whether bytes `from` to `to` of the text are of the pattern: `*` any number of bytes, `?` exactly one. */
export function fitsPattern(text: Uint8Array, from: number, to: number, pattern: Uint8Array): boolean {
  const end = pattern[pattern.length - 1]
  if (end !== star && end !== mark && end !== text[to - 1]) return false
  let at = from
  let wanted = 0
  let afterStar = -1
  let resume = 0
  while (at < to) {
    const code = pattern[wanted]
    if (code === star) {
      afterStar = ++wanted
      resume = at
    } else if (code !== undefined && (code === mark || code === text[at])) {
      wanted++
      at++
    } else if (afterStar >= 0) {
      wanted = afterStar
      at = ++resume
    } else return false
  }
  while (pattern[wanted] === star) wanted++
  return wanted === pattern.length
}
