// Mints pids for names in an imported file: the same words give the same pid, so that a later file of the same source
// extends an earlier one (SOURCES 2.1).

import { createHash } from 'node:crypto'
import { present } from '#define/present'

const alphabet = '0123456789bcdfghjklmnpqrstvwxyz'
const length = 11

/** Mints a pid; `prefix` is its first letter, by kind. */
export function mintPid(prefix: 'b' | 'm' | 'p', ...words: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(words)).digest()
  const letters = Array.from({ length }, (_, at) => present(alphabet[present(hash[at]) % alphabet.length]))
  return prefix + letters.join('')
}

/** Converts a name to the id of a service or master brand. */
export function idFrom(name: string): string {
  const id = name
    .trim()
    .replaceAll(/[^0-9A-Za-z_.-]+/g, '_')
    .slice(0, 64)
  return id === '' ? '_' : id
}
