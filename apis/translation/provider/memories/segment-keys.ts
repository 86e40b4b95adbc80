// What a segment is found by: the beginnings and ends of its words, which survive most edits, and its whole text.
import { createHash } from 'node:crypto'

const maxWords = 8
const affix = 4

/** Of the longest words, which say most. */
export function wordKeys(text: string): string[] {
  const words = [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])]
  const longest = words.sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).slice(0, maxWords)
  return [
    ...new Set(
      longest.flatMap((word) => [`^${[...word].slice(0, affix).join('')}`, `$${[...word].slice(-affix).join('')}`]),
    ),
  ]
}

/** Texts that differ only in case have the same. */
export function exactKey(text: string): string {
  return `=${createHash('sha256').update(text.toLowerCase()).digest('base64url').slice(0, 22)}`
}
