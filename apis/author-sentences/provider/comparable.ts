// How names and sentences are compared and hashed.

/** The form of a name or sentence in which quotation marks, blanks and composed letters make no difference. */
export function comparable(original: string): string {
  return original
    .normalize('NFC')
    .replace(/[“”«»]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
}
