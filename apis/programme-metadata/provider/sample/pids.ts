// Pids of the sample: stable for each entity across runs and days (SOURCES 2.1).
import { present } from '#define/present'

const alphabet = '0123456789bcdfghjklmnpqrstvwxyz'
const digits = 7

/** Number of ids that fit after a kind's prefix. */
const perKind = alphabet.length ** (digits - 1)

const kinds = {
  brand: ['b', 0],
  series: ['b', 1],
  episode: ['m', 0],
  clip: ['p', 0],
  version: ['m', 1],
  describedVersion: ['m', 2],
  signedVersion: ['m', 3],
  clipVersion: ['m', 4],
  broadcast: ['p', 1],
  window: ['p', 2],
  person: ['p', 3],
  image: ['p', 4],
  item: ['p', 5],
  playEvent: ['p', 6],
  group: ['p', 7],
  promotion: ['p', 8],
  link: ['p', 9],
} as const
type PidKind = keyof typeof kinds

export function pidOf(kind: PidKind, number: number): string {
  const [prefix, offset] = kinds[kind]
  let rest = offset * perKind + (number % perKind)
  let text = ''
  for (let digit = 0; digit < digits; digit++) {
    text = present(alphabet[rest % alphabet.length]) + text
    rest = Math.floor(rest / alphabet.length)
  }
  return prefix + text
}

/** Returns a pseudorandom number from 0 up to `limit`, exclusive, determined by the seeds. */
export function draw(limit: number, ...seeds: readonly number[]): number {
  let hash = 0x9e3779b9
  for (const seed of seeds) {
    hash = Math.imul(hash ^ (seed | 0), 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
    hash ^= hash >>> 16
  }
  return (hash >>> 0) % limit
}
