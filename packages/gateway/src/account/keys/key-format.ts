// The format of gateway, market and admin keys: `gh_live_<30 base62>_<6 base62 of CRC-32>`. The checksum detects
// mistyped and made-up keys without a look-up, and lets scanners recognise leaked keys. It is not a secret.
import { crc32 } from 'node:zlib'
import { base62OfInteger, type RandomBytes, randomBase62 } from './base62.ts'

export type KeyPrefix = 'gh_live' | 'gh_market' | 'gh_admin'

/** The number of random characters: 30 * log2(62) = 178 bits; at least 160 are required. */
const randomLength = 30
/** The length that fits a CRC-32: 62^6 is more than 2^32. */
const checksumLength = 6
const keyPattern = /^(gh_live|gh_market|gh_admin)_[0-9A-Za-z]{30}_[0-9A-Za-z]{6}$/
/** The length of the longest kind of key. */
export const maxKeyLength = 'gh_market_'.length + randomLength + 1 + checksumLength

/** Generates a new key. */
export function makeKey(prefix: KeyPrefix, randomBytes: RandomBytes): string {
  const body = `${prefix}_${randomBase62(randomLength, randomBytes)}`
  return `${body}_${checksum(body)}`
}

/** Returns the prefix of a key with a valid checksum, otherwise undefined. Any single changed character is detected. */
export function readKey(key: string): { prefix: KeyPrefix } | undefined {
  if (key.length > maxKeyLength) return undefined
  const prefix = keyPattern.exec(key)?.[1]
  if (prefix !== 'gh_live' && prefix !== 'gh_market' && prefix !== 'gh_admin') return undefined
  const body = key.slice(0, -1 - checksumLength)
  return key.endsWith(checksum(body)) ? { prefix } : undefined
}

function checksum(body: string): string {
  return base62OfInteger(crc32(body), checksumLength)
}
