// The compared and hashed form of names and sentences.

/** Returns a name or sentence in a form that ignores differences of quotation marks, blanks and composed letters. */
export function comparable(original: string): string {
  return original
    .normalize('NFC')
    .replace(/[“”«»]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
}
