// The form of a string used to compare addresses, places and queries.

/** Returns lower case without accents and apostrophes. */
export function fold(text: string): string {
  // most texts are ASCII and need no further steps
  if (isAscii.test(text)) return text.replace(/['`]/g, '').toLowerCase()
  return text
    .normalize('NFKD')
    .replace(/[\p{M}'’ʼ`]/gu, '')
    .toLowerCase()
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is that of ASCII
export const isAscii = /^[\x00-\x7f]*$/
