// Resolves a key to its caller. Cached, because every call needs it. Whatever depends on time (expiry, grace) is
// checked on each call; changes by other processes (revocation, settings) arrive as invalidations.
import { hash } from 'node:crypto'
import { type AgentAccess, createGatewayKeysRepository, type KeyMatch, type KeySurface, type Store } from '#store'
import { type CacheEntry, createLoadingCache } from '../cache/loading-cache.ts'
import type { Invalidations } from '../invalidations/port.ts'
import type { AddressBlocks } from './address-blocks.ts'
import { readAddresses } from './addresses.ts'
import { type KeyPrefix, maxKeyLength, readKey } from './key-format.ts'
import { type LastUsed, lastUsedStepMs } from './last-used.ts'
import type { Peppers } from './peppers.ts'
import { readScopes, type Scope } from './scopes.ts'

/** Who makes a call, and what they may do. */
export interface Caller {
  readonly accountId: string
  readonly accountName: string
  readonly keyId: string
  readonly surface: KeySurface
  /** What agents may do with the key. */
  readonly agent: AgentAccess
  /** Calls per minute and per day (UTC). */
  readonly plan: { readonly id: string; readonly perMinute: number; readonly perDay: number }
  /** What the key may call beside the plan; null: no limit of its own. */
  readonly limits: KeyLimits | null
  /** null: no restriction; see `permits`. */
  readonly scopes: readonly Scope[] | null
  /** null: no restriction; see `allowsAddress`. */
  readonly addresses: AddressBlocks | null
  /** Milliseconds since the epoch; null: never. */
  readonly expiresAt: number | null
  readonly isDemo: boolean
}

/** Null: as much as the plan, and the operator's budgets, allow. */
export interface KeyLimits {
  /** Calls per minute. */
  readonly perMinute: number | null
  /** Calls per UTC day. */
  readonly perDay: number | null
  /** What calls may cost per UTC day, in US dollars; absent means null. */
  readonly usdPerDay?: string | null
}

export type Identity =
  | { readonly ok: true; readonly caller: Caller }
  | { readonly ok: false; readonly code: 'key.invalid' | 'key.expired' | 'key.disabled' }

export interface Identify {
  /**
   * The caller behind a key, synchronously when it is cached. A key that is missing, malformed, unknown, revoked,
   * replaced, of another surface or of a disabled account is always 'key.invalid', so that these cases cannot be
   * distinguished. Rejects with the database's error when it is needed and fails.
   */
  identify(presented: string | undefined, surface: KeySurface): Identity | Promise<Identity>
  /** The same for the key with an id, for whoever has shown a pass for it (passes.ts). Not cached. */
  identifyId(id: string, surface: KeySurface): Promise<Identity>
  /** Drops what is cached about a key in this process. */
  forget(keyId: string): void
}

export interface IdentifyDeps {
  readonly store: Store
  readonly peppers: Peppers
  readonly clock: () => number
  readonly invalidations: Invalidations
  readonly lastUsed: LastUsed
}

const maxCachedKeys = 10_000
/** Long enough to protect the database from a client that calls with a wrong key in a loop. */
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
  /** When the presented key stops working because it was rotated; null: it is the current one. */
  readonly graceUntil: number | null
  lastUsedAt: number
}

export function createIdentify({ store, peppers, clock, invalidations, lastUsed }: IdentifyDeps): Identify {
  const rows = createGatewayKeysRepository(store.db)
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

  /** Another process may have created the key under a pepper that this one has not read yet. */
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
      // Keyed by a hash, so that memory holds no list of working keys.
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

/** Null where there is no limit at all. */
export function limitsOf({ perMinute, perDay, usdPerDay = null }: KeyLimits): KeyLimits | null {
  if (perMinute === null && perDay === null && usdPerDay === null) return null
  return Object.freeze({ perMinute, perDay, usdPerDay })
}

/**
 * Parses stored restrictions. Unreadable ones fail the call: they are neither no restriction nor the caller's mistake.
 */
export function readStored<T>(keyId: string, json: string | null, read: (value: unknown) => T | null): T | null {
  if (json === null) return null
  try {
    const value = read(JSON.parse(json))
    if (value !== null) return value
  } catch {
    // Reported below.
  }
  throw new Error(`the stored restrictions of key ${keyId} cannot be read`)
}
