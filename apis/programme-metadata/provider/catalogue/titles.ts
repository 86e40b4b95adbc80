// Titles as a librarian files them.

/** Leading articles of English and Welsh (SOURCES 3.2). */
const article = /^(?:the|an|a|yr|y)\s+(?=\S)/i

/** Lower case without accents, leading punctuation and article. */
export function filingTitle(title: string): string {
  const plain = title.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const bare = plain.replace(/^[^\p{L}\p{N}]+/u, '')
  return bare.replace(article, '').replace(/^[^\p{L}\p{N}]+/u, '')
}
