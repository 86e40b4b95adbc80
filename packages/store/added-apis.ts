// APIs that the operator has added. The primary key decides between two processes that add the same slug, and the
// revision between two that change the same API. The caller publishes the invalidation 'api' after a change.
import type { Kysely } from 'kysely'
import type { AddedApisTable, Tables } from './schema.ts'

/** An added API without its document. Times are milliseconds since the epoch. */
export interface AddedApiInfo {
  readonly slug: string
  readonly title: string
  /** JSON. */
  readonly options: string
  /** Counts the changes, from 1. */
  readonly revision: number
  readonly createdAt: number
  readonly updatedAt: number
}
export interface AddedApiRow extends AddedApiInfo {
  readonly document: Uint8Array
  readonly description: Uint8Array
}

export interface AddedApisRepository {
  /** Lists all but those that are being removed, in order of slug. */
  list(): Promise<AddedApiInfo[]>
  /** Returns an API, unless it is being removed. */
  get(slug: string): Promise<AddedApiInfo | undefined>
  description(slug: string): Promise<Uint8Array | undefined>
  document(slug: string): Promise<Uint8Array | undefined>
  /** Adds an API; false if the slug is taken. */
  insert(row: Omit<AddedApiRow, 'revision'>): Promise<boolean>
  /** Replaces an API if its revision is still `row.revision`, and counts it up; otherwise false. */
  replace(row: Omit<AddedApiRow, 'createdAt'>): Promise<boolean>
  /** Marks an API as being removed; false if there is none. Its slug stays taken until `remove`. */
  beginRemoval(slug: string, at: number): Promise<boolean>
  /** Lists the slugs of the APIs that are being removed, from before `before`. */
  beingRemoved(before: number): Promise<string[]>
  /** Removes the provider keys, settings and resources that accounts have under a slug, and its prices. */
  forgetAccounts(slug: string): Promise<void>
  /** Removes an API that is being removed. */
  remove(slug: string): Promise<void>
}

/** Creates the repository of added APIs. */
export function createAddedApisRepository(db: Kysely<Tables>): AddedApisRepository {
  const served = () => db.selectFrom('added_apis').where('removed_at', 'is', null)
  const infos = () =>
    served().select(['slug', 'title', 'options', 'revision', 'created_at as createdAt', 'updated_at as updatedAt'])
  return {
    list: () => infos().orderBy('slug').execute(),
    get: (slug) => infos().where('slug', '=', slug).executeTakeFirst(),
    description: async (slug) =>
      (await served().select('description').where('slug', '=', slug).executeTakeFirst())?.description,
    document: async (slug) => (await served().select('document').where('slug', '=', slug).executeTakeFirst())?.document,
    insert: async ({ createdAt, updatedAt, ...row }) => {
      const times = { created_at: createdAt, updated_at: updatedAt, removed_at: null }
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('added_apis')
        .values({ ...row, ...times, revision: 1 } satisfies AddedApisTable)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return (numInsertedOrUpdatedRows ?? 0n) > 0n
    },
    replace: async ({ slug, revision, updatedAt, ...changes }) => {
      const { numUpdatedRows } = await db
        .updateTable('added_apis')
        .set({ ...changes, revision: revision + 1, updated_at: updatedAt })
        .where('slug', '=', slug)
        .where('revision', '=', revision)
        .where('removed_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    beginRemoval: async (slug, at) => {
      const { numUpdatedRows } = await db
        .updateTable('added_apis')
        .set({ removed_at: at })
        .where('slug', '=', slug)
        .where('removed_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    beingRemoved: async (before) => {
      const rows = await db.selectFrom('added_apis').select('slug').where('removed_at', '<', before).execute()
      return rows.map(({ slug }) => slug)
    },
    forgetAccounts: async (slug) => {
      await db.deleteFrom('provider_keys').where('slug', '=', slug).execute()
      await db.deleteFrom('listing_settings').where('listing', '=', slug).execute()
      await db.deleteFrom('listing_envelopes').where('listing', '=', slug).execute()
      await db.deleteFrom('listing_answers').where('listing', '=', slug).execute()
      await db.deleteFrom('kept_answers').where('listing', '=', slug).execute()
      await db.deleteFrom('prices').where('listing', '=', slug).execute()
      await db.deleteFrom('added_resources').where('slug', '=', slug).execute()
    },
    remove: async (slug) => {
      await db.deleteFrom('added_apis').where('slug', '=', slug).where('removed_at', 'is not', null).execute()
    },
  }
}
