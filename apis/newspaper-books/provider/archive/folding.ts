// How names and titles are compared: without case, accents and punctuation (SOURCES 4.3).

/** Words separated and surrounded by single blanks, so that a word is found as ` word `. */
export function folded(text: string): string {
  const words = text
    .normalize('NFKD')
    .replace(/[\p{M}'’ʼ]/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
  return words ? ` ${words.join(' ')} ` : ' '
}

/** The same without the blanks around: a portion of a title may begin within a word. */
export function titleForm(text: string): string {
  return folded(text).trim()
}
