// Texts of files that write in capitals.

/** What is written in capitals only, with capitals at the beginning of words. */
export function titled<T extends string | undefined>(text: T): T | string {
  if (text === undefined || text !== text.toUpperCase()) return text
  const words = text.toLowerCase().replace(/[\p{L}']+/gu, (word) => (small.has(word) ? word : capital(word)))
  return capital(words)
}
const small = new Set(['and', 'of', 'the', 'in', 'on', 'upon', 'under', 'by', 'le', 'next'])
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** The members that say something. */
export function present(members: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const some = Object.entries(members).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(some) as Record<string, string> // undefined is filtered out
}
