// Rows of gateway keys and market keys. Only hashes get here, never a key itself. A revoked row has no hash any more
// and every change requires "not revoked", so nothing brings a revoked key back.
import { type Kysely, sql } from 'kysely'
import { type AgentAccess, type KeyRow, readKey } from './gateway-key-row.ts'
import type { Tables } from './schema.ts'

/** The keyed hash of a key in hex, and the version of the pepper it was made with. */
export interface KeyHash {
  readonly hash: string
  readonly pepperVersion: number
}

/** What a call needs to know of its key: the row, its account and the account's plan. */
export interface KeyMatch {
  readonly key: KeyRow
  /** The hash that matched is that of the key from before the last rotation. */
  readonly matchedPrevious: boolean
  readonly account: { readonly id: string; readonly name: string; readonly enabled: boolean; readonly isDemo: boolean }
  readonly plan: { readonly id: string; readonly perMinute: number; readonly perDay: number }
}

export type KeyChanges = {
  readonly [K in
    | 'name'
    | 'enabled'
    | 'agent'
    | 'scopes'
    | 'addresses'
    | 'perMinute'
    | 'perDay'
    | 'usdPerDay'
    | 'expiresAt']?: KeyRow[K] | undefined
}

export interface NewKeyRow extends Pick<KeyRow, 'id' | 'accountId' | 'surface' | 'name'> {
  /** Default `read`. */
  readonly agent?: AgentAccess | undefined
  readonly scopes: string | null
  readonly addresses: string | null
  readonly perMinute?: number | null | undefined
  readonly perDay?: number | null | undefined
  readonly usdPerDay?: string | null | undefined
  readonly expiresAt: number | null
  readonly createdAt: number
  readonly hash: KeyHash
}

export interface GatewayKeysRepository {
  /** Adds an enabled key. Rejects when the account is unknown or the id or hash is taken. */
  insert(key: NewKeyRow): Promise<void>
  /** The key that has one of these hashes now, or had it before its last rotation; it may be disabled or expired. */
  match(hashes: readonly string[]): Promise<KeyMatch | undefined>
  /** The same for a key by its id, unless it is revoked. */
  matchId(id: string): Promise<KeyMatch | undefined>
  get(id: string): Promise<KeyRow | undefined>
  /** Whether it may call at a time: neither revoked, disabled nor expired, and its account enabled. */
  works(id: string, at: number): Promise<boolean>
  /** How many keys an account has; of them, how many are not revoked. */
  count(accountId: string): Promise<{ readonly all: number; readonly unrevoked: number }>
  /** Applies the changes; undefined when the key is unknown or revoked. */
  update(id: string, changes: KeyChanges): Promise<KeyRow | undefined>
  /** Replaces the hash, keeping the previous one until `previousUntil`; false when the key is unknown or revoked. */
  rotate(id: string, hash: KeyHash, previousUntil: number | null): Promise<boolean>
  /** Erases the hashes for good. False when the key is unknown or already revoked. */
  revoke(id: string, at: number): Promise<boolean>
  /** Records when keys were last used; an earlier time never replaces a later one. At most 500 at once. */
  touch(uses: readonly { readonly id: string; readonly at: number }[]): Promise<void>
}

/** Makes the repository of keys. */
export function createGatewayKeysRepository(db: Kysely<Tables>): GatewayKeysRepository {
  return {
    insert: (key) => insertKey(db, key),
    match: (hashes) => matchKey(db, hashes),
    matchId: (id) => matchKey(db, { id }),
    get: async (id) => {
      const row = await db.selectFrom('gateway_keys').selectAll().where('id', '=', id).executeTakeFirst()
      return row && readKey(row)
    },
    works: async (id, at) => {
      const row = await db
        .selectFrom('gateway_keys')
        .innerJoin('accounts', 'accounts.id', 'gateway_keys.account_id')
        .select('gateway_keys.id')
        .where('gateway_keys.id', '=', id)
        .where('gateway_keys.revoked_at', 'is', null)
        .where('gateway_keys.enabled', '=', 1)
        .where('accounts.enabled', '=', 1)
        .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', at)]))
        .executeTakeFirst()
      return row !== undefined
    },
    count: async (accountId) => {
      const { all, revoked } = await db
        .selectFrom('gateway_keys')
        .select(({ fn }) => [fn.countAll<number>().as('all'), fn.count<number>('revoked_at').as('revoked')])
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow()
      return { all: Number(all), unrevoked: Number(all) - Number(revoked) }
    },
    update: (id, changes) => updateKey(db, id, changes),
    rotate: async (id, { hash, pepperVersion }, previousUntil) => {
      const keep = previousUntil !== null
      const { numUpdatedRows } = await db
        .updateTable('gateway_keys')
        .set((column) => ({
          // The right-hand sides see the row as it was before the update.
          previous_hash: keep ? column.ref('hash') : null,
          previous_pepper_version: keep ? column.ref('pepper_version') : null,
          previous_until: previousUntil,
          hash,
          pepper_version: pepperVersion,
        }))
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    revoke: async (id, at) => {
      const erased = { hash: null, previous_hash: null, previous_pepper_version: null, previous_until: null }
      const { numUpdatedRows } = await db
        .updateTable('gateway_keys')
        .set({ ...erased, enabled: 0, revoked_at: at })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    touch: (uses) => touchKeys(db, uses),
  }
}

async function insertKey(db: Kysely<Tables>, key: NewKeyRow): Promise<void> {
  await db
    .insertInto('gateway_keys')
    .values({
      id: key.id,
      account_id: key.accountId,
      surface: key.surface,
      ...(key.agent !== undefined && { agent: key.agent }),
      name: key.name,
      hash: key.hash.hash,
      pepper_version: key.hash.pepperVersion,
      scopes: key.scopes,
      addresses: key.addresses,
      per_minute: key.perMinute ?? null,
      per_day: key.perDay ?? null,
      usd_per_day: key.usdPerDay ?? null,
      expires_at: key.expiresAt,
      enabled: 1,
      created_at: key.createdAt,
    })
    .execute()
}

async function matchKey(
  db: Kysely<Tables>,
  by: readonly string[] | { readonly id: string },
): Promise<KeyMatch | undefined> {
  if ('length' in by && by.length === 0) return undefined
  const row = await db
    .selectFrom('gateway_keys')
    .innerJoin('accounts', 'accounts.id', 'gateway_keys.account_id')
    .innerJoin('plans', 'plans.id', 'accounts.plan_id')
    .selectAll('gateway_keys')
    .select(['accounts.name as account_name', 'accounts.enabled as account_enabled', 'accounts.is_demo'])
    .select(['plans.id as plan_id', 'plans.per_minute as plan_per_minute', 'plans.per_day as plan_per_day'])
    .where((column) =>
      'id' in by
        ? column.and([column('gateway_keys.id', '=', by.id), column('revoked_at', 'is', null)])
        : column.or([column('gateway_keys.hash', 'in', by), column('gateway_keys.previous_hash', 'in', by)]),
    )
    .executeTakeFirst()
  if (!row) return undefined
  return {
    key: readKey(row),
    matchedPrevious: !('id' in by) && (row.hash === null || !by.includes(row.hash)),
    account: {
      id: row.account_id,
      name: row.account_name,
      enabled: row.account_enabled === 1,
      isDemo: row.is_demo === 1,
    },
    plan: { id: row.plan_id, perMinute: row.plan_per_minute, perDay: row.plan_per_day },
  }
}

async function updateKey(db: Kysely<Tables>, id: string, changes: KeyChanges): Promise<KeyRow | undefined> {
  const { name, enabled, agent, scopes, addresses, perMinute, perDay, usdPerDay, expiresAt } = changes
  const row = await db
    .updateTable('gateway_keys')
    .set({
      // `set` requires at least one column, even when nothing changes.
      id,
      ...(name !== undefined && { name }),
      ...(enabled !== undefined && { enabled: enabled ? 1 : 0 }),
      ...(agent !== undefined && { agent }),
      ...(scopes !== undefined && { scopes }),
      ...(addresses !== undefined && { addresses }),
      ...(perMinute !== undefined && { per_minute: perMinute }),
      ...(perDay !== undefined && { per_day: perDay }),
      ...(usdPerDay !== undefined && { usd_per_day: usdPerDay }),
      ...(expiresAt !== undefined && { expires_at: expiresAt }),
    })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row && readKey(row)
}

async function touchKeys(db: Kysely<Tables>, uses: readonly { id: string; at: number }[]): Promise<void> {
  if (uses.length === 0) return
  if (uses.length > 500) throw new RangeError('at most 500 uses are recorded at once')
  const rows = uses.map(({ id, at }) => sql`(cast(${id} as text), cast(${at} as bigint))`)
  await sql`
    with seen(id, at) as (values ${sql.join(rows)})
    update gateway_keys set last_used_at = seen.at from seen
    where gateway_keys.id = seen.id and (last_used_at is null or last_used_at < seen.at)
  `.execute(db)
}
