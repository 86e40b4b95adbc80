// Reads an address as somebody wrote it.
import { compactPostcode, correctedPostcodes, isPostcode } from '../postcodes/postcode.ts'
import { editDistance } from '../search/edit-distance.ts'
import { type Query, readQuery } from '../search/query.ts'
import type { Vocabulary } from '../search/vocabulary.ts'
import { wordsOf } from '../search/words.ts'

export interface Written extends Query {
  /** Words in order, without the postcode. */
  readonly words: readonly string[]
  /** Likeness of a written word to a word of an address, from 0 to 1; cached, because candidates share words. */
  readonly likeness: (written: string, word: string) => number
  readonly uses: (word: string) => number
}
interface WrittenParts {
  readonly query: string
  readonly postcode?: string | undefined
  readonly post_town?: string | undefined
}

const longestPart = 100
const mostWords = 40

/** Reads the query, adding the parts that were passed separately if the text lacks them. */
export async function readWritten(
  { query, postcode = '', post_town = '' }: WrittenParts,
  vocabulary: Vocabulary,
): Promise<Written> {
  const town = post_town.slice(0, longestPart)
  const known = new Set(wordsOf(query))
  const isWritten = wordsOf(town).every((word) => known.has(word))
  const text = `${isWritten ? query : `${query}, ${town}`} ${isPostcode(postcode) ? postcode : ''}`
  const read = await readQuery(correctEnd(text), vocabulary)
  const remembered = new Map<string, number>()
  return {
    ...read,
    words: wordsOf(withoutPostcodes(correctEnd(text))).slice(0, mostWords),
    uses: vocabulary.uses,
    likeness(written, word) {
      if (written === word) return 1
      const pair = `${written} ${word}`
      const value = remembered.get(pair) ?? likenessOf(written, word, read)
      remembered.set(pair, value)
      return value
    },
  }
}

/** Corrects a postcode at the end whose letters and digits were confused. */
function correctEnd(text: string): string {
  const found = /[\s,]([a-z\d]{2,4})\s?([a-z\d]{3})\s*$/i.exec(text)
  if (!found || isPostcode(found[0])) return text
  const [corrected] = /\d/.test(found[0]) ? correctedPostcodes(compactPostcode(found[0])) : []
  return corrected ? `${text.slice(0, found.index)} ${corrected}` : text
}

function withoutPostcodes(text: string): string {
  return text.replace(/\b[a-z]{1,2}\d[a-z\d]?\s*\d[a-z]{2}\b/gi, ' ')
}

/** Returns 1 for the same meaning, 0.8 for one mistake, 0.6 for two in a long word, otherwise 0. */
function likenessOf(written: string, word: string, { tokens }: Query): number {
  const token = tokens.find((one) => one.word === written)
  const isShort = written.length < word.length && token?.meanings.includes(word) === true && !isNear(written, word)
  if (isShort) return 1
  if (/\d/.test(written) || /\d/.test(word)) return 0
  const shorter = Math.min(written.length, word.length)
  if (shorter < 4 || Math.abs(written.length - word.length) > 2) return 0
  const mistakes = editDistance(written, word)
  if (mistakes <= 1) return 0.8
  return mistakes === 2 && shorter >= 7 ? 0.6 : 0
}

const isNear = (a: string, b: string) => a.length >= 4 && editDistance(a, b) <= 1
