// The resources that callers have made, per account and listing, in one table.
import type { Kysely } from 'kysely'

interface ResourceTables {
  added_resources: {
    account: string
    slug: string
    /** Path of the collection as called, such as `/owners/7/pets`. */
    collection: string
    id: string
    /** The order in which resources were made. */
    place: number
    /** JSON; null once removed, so that the collection is known to have been used. */
    body: string | null
  }
}
export type ResourceDb = Kysely<ResourceTables>

/** Identifies a collection of an account. */
export interface CollectionKey {
  readonly account: string
  readonly slug: string
  readonly collection: string
}
interface StoredResource {
  readonly id: string
  readonly body: unknown
}

/** The number of resources in a collection, and of bytes in each. */
const mostResources = 2000
const largestBody = 256 * 1024

/** Creates the table if no process has. */
export async function createTable(db: ResourceDb): Promise<void> {
  await db.schema
    .createTable('added_resources')
    .ifNotExists()
    .addColumn('account', 'text', (column) => column.notNull())
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('collection', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('place', 'bigint', (column) => column.notNull())
    .addColumn('body', 'text')
    .addPrimaryKeyConstraint('added_resources_key', ['account', 'slug', 'collection', 'id'])
    .execute()
}

/** Returns the resources of a collection in the order in which they were made; undefined if it was never used. */
export async function listResources(db: ResourceDb, key: CollectionKey): Promise<StoredResource[] | undefined> {
  const rows = await ofCollection(db, key).orderBy('place').limit(mostResources).execute()
  if (rows.length === 0) return undefined
  return rows.flatMap(({ id, body }) => (body === null ? [] : [{ id, body: JSON.parse(body) as unknown }]))
}

/** Returns a resource; null if it was removed or other ones exist, undefined if the collection was never used. */
export async function readResource(db: ResourceDb, key: CollectionKey, id: string): Promise<unknown> {
  const row = await ofCollection(db, key).where('id', '=', id).executeTakeFirst()
  if (row) return row.body === null ? null : JSON.parse(row.body)
  return (await ofCollection(db, key).limit(1).executeTakeFirst()) ? null : undefined
}

/** Stores a resource; returns the reason if it has no room. */
export async function storeResource(
  db: ResourceDb,
  key: CollectionKey,
  one: StoredResource,
): Promise<string | undefined> {
  const body = JSON.stringify(one.body)
  if (body.length > largestBody) return `A sample resource has at most ${largestBody} bytes.`
  const { count, last } = await db
    .selectFrom('added_resources')
    .select(({ fn }) => [fn.countAll().as('count'), fn.max('place').as('last')])
    .where(({ and }) => and({ ...key }))
    .executeTakeFirstOrThrow()
  if (Number(count) >= mostResources) return `A collection has at most ${mostResources} sample resources.`
  await db
    .insertInto('added_resources')
    .values({ ...key, id: one.id, place: Number(last ?? 0) + 1, body })
    .onConflict((conflict) => conflict.columns(['account', 'slug', 'collection', 'id']).doUpdateSet({ body }))
    .execute()
  return undefined
}

/** Removes a resource and keeps its place. */
export async function removeResource(db: ResourceDb, key: CollectionKey, id: string): Promise<void> {
  await db
    .updateTable('added_resources')
    .set({ body: null })
    .where(({ and }) => and({ ...key, id }))
    .execute()
}

function ofCollection(db: ResourceDb, key: CollectionKey) {
  return db
    .selectFrom('added_resources')
    .select(['id', 'body'])
    .where(({ and }) => and({ ...key }))
}
