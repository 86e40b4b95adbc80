// Ids of skins and players: 32 lower-case hex digits, with dashes only where the wire has them.
import { present } from '#define/present'

export function plainUuid(uuid: string): string {
  return uuid.replaceAll('-', '').toLowerCase()
}

export function dashedUuid(uuid: string): string {
  return uuid.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** A random UUID (RFC 9562, section 5.4) of 16 drawn bytes. */
export function randomUuid(drawn: Buffer): string {
  return withVersion(drawn, 4)
}

/** Sets the version and variant bits (RFC 9562, section 4). */
export function withVersion(bytes: Buffer, version: number): string {
  bytes[6] = (present(bytes[6]) & 0x0f) | (version << 4)
  bytes[8] = (present(bytes[8]) & 0x3f) | 0x80
  return bytes.toString('hex')
}
