// Pids for what an imported file names in words: the same words give the same pid, so that importing a later file of
// the same source adds to what an earlier one brought (SOURCES 2.1).
import { createHash } from 'node:crypto'

const alphabet = '0123456789bcdfghjklmnpqrstvwxyz'
const length = 11

/** `prefix`: the first letter, by kind. */
export function mintPid(prefix: 'b' | 'm' | 'p', ...words: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(words)).digest()
  const letters = Array.from({ length }, (_, at) => alphabet[(hash[at] ?? 0) % alphabet.length] ?? '0')
  return prefix + letters.join('')
}

/** A name as the id of a service or master brand. */
export function idFrom(name: string): string {
  const id = name
    .trim()
    .replaceAll(/[^0-9A-Za-z_.-]+/g, '_')
    .slice(0, 64)
  return id === '' ? '_' : id
}
