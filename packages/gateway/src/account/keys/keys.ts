// Gateway keys and market keys: created, changed, rotated and revoked here, recognised in identify.ts. A key is
// revealed only once, when it is created. Every change holds in every process when its promise resolves.
import { fail } from '#define'
import {
  type AgentAccess,
  createAccountsRepository,
  createGatewayKeysRepository,
  type KeyCounts,
  type KeyRow,
  type KeySearch,
  type KeySurface,
  type Store,
  searchKeys,
} from '#store'
import { Secret } from '../../process/secret.ts'
import { isSeenWhole, unseenSentence } from '../../process/unseen.ts'
import type { Invalidations } from '../invalidations/port.ts'
import { readAddresses } from './addresses.ts'
import { newId, type RandomBytes } from './base62.ts'
import { dollarsOf, unitsOf } from './dollars.ts'
import { createIdentify, type Identify, type KeyLimits, limitsOf, readStored } from './identify.ts'
import { makeKey } from './key-format.ts'
import { createLastUsed } from './last-used.ts'
import type { Peppers } from './peppers.ts'
import { readScopes, type Scope } from './scopes.ts'
import { createSpendingLimits } from './spending-limits.ts'

const maxNameLength = 100
const maxGraceMs = 30 * 24 * 3_600_000
const prefixOf = { hosted: 'gh_live', market: 'gh_market' } as const

interface KeysDeps {
  readonly store: Store
  readonly peppers: Peppers
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly randomBytes: RandomBytes
  readonly invalidations: Invalidations
}

/** The public properties of a key. Times are milliseconds since the epoch. */
export interface KeyInfo extends Omit<KeyRow, 'scopes' | 'addresses' | 'perMinute' | 'perDay' | 'usdPerDay'> {
  readonly limits: KeyLimits | null
  readonly scopes: readonly Scope[] | null
  readonly addresses: readonly string[] | null
}

/** Settings of a key. Restrictions are untrusted and validated here; null lifts them. */
export interface KeySettings {
  readonly name?: string | undefined
  readonly enabled?: boolean | undefined
  /** The access of agents; a new key is read-only for them. */
  readonly agent?: AgentAccess | undefined
  readonly scopes?: readonly Scope[] | null | undefined
  readonly addresses?: readonly string[] | null | undefined
  readonly limits?: KeyLimits | null | undefined
  readonly expiresAt?: number | null | undefined
}

export interface NewKey extends Omit<KeySettings, 'enabled'> {
  readonly accountId: string
  readonly surface: KeySurface
  readonly name: string
  /** The name of the sandbox that answers all calls with the key. */
  readonly sandbox?: string | undefined
  /** The id of the key with which an account creates it. */
  readonly madeBy?: string | undefined
}

/** The result of a revocation. */
export interface RevokedKeys {
  /** Ids of the keys that stopped working. */
  readonly revoked: readonly string[]
  /** Keys made by the revoked key, itself or through others, that are not revoked. */
  readonly remaining: readonly KeyInfo[]
}

export interface Keys extends Identify {
  /**
   * Creates a key. Fails with 'input.invalid', with 'thing.unknown' for an unknown account, with 'thing.conflict' for
   * an account at its limit of keys, and with 'key.invalid' if the creating key has stopped working.
   */
  create(order: NewKey, most?: KeyCounts): Promise<{ id: string; key: Secret }>
  /**
   * Replaces the key under the same id. The old key works for another `graceMs` (up to 30 days); with 0 it has stopped
   * working in every process when this resolves. `by` is the key with which an account rotates it. Fails like `update`,
   * and with 'key.invalid' if `by` has stopped working.
   */
  rotate(id: string, options: { readonly graceMs: number; readonly by?: string }): Promise<{ id: string; key: Secret }>
  /**
   * Revokes a key for good, and those it has made, itself or through others, for which `also` returns true. Resolves
   * once no process accepts them any more. It is idempotent. Fails with 'thing.unknown'.
   */
  revoke(id: string, also?: (made: KeyInfo) => boolean): Promise<RevokedKeys>
  /** Applies the settings. Fails with 'input.invalid', 'thing.unknown', or 'thing.conflict' for a revoked key. */
  update(id: string, settings: KeySettings): Promise<KeyInfo>
  /** Returns a page of keys, including revoked ones. Fails with 'input.invalid' for a cursor that no page returned. */
  list(search?: Omit<KeySearch, 'now'>): Promise<{ readonly keys: KeyInfo[]; readonly next?: string }>
  get(id: string): Promise<KeyInfo | undefined>
  /** Reports whether a key works now: neither revoked, disabled nor expired, and its account enabled. */
  works(id: string): Promise<boolean>
  /**
   * Returns the cost limit of the key's calls in a UTC day, in 1e-12 US dollars; undefined without a limit. It is
   * cached.
   */
  spendingLimit(id: string): bigint | undefined | Promise<bigint | undefined>
  /** Writes the times of last use; must be called on a timer and before the process ends. */
  flush(): Promise<void>
}

export function createKeys(deps: KeysDeps): Keys {
  const { store, peppers, clock, randomBytes, invalidations } = deps
  const rows = createGatewayKeysRepository(store)
  const lastUsed = createLastUsed(rows)
  const { identify, identifyId, forget } = createIdentify({ store, peppers, clock, invalidations, lastUsed })

  async function unchangeable(id: string): Promise<Error> {
    const row = await rows.get(id)
    if (!row) return fail('thing.unknown', { thing: 'key', id })
    return fail('thing.conflict', { reason: `The key ${id} is revoked, and nothing brings it back. Make a new one.` })
  }

  return {
    identify,
    identifyId,
    forget,
    async create(newKey, most) {
      const { accountId, surface, madeBy, sandbox } = newKey
      const settings = readSettings(newKey)
      if (newKey.expiresAt != null && newKey.expiresAt <= clock()) throw refusal('expiresAt lies in the past')
      if (!(await createAccountsRepository(store.db).get(accountId)))
        throw fail('thing.unknown', { thing: 'account', id: accountId })
      const key = makeKey(prefixOf[surface], randomBytes)
      const id = newId('key', randomBytes)
      const { name = '', scopes = null, addresses = null, expiresAt = null, ...rest } = settings
      const stored = { ...rest, name, scopes, addresses, expiresAt, createdAt: clock(), hash: peppers.hash(key) }
      const outcome = await rows.insert({ id, accountId, surface, madeBy, sandbox, ...stored }, most)
      if (outcome === 'maker_ended') throw makerEnded()
      if (outcome === 'full' && most) throw fail('thing.conflict', { reason: tooMany(most) })
      return { id, key: new Secret(key) }
    },
    async rotate(id, { graceMs, by }) {
      if (!Number.isInteger(graceMs) || graceMs < 0 || graceMs > maxGraceMs)
        throw refusal(`graceMs is a whole number from 0 to ${maxGraceMs}`)
      const row = await rows.get(id)
      if (!row) throw await unchangeable(id)
      const key = makeKey(prefixOf[row.surface], randomBytes)
      const previousUntil = graceMs === 0 ? null : clock() + graceMs
      const rotated = await rows.rotate(id, peppers.hash(key), { previousUntil, key: by })
      if (!rotated) throw by !== undefined && !(await rows.works(by, clock())) ? makerEnded() : await unchangeable(id)
      await invalidations.publish('key', id)
      return { id, key: new Secret(key) }
    },
    async revoke(id, also) {
      const done = await rows.revoke(id, clock(), also && ((row) => also(infoOf(row))))
      if (!done) throw fail('thing.unknown', { thing: 'key', id })
      // published even then: an earlier revocation may have ended between writing the row and publishing
      for (let start = 0; start < done.all.length; start += publishedAtOnce)
        await Promise.all(
          done.all.slice(start, start + publishedAtOnce).map((one) => invalidations.publish('key', one)),
        )
      return { revoked: done.revoked, remaining: done.remaining.map(infoOf) }
    },
    async update(id, settings) {
      const row = await rows.update(id, readSettings(settings))
      if (!row) throw await unchangeable(id)
      await invalidations.publish('key', id)
      return infoOf(row)
    },
    list: async (search) => {
      const { keys, ...page } = await searchKeys(store, { ...search, now: clock() }).catch(refuseCursor)
      return { keys: keys.map(infoOf), ...page }
    },
    get: async (id) => {
      const row = await rows.get(id)
      return row && infoOf(row)
    },
    works: (id) => rows.works(id, clock()),
    spendingLimit: createSpendingLimits({ rows, clock, invalidations }),
    flush: () => lastUsed.flush(),
  }
}

const publishedAtOnce = 20

/** Creates the failure of a call whose own key has stopped working since it began. */
const makerEnded = () => fail('key.invalid', { header: 'x-gateway-key' })

const tooMany = ({ all, unrevoked }: KeyCounts) =>
  `An account has at most ${unrevoked} keys, and ${all} with those that are revoked. Revoke some, or ask the operator.`

/** Reports an unreadable cursor as the caller's mistake. */
function refuseCursor(error: unknown): never {
  if (error instanceof RangeError) throw refusal('after is the next of the previous page')
  throw error
}

interface StoredSettings {
  readonly name?: string
  readonly enabled?: boolean
  readonly agent?: AgentAccess
  readonly scopes?: string | null
  readonly addresses?: string | null
  readonly perMinute?: number | null
  readonly perDay?: number | null
  readonly usdPerDay?: string | null
  readonly expiresAt?: number | null
}

function readSettings({ name, enabled, agent, scopes, addresses, limits, expiresAt }: KeySettings): StoredSettings {
  return {
    ...(name !== undefined && { name: readName(name) }),
    ...(enabled !== undefined && { enabled }),
    ...(agent !== undefined && { agent }),
    ...(scopes !== undefined && { scopes: jsonOf(readScopes(scopes)) }),
    ...(addresses !== undefined && { addresses: jsonOf(readAddresses(addresses)?.entries ?? null) }),
    ...(limits !== undefined && readLimits(limits)),
    ...(expiresAt !== undefined && { expiresAt: readTime(expiresAt) }),
  }
}

function readLimits(limits: KeyLimits | null): Pick<StoredSettings, 'perMinute' | 'perDay' | 'usdPerDay'> {
  const { perMinute = null, perDay = null, usdPerDay = null } = limits ?? {}
  const units = usdPerDay === null ? null : unitsOf(usdPerDay)
  if (units === undefined) throw refusal('usdPerDay is an amount such as 2.50, with at most twelve decimals')
  return { perMinute, perDay, usdPerDay: units === null ? null : dollarsOf(units) }
}

function readName(name: string): string {
  if (!isSeenWhole(name)) throw refusal(`the name of a key has ${unseenSentence}`)
  if (name.trim() === '' || name.length > maxNameLength)
    throw refusal(`a key has a name of 1 to ${maxNameLength} characters`)
  return name
}

function readTime(time: number | null): number | null {
  if (time !== null && (!Number.isSafeInteger(time) || time < 0))
    throw refusal('expiresAt is a time in whole milliseconds since the epoch, or null')
  return time
}

function jsonOf(value: readonly unknown[] | null): string | null {
  return value === null ? null : JSON.stringify(value)
}

function infoOf({ perMinute, perDay, usdPerDay, ...row }: KeyRow): KeyInfo {
  return {
    ...row,
    limits: limitsOf({ perMinute, perDay, usdPerDay }),
    scopes: readStored(row.id, row.scopes, readScopes),
    addresses: readStored(row.id, row.addresses, readAddresses)?.entries ?? null,
  }
}

function refusal(problems: string): Error {
  return fail('input.invalid', { problems })
}
