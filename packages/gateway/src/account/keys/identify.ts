// Resolves a key to its caller. The result is cached, because every call needs it. Properties that depend on time
// (expiry, grace) are checked on each call; changes by other processes (revocation, settings) arrive as invalidations.
import { hash } from 'node:crypto'
import {
  type AgentAccess,
  createGatewayKeysRepository,
  type KeyMatch,
  type KeySurface,
  type ListingProvider,
  type Store,
} from '#store'
import type { AddressBlocks } from '../../process/address-blocks.ts'
import { type CacheEntry, createLoadingCache } from '../../process/cache/loading-cache.ts'
import type { Invalidations } from '../invalidations/port.ts'
import { readAddresses } from './addresses.ts'
import { type KeyPrefix, maxKeyLength, readKey } from './key-format.ts'
import { type LastUsed, lastUsedStepMs } from './last-used.ts'
import type { Peppers } from './peppers.ts'
import { readScopes, type Scope } from './scopes.ts'

/** The caller of the gateway, with its permissions. */
export interface Caller {
  readonly accountId: string
  readonly accountName: string
  readonly keyId: string
  readonly surface: KeySurface
  /** The access of agents that use the key. */
  readonly agent: AgentAccess
  /** Calls per minute and per day (UTC). */
  readonly plan: { readonly id: string; readonly perMinute: number; readonly perDay: number }
  /** The key's own limits beside the plan; null without any. */
  readonly limits: KeyLimits | null
  /** Null means no restriction; see `permits`. */
  readonly scopes: readonly Scope[] | null
  /** Null means no restriction; see `allowsAddress`. */
  readonly addresses: AddressBlocks | null
  /** Milliseconds since the epoch; null means never. */
  readonly expiresAt: number | null
  readonly isDemo: boolean
  /** Name of the sandbox that answers all calls; null without one. */
  readonly sandbox: string | null
  /**
   * The provider of listings for which the account has chosen none; null: see `defaultProvider` in
   * call/select-provider.ts.
   */
  readonly provider: ListingProvider | null
}

/** The limits of a key; null means only the plan and the operator's budgets. */
export interface KeyLimits {
  /** Calls per minute. */
  readonly perMinute: number | null
  /** Calls per UTC day. */
  readonly perDay: number | null
  /** The cost limit of calls per UTC day, in US dollars; absent means null. */
  readonly usdPerDay?: string | null
}

export type Identity =
  | { readonly ok: true; readonly caller: Caller }
  | { readonly ok: false; readonly code: 'key.invalid' | 'key.expired' | 'key.disabled' }

export interface Identify {
  /**
   * Returns the caller behind a key, synchronously if it is cached. A key that is missing, malformed, unknown, revoked,
   * replaced, of another surface or of a disabled account is always 'key.invalid', so that these cases cannot be
   * distinguished. Rejects with the database's error when it is needed and fails.
   */
  identify(presented: string | undefined, surface: KeySurface): Identity | Promise<Identity>
  /**
   * Resolves like `identify` for the key with an id, for a caller that presented a pass for it (passes.ts). The result
   * is not cached.
   */
  identifyId(id: string, surface: KeySurface): Promise<Identity>
  /** Drops this process's cache of a key. */
  forget(keyId: string): void
}

interface IdentifyDeps {
  readonly store: Store
  readonly peppers: Peppers
  readonly clock: () => number
  readonly invalidations: Invalidations
  readonly lastUsed: LastUsed
}

const maxCachedKeys = 10_000
/**
 * The time for which a refused key is cached: long enough to protect the database from a client that calls with a wrong
 * key in a loop.
 */
const negativeTtlMs = 5_000

const surfaceOf: Readonly<Record<KeyPrefix, KeySurface | undefined>> = {
  gh_live: 'hosted',
  gh_market: 'market',
  gh_admin: undefined,
}

const refused = {
  'key.invalid': { ok: false, code: 'key.invalid' },
  'key.expired': { ok: false, code: 'key.expired' },
  'key.disabled': { ok: false, code: 'key.disabled' },
} as const satisfies Record<string, Identity>

interface KnownKey {
  readonly caller: Caller
  readonly identity: Identity
  readonly accountEnabled: boolean
  readonly keyEnabled: boolean
  /** Time at which the presented key stops working because it was rotated; null for the current key. */
  readonly graceUntil: number | null
  lastUsedAt: number
}

export function createIdentify({ store, peppers, clock, invalidations, lastUsed }: IdentifyDeps): Identify {
  const rows = createGatewayKeysRepository(store)
  const cache = createLoadingCache<KnownKey | undefined, string>({
    capacity: maxCachedKeys,
    clock,
    mayServe: () => invalidations.hasLease(),
    load,
  })
  for (const kind of ['key', 'account', 'plan'] as const)
    invalidations.on(kind, (target) => cache.invalidate(`${kind}:${target}`))
  let refreshing: Promise<boolean> | undefined

  async function load(presented: string): Promise<CacheEntry<KnownKey | undefined>> {
    let match = await rows.match(peppers.hashes(presented))
    if (!match && (await refreshPeppers())) match = await rows.match(peppers.hashes(presented))
    if (!match) return { value: undefined, isNegative: true, tags: [], freshUntil: clock() + negativeTtlMs }
    const tags = [`key:${match.key.id}`, `account:${match.account.id}`, `plan:${match.plan.id}`]
    return { value: knownKeyOf(match), isNegative: false, tags }
  }

  /** Reads the peppers again: another process may have created the key under a new one. */
  function refreshPeppers(): Promise<boolean> {
    refreshing ??= peppers.refresh().finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  function identityOf(known: KnownKey | undefined, surface: KeySurface): Identity {
    if (!known?.accountEnabled || known.caller.surface !== surface) return refused['key.invalid']
    const now = clock()
    if (known.graceUntil !== null && now >= known.graceUntil) return refused['key.invalid']
    if (!known.keyEnabled) return refused['key.disabled']
    if (known.caller.expiresAt !== null && now >= known.caller.expiresAt) return refused['key.expired']
    if (now - known.lastUsedAt >= lastUsedStepMs) {
      known.lastUsedAt = now
      lastUsed.record(known.caller.keyId, now)
    }
    return known.identity
  }

  return {
    identify(presented, surface) {
      if (presented === undefined || presented.length > maxKeyLength) return refused['key.invalid']
      // keyed by a hash, so that memory contains no list of working keys
      const digest = hash('sha256', presented, 'base64')
      const cached = cache.peek(digest)
      if (cached) return identityOf(cached.value, surface)
      const form = readKey(presented)
      if (!form || surfaceOf[form.prefix] !== surface) return refused['key.invalid']
      const known = cache.get(digest, presented)
      return known instanceof Promise ? known.then((loaded) => identityOf(loaded, surface)) : identityOf(known, surface)
    },
    async identifyId(id, surface) {
      const match = await rows.matchId(id)
      return identityOf(match && knownKeyOf(match), surface)
    },
    forget: (keyId) => cache.invalidate(`key:${keyId}`),
  }
}

function knownKeyOf({ key, account, plan, matchedPrevious }: KeyMatch): KnownKey {
  const caller: Caller = Object.freeze({
    accountId: account.id,
    accountName: account.name,
    keyId: key.id,
    surface: key.surface,
    agent: key.agent,
    plan: Object.freeze(plan),
    limits: limitsOf(key),
    scopes: readStored(key.id, key.scopes, readScopes),
    addresses: readStored(key.id, key.addresses, readAddresses),
    expiresAt: key.expiresAt,
    isDemo: account.isDemo,
    sandbox: key.sandbox,
    provider: account.provider,
  })
  return {
    caller,
    identity: Object.freeze({ ok: true, caller }),
    accountEnabled: account.enabled,
    keyEnabled: key.enabled,
    graceUntil: matchedPrevious ? (key.previousUntil ?? 0) : null,
    lastUsedAt: key.lastUsedAt ?? Number.NEGATIVE_INFINITY,
  }
}

/** Returns the limits, or null without any. */
export function limitsOf({ perMinute, perDay, usdPerDay = null }: KeyLimits): KeyLimits | null {
  if (perMinute === null && perDay === null && usdPerDay === null) return null
  return Object.freeze({ perMinute, perDay, usdPerDay })
}

/**
 * Parses stored restrictions. Unreadable ones fail the call: they mean neither "no restriction" nor a mistake of the
 * caller.
 */
export function readStored<T>(keyId: string, json: string | null, read: (value: unknown) => T | null): T | null {
  if (json === null) return null
  try {
    const value = read(JSON.parse(json))
    if (value !== null) return value
  } catch {
    // reported below
  }
  throw new Error(`the stored restrictions of key ${keyId} cannot be read`)
}
