// Rows of gateway keys and market keys. Only hashes are stored, never a key itself. A revoked row no longer has a hash,
// and every change requires "not revoked", so nothing restores a revoked key.
import { type Kysely, sql } from 'kysely'
import { type AccountStore, whileAlone } from './account-lock.ts'
import type { Account } from './accounts.ts'
import { type AgentAccess, type KeyRow, readKey } from './gateway-key-row.ts'
import type { Tables } from './schema.ts'

/** The keyed hash of a key in hex, and the version of its pepper. */
export interface KeyHash {
  readonly hash: string
  readonly pepperVersion: number
}

/** The data that a call needs about its key: the row, its account and the account's plan. */
export interface KeyMatch {
  readonly key: KeyRow
  /** True if the matching hash is that of the key from before the last rotation. */
  readonly matchedPrevious: boolean
  readonly account: Pick<Account, 'id' | 'name' | 'enabled' | 'isDemo' | 'provider'>
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
  readonly sandbox?: string | undefined
  readonly createdAt: number
  readonly hash: KeyHash
  /** Id of the key that creates this one. */
  readonly madeBy?: string | undefined
}

/** Maximum number of keys of an account. */
export interface KeyCounts {
  readonly all: number
  readonly unrevoked: number
}

/** The result of a revocation. */
export interface Revocation {
  /** Ids of the keys that this call revoked. */
  readonly revoked: readonly string[]
  /** Ids of all requested keys that are revoked, including earlier revocations. */
  readonly all: readonly string[]
  /** Keys that this key created, directly or through others, and that are not revoked. */
  readonly remaining: readonly KeyRow[]
}

export interface GatewayKeysRepository {
  /**
   * Adds an enabled key. Returns 'full' if the account has reached its limit, and 'maker_ended' if the creating key is
   * no longer valid: both checks hold with the insert, whatever other processes do. Rejects if the account is unknown
   * or the id or hash is taken.
   */
  insert(key: NewKeyRow, most?: KeyCounts): Promise<'made' | 'full' | 'maker_ended'>
  /** Finds the key with one of these current or previous hashes, even if it is disabled or expired. */
  match(hashes: readonly string[]): Promise<KeyMatch | undefined>
  /** Finds a key by its id, unless it is revoked. */
  matchId(id: string): Promise<KeyMatch | undefined>
  get(id: string): Promise<KeyRow | undefined>
  /** True if the key is valid at a time: neither revoked, disabled nor expired, and its account enabled. */
  works(id: string, at: number): Promise<boolean>
  /** Applies the changes; undefined if the key is unknown or revoked. */
  update(id: string, changes: KeyChanges): Promise<KeyRow | undefined>
  /**
   * Replaces the hash, keeping the previous one until `previousUntil`; false if the key is unknown or revoked, or if
   * the rotating key is no longer valid.
   */
  rotate(id: string, hash: KeyHash, by: { previousUntil: number | null; key?: string | undefined }): Promise<boolean>
  /**
   * Erases hashes for good: those of the key, and of the keys that it created, directly or through others, for which
   * `also` is true. Keys being created at the same moment are included. Returns undefined if the key is unknown.
   */
  revoke(id: string, at: number, also?: (made: KeyRow) => boolean): Promise<Revocation | undefined>
  /** Records times of last use; an earlier time never replaces a later one. At most 500 at once. */
  touch(uses: readonly { readonly id: string; readonly at: number }[]): Promise<void>
}

/** Creates the repository of keys. */
export function createGatewayKeysRepository({ db, dialect }: AccountStore): GatewayKeysRepository {
  return {
    insert: (key, most) => insertKey({ db, dialect }, key, most),
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
    update: (id, changes) => updateKey(db, id, changes),
    rotate: (id, hash, by) => rotateKey({ db, dialect }, { id, hash, ...by }),
    revoke: (id, at, also) => revokeKeys({ db, dialect }, { id, at, also }),
    touch: (uses) => touchKeys(db, uses),
  }
}

async function insertKey(store: AccountStore, key: NewKeyRow, most: KeyCounts | undefined) {
  return whileAlone(store, key.accountId, async (db) => {
    if (key.madeBy !== undefined && !(await isWorking(db, key.madeBy))) return 'maker_ended'
    if (most && (await hasAsMany(db, key.accountId, most))) return 'full'
    await insertRow(db, key)
    return 'made'
  })
}

async function isWorking(db: Kysely<Tables>, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('gateway_keys')
    .select('id')
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('enabled', '=', 1)
    .executeTakeFirst()
  return row !== undefined
}

async function hasAsMany(db: Kysely<Tables>, accountId: string, most: KeyCounts): Promise<boolean> {
  const { all, revoked } = await db
    .selectFrom('gateway_keys')
    .select(({ fn }) => [fn.countAll<number>().as('all'), fn.count<number>('revoked_at').as('revoked')])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(all) >= most.all || Number(all) - Number(revoked) >= most.unrevoked
}

async function rotateKey(
  store: AccountStore,
  {
    id,
    hash: { hash, pepperVersion },
    previousUntil,
    key,
  }: { id: string; hash: KeyHash; previousUntil: number | null; key?: string | undefined },
): Promise<boolean> {
  const accountId = await accountOf(store.db, id)
  if (accountId === undefined) return false
  return whileAlone(store, accountId, async (db) => {
    if (key !== undefined && !(await isWorking(db, key))) return false
    const keep = previousUntil !== null
    const { numUpdatedRows } = await db
      .updateTable('gateway_keys')
      .set((column) => ({
        // the right-hand sides see the row before the update
        previous_hash: keep ? column.ref('hash') : null,
        previous_pepper_version: keep ? column.ref('pepper_version') : null,
        previous_until: previousUntil,
        hash,
        pepper_version: pepperVersion,
        // a key that rotates itself keeps its creator
        ...(key !== id && { made_by: key ?? null }),
      }))
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  })
}

async function accountOf(db: Kysely<Tables>, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('gateway_keys').select('account_id').where('id', '=', id).executeTakeFirst()
  return row?.account_id
}

/** Maximum number of ids in one statement. */
const idsAtOnce = 500

async function revokeKeys(
  store: AccountStore,
  { id, at, also }: { id: string; at: number; also: ((made: KeyRow) => boolean) | undefined },
): Promise<Revocation | undefined> {
  const accountId = await accountOf(store.db, id)
  if (accountId === undefined) return undefined
  return whileAlone(store, accountId, async (db) => {
    const made = await madeBy(db, id)
    const chosen = also ? made.filter((row) => row.revokedAt !== null || also(row)) : []
    const all = [id, ...chosen.map((row) => row.id)]
    const revoked: string[] = []
    for (const some of chunksOf(all)) revoked.push(...(await revokeRows(db, some, at)))
    const isLeft = ({ id, revokedAt }: KeyRow) => revokedAt === null && !all.includes(id)
    return { revoked, all, remaining: made.filter(isLeft) }
  })
}

/** Returns all keys that the key created, directly or through others. Keys may have rotated each other. */
async function madeBy(db: Kysely<Tables>, id: string): Promise<KeyRow[]> {
  const found = new Map<string, KeyRow>()
  for (let makers = [id]; makers.length > 0; ) {
    const next: string[] = []
    for (const some of chunksOf(makers)) {
      const rows = await db.selectFrom('gateway_keys').selectAll().where('made_by', 'in', some).execute()
      for (const row of rows)
        if (row.id !== id && !found.has(row.id)) {
          found.set(row.id, readKey(row))
          next.push(row.id)
        }
    }
    makers = next
  }
  return [...found.values()]
}

async function revokeRows(db: Kysely<Tables>, ids: readonly string[], at: number): Promise<string[]> {
  const erased = { hash: null, previous_hash: null, previous_pepper_version: null, previous_until: null }
  const rows = await db
    .updateTable('gateway_keys')
    .set({ ...erased, enabled: 0, revoked_at: at })
    .where('id', 'in', ids)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

function chunksOf(ids: readonly string[]): string[][] {
  const chunks: string[][] = []
  for (let start = 0; start < ids.length; start += idsAtOnce) chunks.push(ids.slice(start, start + idsAtOnce))
  return chunks
}

async function insertRow(db: Kysely<Tables>, key: NewKeyRow): Promise<void> {
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
      made_by: key.madeBy ?? null,
      sandbox: key.sandbox ?? null,
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
    .select([
      'accounts.name as account_name',
      'accounts.enabled as account_enabled',
      'accounts.is_demo',
      'accounts.provider',
    ])
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
      provider: row.provider,
    },
    plan: { id: row.plan_id, perMinute: row.plan_per_minute, perDay: row.plan_per_day },
  }
}

async function updateKey(db: Kysely<Tables>, id: string, changes: KeyChanges): Promise<KeyRow | undefined> {
  const { name, enabled, agent, scopes, addresses, perMinute, perDay, usdPerDay, expiresAt } = changes
  const row = await db
    .updateTable('gateway_keys')
    .set({
      // `set` requires at least one column, even if nothing changes
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
