// Sealing of bytes with AES-256-GCM. A sealed record is bound to its subject (its label): it does not open if it was
// moved, truncated or changed, or under another key, and every such failure is the same error.
//
//   byte 0      1..12     13 .. n-17     n-16 .. n-1
//   format 1    nonce     ciphertext     tag
import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto'

const cipherName = 'aes-256-gcm'
const formatVersion = 1
/**
 * Size of the nonce. 96 random bits: NIST SP 800-38D, section 8.3, allows 2^32 of them per key. The key of an account
 * seals its provider keys and what it records, two records an answer.
 */
const nonceBytes = 12
const tagBytes = 16

/** Uniform random bytes; `crypto.randomBytes` outside tests. */
export type RandomBytes = (count: number) => Uint8Array

/** The subject of a record, part by part. The record opens only with the label it was sealed with. */
export type Label = readonly (string | number)[]

/** The label of a provider key in the vault. */
export const providerKeyLabel = (accountId: string, slug: string, version: number): Label => [
  'provider-key',
  accountId,
  slug,
  version,
]

/** The label of the signing secret of a webhook. */
export const webhookSecretLabel = (accountId: string, id: string, version: number): Label => [
  'webhook-secret',
  accountId,
  id,
  version,
]

/** The label of the data key of an account; the version of the master key that wraps it is bound as well. */
export const dataKeyLabel = (accountId: string): Label => ['data-key', accountId]

/** The label of a pepper; the version of the master key that seals it is bound as well. */
export const pepperLabel = (version: number): Label => ['pepper', version]

/** Thrown for a record that does not open. The message names the record and reveals nothing of its content. */
export class SealError extends Error {
  override readonly name = 'SealError'
  constructor(label: Label) {
    super(`The sealed record ${label.join(' / ')} does not open: it is damaged, moved, or sealed under another key.`)
  }
}

/** Seals `plain` under `key` (32 bytes) and binds it to `label`. */
export function seal(
  key: KeyObject,
  label: Label,
  { plain, randomBytes }: { plain: Uint8Array; randomBytes: RandomBytes },
): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(cipherName, key, nonce, { authTagLength: tagBytes })
  cipher.setAAD(boundData(label))
  const sealed = [cipher.update(plain), cipher.final()]
  return Buffer.concat([Buffer.of(formatVersion), nonce, ...sealed, cipher.getAuthTag()])
}

/** Opens a record that `seal` made with the same key and label. Throws SealError for anything else. */
export function open(key: KeyObject, label: Label, sealed: Uint8Array): Buffer {
  if (sealed.length < 1 + nonceBytes + tagBytes || sealed[0] !== formatVersion) throw new SealError(label)
  const body = sealed.length - tagBytes
  const decipher = createDecipheriv(cipherName, key, sealed.subarray(1, 1 + nonceBytes), { authTagLength: tagBytes })
  decipher.setAAD(boundData(label))
  decipher.setAuthTag(sealed.subarray(body))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(1 + nonceBytes, body)), decipher.final()])
  } catch {
    // OpenSSL's message adds nothing, and a cause might expose secrets
    throw new SealError(label)
  }
}

/**
 * Returns the data bound to a record: the label and the format version. JSON keeps the parts apart: ['a', 'b/c'] and
 * ['a/b', 'c'] differ.
 */
function boundData(label: Label): Buffer {
  return Buffer.from(JSON.stringify([formatVersion, ...label]))
}
