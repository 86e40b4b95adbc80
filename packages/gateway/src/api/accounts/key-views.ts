// Views of keys for responses.
import { reply } from '#define'
import type { KeyInfo, RevokedKeys } from '../../account/keys/keys.ts'

/** Returns a new key, in a response that no cache between gateway and operator may keep. */
export function shownOnce(body: { id: string; key: string }, status: number) {
  return reply(body, { status, headers: { 'cache-control': 'no-store' } })
}

export function revokedView({ revoked, remaining }: RevokedKeys) {
  return { revoked: [...revoked], remaining: remaining.map(keyView) }
}

/** Returns a key's properties, without the key itself. */
export function keyView({ accountId, scopes, addresses, limits, ...rest }: KeyInfo) {
  return {
    ...rest,
    limits: limits && { ...limits },
    account: accountId,
    scopes: scopes?.map(({ methods, ...scope }) => ({ ...scope, ...(methods && { methods: [...methods] }) })) ?? null,
    addresses: addresses ? [...addresses] : null,
  }
}
