// Comparing spellings: the letters a word has, patterns with wildcards, and how many slips apart two spellings are. Works on UTF-8
// bytes and knows no words.

const a = 97
const z = 122

/** A bit for each letter of the text, and bit 26 for anything else. */
export function letterBits(text: string): number {
  let bits = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    bits |= 1 << (code >= a && code <= z ? code - a : 26)
  }
  return bits >>> 0
}

/** Whether more than so many bits are set. */
export function hasMoreBits(bits: number, most: number): boolean {
  let left = bits
  for (let seen = 0; seen < most && left !== 0; seen++) left &= left - 1
  return left !== 0
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

/** Longest spelling that slips are counted in: a bit for each letter. */
export const longestSpelling = 32

/** Counts the slips between the spelling and bytes `from` to `to` of a text. */
export type SlipCounter = (text: Uint8Array, from: number, to: number) => number

/**
 * Makes a counter of slips against one spelling: a letter left out, added, or another, or two neighbours swapped (optimal string
 * alignment, bit-parallel after Hyyrö 2003). With `beginning` it counts against the beginning of the text that fits best.
 */
export function createSlipCounter(spelling: Uint8Array, beginning = false): SlipCounter {
  if (spelling.length === 0 || spelling.length > longestSpelling) throw new Error('slips are counted in 1 to 32 bytes')
  const places = new Int32Array(256)
  for (const [at, byte] of spelling.entries()) places[byte] = (places[byte] ?? 0) | (1 << at)
  const last = 1 << (spelling.length - 1)
  return (text, from, to) => {
    let [up, down, diagonal, before, slips] = [-1, 0, 0, 0, spelling.length]
    let least = slips
    for (let at = from; at < to; at++) {
      const here = places[text[at] ?? 0] ?? 0
      const swapped = ((~diagonal & here) << 1) & before
      diagonal = (((here & up) + up) ^ up) | here | down | swapped
      let right = down | ~(diagonal | up)
      let left = diagonal & up
      if (right & last) slips++
      else if (left & last) slips--
      right = (right << 1) | 1
      left <<= 1
      up = left | ~(diagonal | right)
      down = right & diagonal
      before = here
      if (slips < least) least = slips
    }
    return beginning ? least : slips
  }
}
