// Rows of the vault: a wrapped data key per account and the provider keys sealed under it. Nothing here can open them.
import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import type { Store } from './open.ts'
import type { Tables } from './schema.ts'

/** The data key of an account, wrapped by the master key. Times are milliseconds since the epoch. */
export interface DataKeyRow {
  readonly accountId: string
  readonly wrapped: Uint8Array
  /** Version of the master key that wraps it. */
  readonly masterVersion: number
  readonly createdAt: number
}

/** The public part of a stored provider key. */
export interface ProviderKeyInfo {
  readonly slug: string
  readonly hint: string
  /** Increases with each replacement. */
  readonly version: number
  readonly createdAt: number
  readonly updatedAt: number
  /** Time at which the provider last accepted this version. */
  readonly verifiedAt: number | null
}

/** The data needed to open a stored provider key. */
export interface SealedProviderKey {
  readonly version: number
  readonly sealed: Uint8Array
}

export interface VaultRepository {
  dataKey(accountId: string): Promise<DataKeyRow | undefined>
  /** Adds the data key of an account; false if it has one. Rejects if the account is unknown. */
  insertDataKey(row: DataKeyRow): Promise<boolean>
  /**
   * Lists at most `limit` data keys with a master version below `masterVersion`, in order of account, after `after`.
   */
  dataKeysBefore(masterVersion: number, page: { readonly after: string; readonly limit: number }): Promise<DataKeyRow[]>
  /** Replaces a wrapped data key if it is still the one under `from`; otherwise false. */
  rewrap(row: DataKeyRow, from: { readonly masterVersion: number }): Promise<boolean>
  /** Returns the versions of the master key that rows of data_keys or peppers need, in ascending order. */
  masterVersionsInUse(): Promise<number[]>
  /** Returns the highest of these versions; 0 if nothing is sealed yet. */
  newestMasterVersion(): Promise<number>
  sealed(accountId: string, slug: string): Promise<SealedProviderKey | undefined>
  /** Returns the version of the stored key; 0 if there is none. */
  version(accountId: string, slug: string): Promise<number>
  /** Stores version `row.version`; false if the stored version is not the previous one. */
  put(row: NewProviderKey): Promise<boolean>
  /** True if there was a key. */
  remove(accountId: string, slug: string): Promise<boolean>
  /** Lists keys in order of slug; an account has at most one per listing. */
  list(accountId: string): Promise<ProviderKeyInfo[]>
  /** False if that version is not the stored one. */
  markVerified(key: { accountId: string; slug: string; version: number }, at: number): Promise<boolean>
}

export interface NewProviderKey {
  readonly accountId: string
  readonly slug: string
  readonly version: number
  readonly sealed: Uint8Array
  readonly hint: string
  readonly at: number
}

/**
 * Runs `work` while no other connection can write to data_keys or peppers; readers are not blocked. Conclusions of
 * `work` about the versions in use therefore still hold when it ends. Keep it short.
 */
export function withMasterLock<T>(store: Store, work: (db: Transaction<Tables>) => Promise<T>): Promise<T> {
  return store.db.transaction().execute(async (db) => {
    for (const statement of store.dialect.lockTables(['data_keys', 'peppers']))
      await db.executeQuery(CompiledQuery.raw(statement))
    return work(db)
  })
}

/** Creates the repository of the vault. */
export function createVaultRepository(db: Kysely<Tables>): VaultRepository {
  return {
    dataKey: (accountId) => selectDataKeys(db).where('account_id', '=', accountId).executeTakeFirst(),
    insertDataKey: async ({ accountId, wrapped, masterVersion, createdAt }) => {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('data_keys')
        .values({ account_id: accountId, wrapped, master_version: masterVersion, created_at: createdAt })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return (numInsertedOrUpdatedRows ?? 0n) > 0n
    },
    dataKeysBefore: (masterVersion, { after, limit }) =>
      selectDataKeys(db)
        .where('master_version', '<', masterVersion)
        .where('account_id', '>', after)
        .orderBy('account_id')
        .limit(limit)
        .execute(),
    rewrap: async ({ accountId, wrapped, masterVersion }, from) => {
      const { numUpdatedRows } = await db
        .updateTable('data_keys')
        .set({ wrapped, master_version: masterVersion })
        .where('account_id', '=', accountId)
        .where('master_version', '=', from.masterVersion)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    masterVersionsInUse: async () => {
      const rows = await db
        .selectFrom('data_keys')
        .select('master_version')
        .union(db.selectFrom('peppers').select('master_version'))
        .execute()
      return rows.map((row) => row.master_version).sort((a, b) => a - b)
    },
    newestMasterVersion: async () => {
      const newest = (table: 'data_keys' | 'peppers') =>
        db.selectFrom(table).select('master_version').orderBy('master_version', 'desc').limit(1).executeTakeFirst()
      const rows = [await newest('data_keys'), await newest('peppers')]
      return Math.max(0, ...rows.map((row) => row?.master_version ?? 0))
    },
    ...providerKeys(db),
  }
}

function selectDataKeys(db: Kysely<Tables>) {
  return db
    .selectFrom('data_keys')
    .select(['account_id as accountId', 'wrapped', 'master_version as masterVersion', 'created_at as createdAt'])
}

type ProviderKeysPart = Pick<VaultRepository, 'sealed' | 'version' | 'put' | 'remove' | 'list' | 'markVerified'>

function providerKeys(db: Kysely<Tables>): ProviderKeysPart {
  return {
    sealed: (accountId, slug) =>
      db
        .selectFrom('provider_keys')
        .select(['version', 'sealed'])
        .where('account_id', '=', accountId)
        .where('slug', '=', slug)
        .executeTakeFirst(),
    version: async (accountId, slug) => {
      const row = await db
        .selectFrom('provider_keys')
        .select('version')
        .where('account_id', '=', accountId)
        .where('slug', '=', slug)
        .executeTakeFirst()
      return row?.version ?? 0
    },
    put: (row) => putProviderKey(db, row),
    remove: async (accountId, slug) => {
      const { numDeletedRows } = await db
        .deleteFrom('provider_keys')
        .where('account_id', '=', accountId)
        .where('slug', '=', slug)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
    list: (accountId) =>
      db
        .selectFrom('provider_keys')
        .select(['slug', 'hint', 'version'])
        .select(['created_at as createdAt', 'updated_at as updatedAt', 'verified_at as verifiedAt'])
        .where('account_id', '=', accountId)
        .orderBy('slug')
        .execute(),
    markVerified: async ({ accountId, slug, version }, at) => {
      const { numUpdatedRows } = await db
        .updateTable('provider_keys')
        .set({ verified_at: at })
        .where('account_id', '=', accountId)
        .where('slug', '=', slug)
        .where('version', '=', version)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}

async function putProviderKey(db: Kysely<Tables>, row: NewProviderKey): Promise<boolean> {
  const { accountId, slug, version, sealed, hint, at } = row
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('provider_keys')
    .values({ account_id: accountId, slug, version, sealed, hint, created_at: at, updated_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'slug'])
        .doUpdateSet({ version, sealed, hint, updated_at: at, verified_at: null })
        .where('provider_keys.version', '=', version - 1),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}
