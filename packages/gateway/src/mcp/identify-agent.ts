// Identifies the caller at /mcp: a gateway key or a market key as bearer token, or in the header that other calls use.
// A client that presents one of each has the operations of both. Every request is checked, so a key that was revoked,
// or closed to agents, is refused from the next one on.
import type { IncomingMessage } from 'node:http'
import { type Failure, fail } from '#define'
import type { Invalidations } from '../account/invalidations/port.ts'
import { allowsAddress } from '../account/keys/addresses.ts'
import type { Caller } from '../account/keys/identify.ts'
import type { Keys } from '../account/keys/keys.ts'
import type { AddressOf } from '../call/call.ts'

export interface IdentifyAgentDeps {
  readonly keys: Keys
  readonly invalidations: Pick<Invalidations, 'hasLease'>
  readonly addressOf: AddressOf
}
export interface Agent extends ShownKey {
  /** A key of the other kind, presented with it. */
  readonly second: ShownKey | undefined
}
export interface ShownKey {
  readonly caller: Caller
  /** The name of the header that carries the key in calls, and the key. */
  readonly key: readonly [string, string]
}

/** Returns the caller, or a failure of the registry, which the transport puts into its own form. */
export async function identifyAgent(request: IncomingMessage, deps: IdentifyAgentDeps): Promise<Agent | Failure> {
  if (!deps.invalidations.hasLease()) return fail('store.unavailable', {}, { retryAfterS: 1 })
  const [first, ...others] = presentedKeys(request)
  const own = await identifyKey(first, request, deps)
  if ('code' in own) return own
  const other = others.find((key) => isMarketKey(key) !== isMarketKey(first))
  const second = other === undefined ? undefined : await identifyKey(other, request, deps)
  return second !== undefined && 'code' in second ? second : { ...own, second }
}

const isMarketKey = (key: string | undefined): boolean => key?.startsWith('gh_market_') === true

async function identifyKey(
  presented: string | undefined,
  request: IncomingMessage,
  deps: IdentifyAgentDeps,
): Promise<ShownKey | Failure> {
  const isMarket = isMarketKey(presented)
  const identity = await deps.keys.identify(presented, isMarket ? 'market' : 'hosted')
  if (!identity.ok || presented === undefined) {
    const code = identity.ok ? 'key.invalid' : identity.code
    return code === 'key.invalid' ? fail('key.invalid', { header: 'Authorization: Bearer' }) : fail(code, {})
  }
  const { caller } = identity
  if (caller.addresses !== null) {
    const address = deps.addressOf(request)
    if (!allowsAddress(caller, address)) return fail('key.address', { address })
  }
  if (caller.agent === 'off') return fail('key.agent', {})
  return { caller, key: [isMarket ? 'x-api-key' : 'x-gateway-key', presented] }
}

function presentedKeys({ headers }: IncomingMessage): readonly string[] {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  return [bearer, headers['x-gateway-key'], headers['x-api-key']]
    .map((key) => (Array.isArray(key) ? key[0] : key))
    .filter((key) => key !== undefined)
}
