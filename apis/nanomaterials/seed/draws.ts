// Random numbers and identifiers that depend only on their subject.
import { createHash } from 'node:crypto'

/** Prefix of the sample's identifiers; the provider has a prefix for each of its sources. */
const prefix = 'GHSE'

/** Returns a number between 0, inclusive, and 1, exclusive; the same for the same texts. */
export function draw(subject: string, aspect = ''): number {
  return createHash('sha256').update(`${subject}\n${aspect}`).digest().readUInt32LE() / 2 ** 32
}

/** Returns the item that a draw selects. The list must not be empty. */
export function pick<T>(items: readonly T[], drawn: number): T {
  const item = items[Math.floor(drawn * items.length)]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}

/** Returns a UUID of version 8 (RFC 9562). */
export function sampleUuid(subject: string): string {
  const hex = createHash('sha256').update(subject).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export function withPrefix(uuid: string): string {
  return `${prefix}-${uuid}`
}
