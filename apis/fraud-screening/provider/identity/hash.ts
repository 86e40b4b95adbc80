// The provider's hash of an e-mail address, user name, password or card number: SHA-1 of a prefix and the previous
// result, 65,536 times, optionally followed by one SHA-256 (SOURCES 3.1).
import { hash } from 'node:crypto'
import { yieldToEventLoop } from '#provider'
import { createSha1Rounds, type Digest } from './sha1-rounds.ts'

const prefix = 'fraudlabspro_'
const rounds = 65_536
/** They take about 0.7 ms. */
const roundsPerSlice = 8192
const cacheSize = 10_000
const sha1Rounds = createSha1Rounds(prefix)

/** Either form in one: the SHA-256 of the SHA-1 form, or the SHA-256 form itself. Undefined for anything else. */
export function canonicalHash(text: string): string | undefined {
  if (/^[0-9a-f]{40}$/i.test(text)) return hash('sha256', text.toLowerCase())
  return /^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : undefined
}

/**
 * The hash in its first form, 40 lower-case hex digits. It takes some 6 ms of CPU time, in eight slices
 * between which other calls are answered, and which `beforeSlice` may put off.
 */
export async function slowHash(text: string, beforeSlice = yieldToEventLoop): Promise<string> {
  // the first round hashes a text of any length, and counts as one of the first slice
  let digest = wordsOf(hash('sha1', `${prefix}${prefix}${text}`))
  for (let done = 1; done < rounds; done += roundsPerSlice - (done % roundsPerSlice)) {
    await beforeSlice()
    digest = sha1Rounds(digest, roundsPerSlice - (done % roundsPerSlice))
  }
  return digest.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

function wordsOf(hex: string): Digest {
  const word = (at: number) => Number.parseInt(hex.slice(at * 8, at * 8 + 8), 16)
  return [word(0), word(1), word(2), word(3), word(4)]
}

/** The canonical hash of a text. */
export type HashText = (text: string, beforeSlice?: () => Promise<void>) => Promise<string>

/** Keeps the hashes of the last 10,000 texts, by their SHA-256, and computes equal ones at the same time once. */
export function createHashText(): HashText {
  const known = new Map<string, Promise<string>>()
  return (text, beforeSlice) => {
    const key = hash('sha256', text)
    const cached = known.get(key)
    const computed = cached ?? slowHash(text, beforeSlice).then((hex) => hash('sha256', hex))
    // the most recently used are at the end
    known.delete(key)
    known.set(key, computed)
    if (known.size > cacheSize) for (const [oldest] of known) if (known.delete(oldest)) break
    return computed
  }
}
