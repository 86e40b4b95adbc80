// The provider's hash of an e-mail address, user name, password or card number: SHA-1 of a prefix and the previous
// result, 65,536 times, optionally followed by one SHA-256 (SOURCES 3.1).
import { hash } from 'node:crypto'
import { createSha1Rounds, type Digest } from './sha1-rounds.ts'

const prefix = 'fraudlabspro_'
const rounds = 65_536
const sha1Rounds = createSha1Rounds(prefix)

/** Either form in one: the SHA-256 of the SHA-1 form, or the SHA-256 form itself. Undefined for anything else. */
export function canonicalHash(text: string): string | undefined {
  if (/^[0-9a-f]{40}$/i.test(text)) return hash('sha256', text.toLowerCase())
  return /^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : undefined
}

/** What the first round makes of a text of any length: 40 lower-case hex digits, from which the other rounds follow. */
export function firstRound(text: string): string {
  return hash('sha1', `${prefix}${prefix}${text}`)
}

/** The hash in its first form, 40 lower-case hex digits, from the result of the first round: some 6 ms of CPU time. */
export function otherRounds(first: string): string {
  const digest = sha1Rounds(wordsOf(first), rounds - 1)
  return digest.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

function wordsOf(hex: string): Digest {
  const word = (at: number) => Number.parseInt(hex.slice(at * 8, at * 8 + 8), 16)
  return [word(0), word(1), word(2), word(3), word(4)]
}
