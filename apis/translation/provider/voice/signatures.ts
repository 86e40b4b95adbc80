// Signatures of the addresses of a job's files, made with the job's secret. Each holds for one file, expires, and names
// the key that it was issued to, with which it ends.
import { createHmac, timingSafeEqual } from 'node:crypto'

interface Signing {
  /** The secret in hex. */
  readonly secret: string
  /** Names the file. */
  readonly purpose: string
}
interface Signed {
  /** Id of a gateway key; empty for the operator. */
  readonly key: string
  readonly expiresAt: number
}

export function sign(signing: Signing, { key, expiresAt }: Signed): string {
  const claims = `${expiresAt.toString(36)}.${Buffer.from(key).toString('base64url')}`
  return `${claims}.${mac(signing, claims)}`
}

/** Reads a signature; returns undefined if it is invalid or has expired. */
export function readSignature(signature: string, signing: Signing & { readonly now: number }): Signed | undefined {
  const [until = '', name = '', given = ''] = signature.split('.', 3)
  const expected = Buffer.from(mac(signing, `${until}.${name}`))
  const actual = Buffer.from(given)
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined
  const expiresAt = Number.parseInt(until, 36)
  return expiresAt > signing.now ? { key: Buffer.from(name, 'base64url').toString(), expiresAt } : undefined
}

const mac = ({ secret, purpose }: Signing, claims: string) =>
  createHmac('sha256', Buffer.from(secret, 'hex')).update(`${purpose} ${claims}`).digest('base64url')

/** The signature from the header, or from the parameter of a signed address. */
export function signatureIn(input: {
  readonly authorization?: string | undefined
  readonly signature?: string | undefined
}): string {
  return /^DeepL-Signature (\S{1,200})$/i.exec(input.authorization ?? '')?.[1] ?? input.signature ?? ''
}
