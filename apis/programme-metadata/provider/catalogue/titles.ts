// Filing forms of titles, as used by librarians.

/** Leading articles of English and Welsh (SOURCES 3.2). */
const article = /^(?:the|an|a|yr|y)\s+(?=\S)/i

/** Returns a title in lower case without accents, leading punctuation and article. */
export function filingTitle(title: string): string {
  const plain = title.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const bare = plain.replace(/^[^\p{L}\p{N}]+/u, '')
  return bare.replace(article, '').replace(/^[^\p{L}\p{N}]+/u, '')
}
