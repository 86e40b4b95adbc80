// The provider's hash of an e-mail address, user name, password or card number: SHA-1 of a prefix and the previous
// result, 65,536 times, optionally followed by one SHA-256 (SOURCES 3.1).
import { hash } from 'node:crypto'
import { yieldToEventLoop } from '#provider'

const prefix = 'fraudlabspro_'
const rounds = 65_536
/** They take 3 to 12 ms. */
const roundsPerSlice = 8192
const cacheSize = 10_000

/** Either form in one: the SHA-256 of the SHA-1 form, or the SHA-256 form itself. Undefined for anything else. */
export function canonicalHash(text: string): string | undefined {
  if (/^[0-9a-f]{40}$/i.test(text)) return hash('sha256', text.toLowerCase())
  return /^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : undefined
}

/**
 * The hash in its first form, 40 lower-case hex digits. It takes 20 to 100 ms of CPU time, in eight slices between
 * which other calls are answered.
 */
export async function slowHash(text: string): Promise<string> {
  let hex = prefix + text
  for (let round = 0; round < rounds; round++) {
    if (round % roundsPerSlice === 0) await yieldToEventLoop()
    hex = hash('sha1', prefix + hex)
  }
  return hex
}

/** The canonical hash of a text. */
export type HashText = (text: string) => Promise<string>

/** Keeps the hashes of the last 10,000 texts, by their SHA-256, and computes equal ones at the same time once. */
export function createHashText(): HashText {
  const known = new Map<string, Promise<string>>()
  return (text) => {
    const key = hash('sha256', text)
    const cached = known.get(key)
    const computed = cached ?? slowHash(text).then((hex) => hash('sha256', hex))
    // the most recently used are at the end
    known.delete(key)
    known.set(key, computed)
    if (known.size > cacheSize) for (const [oldest] of known) if (known.delete(oldest)) break
    return computed
  }
}
