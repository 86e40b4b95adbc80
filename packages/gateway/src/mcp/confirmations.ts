// Confirmations of calls that destroy or spend: a token for one key, one operation, one provider and one set of
// arguments, valid for five minutes and for one use. The client holds it, so it is authenticated; the store remembers
// used tokens.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { isRecord } from './values.ts'

export interface Confirmed {
  readonly keyId: string
  readonly operation: string
  readonly arguments: unknown
  /** The provider to answer, if the agent chose one. */
  readonly provider: 'live' | 'embedded' | undefined
}
export interface Confirmations {
  issue(call: Confirmed): string
  /** Reports whether the token was issued for exactly this call and is used for the first time. */
  redeem(token: string, call: Confirmed): Promise<boolean>
}
interface ConfirmationsDeps {
  readonly clock: () => number
  readonly randomBytes: (count: number) => Buffer
  /** The authentication secret, identical in every process of the installation. */
  readonly secret: string
  /** Records the use of a token; returns false if it has been used before. */
  readonly claim: (id: string, expiresAt: number) => Promise<boolean>
}

const validMs = 5 * 60_000
const form = /^([0-9a-z]{1,12})\.([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]{43})$/

export function createConfirmations({ clock, randomBytes, secret, claim }: ConfirmationsDeps): Confirmations {
  const seal = (expires: string, id: string, call: Confirmed) =>
    createHmac('sha256', secret)
      .update(
        JSON.stringify([expires, id, call.keyId, call.operation, call.provider ?? null, digestOf(call.arguments)]),
      )
      .digest()
  return {
    issue(call) {
      const expires = (clock() + validMs).toString(36)
      const id = randomBytes(12).toString('base64url')
      return `${expires}.${id}.${seal(expires, id, call).toString('base64url')}`
    },
    async redeem(token, call) {
      const [, expires, id, mac] = form.exec(token) ?? []
      if (expires === undefined || id === undefined || mac === undefined) return false
      // compared as text: the last character of base64 has bits that do not count
      const sent = Buffer.from(mac)
      const expected = Buffer.from(seal(expires, id, call).toString('base64url'))
      if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) return false
      const expiresAt = Number.parseInt(expires, 36)
      return clock() < expiresAt && (await claim(id, expiresAt))
    },
  }
}

/** Returns the same digest for equal arguments, regardless of the order of their members. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('base64url')
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    isRecord(member) ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1))) : member,
  )
}
