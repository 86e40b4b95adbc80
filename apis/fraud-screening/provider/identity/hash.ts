// The provider's hash of an e-mail address, user name, password or card number: SHA-1 of a prefix and the previous
// result, 65,536 times, optionally followed by one SHA-256 (SOURCES 3.1).
import { hash } from 'node:crypto'
import { createPacer } from '#provider'

/** Computes the canonical hash of a string: some 20 ms of CPU time, unless cached. */
export type HashOf = (text: string) => Promise<string>

const prefix = 'fraudlabspro_'
const rounds = 65_536
/** One round takes a third of a microsecond, so the clock is read every 0.3 ms. */
const roundsPerStep = 1024
/** Bounds the cache to 2 MB. A shop with an order a minute has fewer buyers in a week. */
const mostRemembered = 10_000

/**
 * Returns a function that caches the last 10,000 hashes. It yields to the event loop while computing, so other orders
 * are served meanwhile.
 */
export function createHashOf(): HashOf {
  /**
   * Hashes by the result of the first round, so that no plain text of a buyer stays in memory. The last entries are the
   * most recently used.
   */
  const remembered = new Map<string, Promise<string>>()
  return (text) => {
    const first = hash('sha1', `${prefix}${prefix}${text}`)
    const canonical = remembered.get(first) ?? otherRounds(first)
    remembered.delete(first)
    remembered.set(first, canonical)
    if (remembered.size > mostRemembered) for (const oldest of remembered.keys()) if (remembered.delete(oldest)) break
    return canonical
  }
}

/** Normalises either form of a hash to its SHA-256 form in lower case. Returns undefined for any other string. */
export function canonicalHash(text: string): string | undefined {
  if (/^[0-9a-f]{40}$/i.test(text)) return hash('sha256', text.toLowerCase())
  return /^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : undefined
}

async function otherRounds(first: string): Promise<string> {
  const pause = createPacer()
  let hex = first
  for (let round = 1; round < rounds; round++) {
    hex = hash('sha1', `${prefix}${hex}`)
    if (round % roundsPerStep === 0) await pause()
  }
  return hash('sha256', hex)
}
