// Keys by which a segment is found: the beginnings and ends of its words, which survive most edits, and its whole text.
import { createHash } from 'node:crypto'

const maxWords = 8
const affix = 4

/** Keys of the longest words, which are the most specific. */
export function wordKeys(text: string): string[] {
  const words = [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])]
  const longest = words.sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).slice(0, maxWords)
  return [
    ...new Set(
      longest.flatMap((word) => [`^${[...word].slice(0, affix).join('')}`, `$${[...word].slice(-affix).join('')}`]),
    ),
  ]
}

/** The key of a whole text, regardless of case. */
export function exactKey(text: string): string {
  return `=${createHash('sha256').update(text.toLowerCase()).digest('base64url').slice(0, 22)}`
}
