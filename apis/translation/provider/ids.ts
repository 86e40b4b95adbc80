// Creates and checks ids: UUIDs for stored objects, hexadecimal digits for documents.

import type { Random } from '#define'
import { present } from '#define/present'
import { badRequest } from './errors.ts'

/** A random UUID (RFC 9562, version 4). */
export function newUuid(random: Random): string {
  const bytes = random.bytes(16)
  bytes[6] = (present(bytes[6]) & 0x0f) | 0x40
  bytes[8] = (present(bytes[8]) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

export function newHex(random: Random, bytes: number): string {
  return random.bytes(bytes).toString('hex').toUpperCase()
}

/** Returns the UUID in lower case; throws 400 for anything else. */
export function uuidIn(text: string, name: string): string {
  if (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text))
    throw badRequest(`Invalid or missing argument: ${name}`)
  return text.toLowerCase()
}

export const isoTime = (ms: number) => new Date(ms).toISOString()
