// Parses a set of master keys by version, one of them current, and refuses keys that are too weak.
import { createSecretKey, type KeyObject } from 'node:crypto'
import { present } from '#define/present'

export const masterKeyBytes = 32
const minDistinctBytes = 16
const maxVersions = 100
/** The limit of version numbers: far above any need, and safe in every column and label with a version. */
const maxVersionNumber = 2 ** 31 - 1

/**
 * Master keys by version. New records are sealed under `current`; the others only open records that have not been
 * resealed yet.
 */
export interface Keyring {
  readonly current: number
  readonly keys: ReadonlyMap<number, KeyObject>
}

/**
 * Thrown when the program must not start with this master key. The message tells the operator what to do, and reveals
 * nothing of the key.
 */
export class MasterKeyRefused extends Error {
  override readonly name = 'MasterKeyRefused'
}

const howToMakeOne = 'Make one with: openssl rand -base64 32'

/**
 * Parses "current[,previous …]", each part `version:base64` or, for version 1, base64 alone. `origin` names the source
 * in errors. Throws MasterKeyRefused.
 */
export function readKeyring(encoded: string, origin: string): Keyring {
  const parts = encoded.trim().split(',')
  const entries = parts.map((part): [string, string] => {
    const [, version, key] = /^(?:([^:]*):)?(.*)$/s.exec(part.trim()) ?? []
    return [version ?? '1', key ?? '']
  })
  const [[current]] = [present(entries[0])]
  return makeKeyring(current, entries, origin)
}

/** Validates and decodes a current version and `version, base64` pairs. Throws MasterKeyRefused. */
export function makeKeyring(current: string, entries: readonly (readonly [string, string])[], origin: string): Keyring {
  if (entries.length > maxVersions) throw new MasterKeyRefused(`${origin} has more than ${maxVersions} versions.`)
  const keys = new Map<number, KeyObject>()
  const seen = new Set<string>()
  for (const [versionLabel, base64] of entries) {
    const version = readVersion(versionLabel, origin)
    const bytes = readKeyBytes(base64, origin)
    const canonical = bytes.toString('base64')
    if (keys.has(version)) throw new MasterKeyRefused(`${origin} has version ${version} twice.`)
    if (seen.has(canonical))
      throw new MasterKeyRefused(`${origin} has the same key under two versions. ${howToMakeOne}`)
    seen.add(canonical)
    keys.set(version, createSecretKey(bytes))
  }
  const currentVersion = readVersion(current, origin)
  if (!keys.has(currentVersion))
    throw new MasterKeyRefused(`${origin} lacks the key of its current version ${currentVersion}.`)
  // versions decide which of two keys is newer
  if (Math.max(...keys.keys()) !== currentVersion)
    throw new MasterKeyRefused(`${origin} must have its current key under the highest version.`)
  return { current: currentVersion, keys }
}

/** Returns the reason why these bytes are unacceptable as a master key; undefined if they are acceptable. */
export function weakness(bytes: Uint8Array): string | undefined {
  if (bytes.length !== masterKeyBytes) return `has ${bytes.length} bytes where ${masterKeyBytes} are needed`
  const distinct = new Set(bytes).size
  if (distinct === 1) return 'is one byte repeated'
  // 32 random bytes are all printable with a probability of (95/256)^32, below 10^-13: this is a password or a sample
  if (bytes.every((byte) => byte >= 0x20 && byte <= 0x7e)) return 'is text, not random bytes'
  // 32 random bytes have fewer than 16 distinct values with a probability below 10^-12
  if (distinct < minDistinctBytes) return 'has too few distinct bytes to be random'
  if (hasPeriod(bytes)) return 'is a pattern repeated'
  if (hasConstantStep(bytes)) return 'is a plain sequence'
  return undefined
}

function hasPeriod(bytes: Uint8Array): boolean {
  for (let period = 1; period <= bytes.length / 2; period++) {
    if (bytes.every((byte, index) => index < period || byte === bytes[index - period])) return true
  }
  return false
}

function hasConstantStep(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes
  return bytes.every((byte, index) => byte === ((first + index * (second - first)) & 0xff))
}

function readVersion(encoded: string, origin: string): number {
  const version = /^[1-9]\d{0,9}$/.test(encoded) ? Number(encoded) : Number.NaN
  if (!(version <= maxVersionNumber))
    throw new MasterKeyRefused(`${origin} must be base64, or "version:base64" with a version from 1; it is neither.`)
  return version
}

function readKeyBytes(base64: string, origin: string): Buffer {
  // Buffer.from skips invalid characters, so a mistyped key would silently become another key
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(base64)) throw new MasterKeyRefused(`${origin} is not base64. ${howToMakeOne}`)
  const bytes = Buffer.from(base64, 'base64')
  const reason = weakness(bytes)
  if (reason) throw new MasterKeyRefused(`The master key in ${origin} ${reason}. ${howToMakeOne}`)
  return bytes
}
