// How names and sentences are compared and hashed.

/** Quotation marks, blanks and composed letters make no difference. */
export function comparable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[“”«»]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
}
