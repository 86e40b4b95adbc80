// What is shown of keys.
import { reply } from '#define'
import type { KeyInfo } from '../keys/keys.ts'

/** No cache between gateway and operator may keep the key. */
export function shownOnce(body: { id: string; key: string }, status: number) {
  return reply(body, { status, headers: { 'cache-control': 'no-store' } })
}

/** A key, without the key itself. */
export function keyView({ accountId, scopes, addresses, limits, ...rest }: KeyInfo) {
  return {
    ...rest,
    limits: limits && { ...limits },
    account: accountId,
    scopes: scopes?.map(({ methods, ...scope }) => ({ ...scope, ...(methods && { methods: [...methods] }) })) ?? null,
    addresses: addresses ? [...addresses] : null,
  }
}
