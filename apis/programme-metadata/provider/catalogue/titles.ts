// Filing forms of titles, as used by librarians.

import { plainLetters } from '#provider'

/** Leading articles of English and Welsh (SOURCES 3.2). */
const article = /^(?:the|an|a|yr|y)\s+(?=\S)/i

/** Returns a title in plain lower-case letters, without leading punctuation and article. */
export function filingTitle(title: string): string {
  const bare = plainLetters(title).replace(/^[^\p{L}\p{N}]+/u, '')
  return bare.replace(article, '').replace(/^[^\p{L}\p{N}]+/u, '')
}
