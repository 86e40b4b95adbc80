// Rows of gateway keys and market keys. Only hashes get here, never a key itself. A revoked row has no hash any more
// and every change requires "not revoked", so nothing brings a revoked key back.
import { type Kysely, type Selectable, sql } from 'kysely'
import { boundPage, type PageById } from './pages.ts'
import type { GatewayKeysTable, Tables } from './schema.ts'

export type KeySurface = GatewayKeysTable['surface']
/** What agents may do with a key: nothing, read, or everything it opens. */
export type AgentAccess = Selectable<GatewayKeysTable>['agent']

/** What is stored of a key, without its hashes. Times are milliseconds since the epoch. */
export interface KeyRow {
  readonly id: string
  readonly accountId: string
  readonly surface: KeySurface
  readonly agent: AgentAccess
  readonly name: string
  /** JSON; null for no restriction. */
  readonly scopes: string | null
  /** JSON; null for no restriction. */
  readonly addresses: string | null
  readonly expiresAt: number | null
  readonly enabled: boolean
  readonly createdAt: number
  readonly lastUsedAt: number | null
  readonly revokedAt: number | null
  /** Until when the key from before the last rotation works. */
  readonly previousUntil: number | null
}

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
  readonly [K in 'name' | 'enabled' | 'agent' | 'scopes' | 'addresses' | 'expiresAt']?: KeyRow[K] | undefined
}

export interface NewKeyRow extends Pick<KeyRow, 'id' | 'accountId' | 'surface' | 'name'> {
  /** Default `read`. */
  readonly agent?: AgentAccess | undefined
  readonly scopes: string | null
  readonly addresses: string | null
  readonly expiresAt: number | null
  readonly createdAt: number
  readonly hash: KeyHash
}

export interface GatewayKeysRepository {
  /** Adds an enabled key. Rejects when the account is unknown or the id or hash is taken. */
  insert(key: NewKeyRow): Promise<void>
  /** The key that has one of these hashes now, or had it before its last rotation; it may be disabled or expired. */
  match(hashes: readonly string[]): Promise<KeyMatch | undefined>
  get(id: string): Promise<KeyRow | undefined>
  list(page?: PageById & { readonly accountId?: string | undefined }): Promise<KeyRow[]>
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
    get: async (id) => {
      const row = await db.selectFrom('gateway_keys').selectAll().where('id', '=', id).executeTakeFirst()
      return row && readKey(row)
    },
    list: async (page) => {
      const { limit, after } = boundPage(page)
      let query = db.selectFrom('gateway_keys').selectAll().where('id', '>', after).orderBy('id').limit(limit)
      if (page?.accountId !== undefined) query = query.where('account_id', '=', page.accountId)
      return (await query.execute()).map(readKey)
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
      expires_at: key.expiresAt,
      enabled: 1,
      created_at: key.createdAt,
    })
    .execute()
}

async function matchKey(db: Kysely<Tables>, hashes: readonly string[]): Promise<KeyMatch | undefined> {
  if (hashes.length === 0) return undefined
  const row = await db
    .selectFrom('gateway_keys')
    .innerJoin('accounts', 'accounts.id', 'gateway_keys.account_id')
    .innerJoin('plans', 'plans.id', 'accounts.plan_id')
    .selectAll('gateway_keys')
    .select(['accounts.name as account_name', 'accounts.enabled as account_enabled', 'accounts.is_demo'])
    .select(['plans.id as plan_id', 'plans.per_minute', 'plans.per_day'])
    .where((column) =>
      column.or([column('gateway_keys.hash', 'in', hashes), column('gateway_keys.previous_hash', 'in', hashes)]),
    )
    .executeTakeFirst()
  if (!row) return undefined
  return {
    key: readKey(row),
    matchedPrevious: row.hash === null || !hashes.includes(row.hash),
    account: {
      id: row.account_id,
      name: row.account_name,
      enabled: row.account_enabled === 1,
      isDemo: row.is_demo === 1,
    },
    plan: { id: row.plan_id, perMinute: row.per_minute, perDay: row.per_day },
  }
}

async function updateKey(db: Kysely<Tables>, id: string, changes: KeyChanges): Promise<KeyRow | undefined> {
  const { name, enabled, agent, scopes, addresses, expiresAt } = changes
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

function readKey(row: Selectable<GatewayKeysTable>): KeyRow {
  return {
    id: row.id,
    accountId: row.account_id,
    surface: row.surface,
    agent: row.agent,
    name: row.name,
    scopes: row.scopes,
    addresses: row.addresses,
    expiresAt: row.expires_at,
    enabled: row.enabled === 1,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
    previousUntil: row.previous_until,
  }
}
