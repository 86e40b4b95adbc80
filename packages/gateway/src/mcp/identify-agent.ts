// Who calls at /mcp: a gateway key or a market key as bearer token, or in the header in which other calls carry it.
// Every request is checked, so a key that was revoked, or closed to agents, is refused with the next one.
import type { IncomingMessage } from 'node:http'
import { type Failure, fail } from '#define'
import type { AddressOf } from '../call/call.ts'
import type { Invalidations } from '../invalidations/port.ts'
import { allowsAddress } from '../keys/addresses.ts'
import type { Caller } from '../keys/identify.ts'
import type { Keys } from '../keys/keys.ts'

export interface IdentifyAgentDeps {
  readonly keys: Keys
  readonly invalidations: Pick<Invalidations, 'hasLease'>
  readonly addressOf: AddressOf
}
export interface Agent {
  readonly caller: Caller
  /** The name of the header in which calls carry the key, and the key. */
  readonly key: readonly [string, string]
}

/** The caller, or a failure of the registry, which the transport words in its own form. */
export async function identifyAgent(request: IncomingMessage, deps: IdentifyAgentDeps): Promise<Agent | Failure> {
  const presented = presentedKey(request)
  if (!deps.invalidations.hasLease()) return fail('store.unavailable', {}, { retryAfterS: 1 })
  const isMarket = presented?.startsWith('gh_market_') === true
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

function presentedKey({ headers }: IncomingMessage): string | undefined {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  const own = bearer ?? headers['x-gateway-key'] ?? headers['x-api-key']
  return Array.isArray(own) ? own[0] : own
}
