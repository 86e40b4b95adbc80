// Rows of peppers: the secrets under which keys are hashed, sealed under the master key.
import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'

export interface PepperRow {
  readonly version: number
  readonly sealed: Uint8Array
  /** Version of the master key that seals the pepper. */
  readonly masterVersion: number
  /** Milliseconds since the epoch. */
  readonly createdAt: number
}

export interface PeppersRepository {
  /** Lists all peppers, oldest first; there are never more than a few. */
  list(): Promise<PepperRow[]>
  /** Adds a pepper; false if its version is taken. */
  insert(row: PepperRow): Promise<boolean>
  /** Replaces the seal of a pepper if it is still the one made under `from`; otherwise false. */
  reseal(row: PepperRow, from: { readonly masterVersion: number }): Promise<boolean>
}

/** Creates the repository of peppers. */
export function createPeppersRepository(db: Kysely<Tables>): PeppersRepository {
  return {
    list: () =>
      db
        .selectFrom('peppers')
        .select(['version', 'sealed', 'master_version as masterVersion', 'created_at as createdAt'])
        .orderBy('version')
        .limit(1000)
        .execute(),
    insert: async ({ version, sealed, masterVersion, createdAt }) => {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('peppers')
        .values({ version, sealed, master_version: masterVersion, created_at: createdAt })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return (numInsertedOrUpdatedRows ?? 0n) > 0n
    },
    reseal: async ({ version, sealed, masterVersion }, from) => {
      const { numUpdatedRows } = await db
        .updateTable('peppers')
        .set({ sealed, master_version: masterVersion })
        .where('version', '=', version)
        .where('master_version', '=', from.masterVersion)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}
