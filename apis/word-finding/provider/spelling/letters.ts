// Compares spellings with patterns: the letters of a word as bits, which exclude most words at once, and the exact
// match. Works on UTF-8 bytes, independent of words.

const a = 97
const z = 122

const lengthShift = 27
const longestCounted = 31
const anyLetter = 2 ** lengthShift - 1

/**
 * Returns a bit for each letter of the text, bit 26 for anything else, and above them the length in bytes, capped at
 * 31.
 */
export function letterBits(text: string): number {
  return (bitsOf(text) | (Math.min(longestCounted, Buffer.byteLength(text)) << lengthShift)) >>> 0
}

function bitsOf(text: string): number {
  let bits = 0
  for (let at = 0; at < text.length; at++) bits |= 1 << (isLetter(text.charCodeAt(at)) ? text.charCodeAt(at) - a : 26)
  return bits
}

/** A byte that no string contains; it precedes the first and follows the last letter. */
const edge = '\0'

/**
 * Returns bits for the neighbouring letters of the text, the first and the last one; several neighbours share a bit.
 */
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

/** Number of length groups, by bytes; words too long for any comparison share one group. */
export const lengthClasses = 64
export const lengthClass = (bytes: number): number => Math.min(bytes, lengthClasses - 1)

/** True if words with these bits can be at most `limit` slips apart, judging by their letters. */
export function mayBeNear(a: number, b: number, limit: number): boolean {
  return hasAtMost(a & ~b & anyLetter, limit) && hasAtMost(b & ~a & anyLetter, limit)
}

/** True if at most `most` bits are set. */
function hasAtMost(bits: number, most: number): boolean {
  let left = bits
  for (let removed = 0; removed < most; removed++) left &= left - 1
  return left === 0
}

/** Bits that a word must have to match a pattern. */
interface PatternBits {
  readonly letters: number
  readonly pairs: number
  /** Bounds of `letterBits` shifted down by `lengthShift`. */
  readonly shortest: number
  readonly longest: number
}

/** Returns the bits that a pattern requires: words without them cannot match. */
export function patternBits(pattern: string): PatternBits {
  const literals = (edge + pattern + edge).split(/[*?]+/)
  const least = Buffer.byteLength(pattern.replaceAll('*', ''))
  return {
    letters: bitsOf(pattern.replace(/[^a-z]/g, '')),
    pairs: literals.reduce((bits, literal) => bits | neighbours(literal), 0),
    shortest: Math.min(longestCounted, least),
    longest: pattern.includes('*') ? longestCounted : Math.min(longestCounted, least),
  }
}

/** True if a word with these bits can match; excludes most words that do not. */
export function mayFit(letters: number, pairs: number, required: PatternBits): boolean {
  if (((~letters & required.letters) | (~pairs & required.pairs)) !== 0) return false
  const length = letters >>> lengthShift
  return length >= required.shortest && length <= required.longest
}

/** Byte of `*`. */
export const star = 42
const mark = 63

/** True if bytes `from` to `to` of the string match the pattern: `*` is any number of bytes, `?` exactly one. */
export function fitsPattern(text: Uint8Array, from: number, to: number, pattern: Uint8Array): boolean {
  const end = pattern[pattern.length - 1]
  if (end !== star && end !== mark && end !== text[to - 1]) return false
  let at = from
  let patternAt = 0
  let afterStar = -1
  let resume = 0
  while (at < to) {
    const code = pattern[patternAt]
    if (code === star) {
      afterStar = ++patternAt
      resume = at
    } else if (code !== undefined && (code === mark || code === text[at])) {
      patternAt++
      at++
    } else if (afterStar >= 0) {
      patternAt = afterStar
      at = ++resume
    } else return false
  }
  while (pattern[patternAt] === star) patternAt++
  return patternAt === pattern.length
}
