// Signatures of the addresses of a job's files: they are made of its secret, hold for one file and end.
import { createHmac, timingSafeEqual } from 'node:crypto'

/** `purpose` names the file. */
export function sign(secret: string, purpose: string, expiresAt: number): string {
  const until = expiresAt.toString(36)
  return `${until}.${mac(secret, purpose, until)}`
}

export function isSigned(
  signature: string,
  { secret, purpose, now }: { readonly secret: string; readonly purpose: string; readonly now: number },
): boolean {
  const [until = '', given = ''] = signature.split('.', 2)
  const expected = Buffer.from(mac(secret, purpose, until))
  const actual = Buffer.from(given)
  return actual.length === expected.length && timingSafeEqual(actual, expected) && Number.parseInt(until, 36) > now
}

const mac = (secret: string, purpose: string, until: string) =>
  createHmac('sha256', Buffer.from(secret, 'hex')).update(`${purpose} ${until}`).digest('base64url')

/** In the header, or as the parameter of a signed address. */
export function signatureIn(input: {
  readonly authorization?: string | undefined
  readonly signature?: string | undefined
}): string {
  return /^DeepL-Signature (\S{1,200})$/i.exec(input.authorization ?? '')?.[1] ?? input.signature ?? ''
}
