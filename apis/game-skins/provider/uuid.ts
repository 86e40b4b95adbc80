// Ids of skins and players: 32 hex digits in lower case, with dashes only where the wire has them.

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

/** Sets the bits that say the version and the variant (RFC 9562, section 4). */
export function withVersion(bytes: Buffer, version: number): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | (version << 4)
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex')
}
