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
export interface StoredResource {
  readonly id: string
  /** Undefined once removed. */
  readonly body: unknown
}
/** The outcome of storing: `exists` if an added resource has the id of another, `full` if there is no room for it. */
type Stored = 'stored' | 'exists' | 'full'

/** Limits that keep a list of all resources a matter of milliseconds: per collection, and per account and API. */
const mostResources = 200
const mostBytes = 2 * 1024 * 1024
export const largestBody = 32 * 1024

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

/** Returns the resources of a collection, and the removed ones, in the order made; undefined if it was never used. */
export async function listResources(db: ResourceDb, key: CollectionKey): Promise<StoredResource[] | undefined> {
  const rows = await ofCollection(db, key)
    .orderBy('place')
    .limit(mostResources + 1)
    .execute()
  return rows.length === 0 ? undefined : rows.map(({ id, body }) => ({ id, body: parsed(body) }))
}

/** Returns a resource; null if it was removed or other ones exist, undefined if the collection was never used. */
export async function readResource(db: ResourceDb, key: CollectionKey, id: string): Promise<unknown> {
  const row = await ofCollection(db, key).where('id', '=', id).executeTakeFirst()
  if (row) return parsed(row.body) ?? null
  return (await ofCollection(db, key).limit(1).executeTakeFirst()) ? null : undefined
}

/** Adds a resource, also in place of a removed one. Of two with one id at the same time, one is stored. */
export function addResource(db: ResourceDb, key: CollectionKey, one: StoredResource): Promise<Stored> {
  return store(db, key, { ...one, replaces: false })
}

/** Stores a resource in place of the one with its id, if there is one. */
export function putResource(db: ResourceDb, key: CollectionKey, one: StoredResource): Promise<Stored> {
  return store(db, key, { ...one, replaces: true })
}

async function store(
  db: ResourceDb,
  key: CollectionKey,
  { id, body, replaces }: StoredResource & { readonly replaces: boolean },
): Promise<Stored> {
  const text = JSON.stringify(body)
  if (text.length > largestBody || !(await hasRoom(db, key, { id, length: text.length }))) return 'full'
  const { last } = await db
    .selectFrom('added_resources')
    .select(({ fn }) => fn.max('place').as('last'))
    .where(({ and }) => and({ ...key }))
    .executeTakeFirstOrThrow()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('added_resources')
    .values({ ...key, id, place: Number(last ?? 0) + 1, body: text })
    .onConflict((conflict) => {
      const update = conflict.columns(['account', 'slug', 'collection', 'id']).doUpdateSet({ body: text })
      return replaces ? update : update.where('added_resources.body', 'is', null)
    })
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n ? 'stored' : 'exists'
}

interface Entering {
  readonly id: string
  readonly length: number
}

async function hasRoom(db: ResourceDb, { account, slug, collection }: CollectionKey, entering: Entering) {
  const others = await db
    .selectFrom('added_resources')
    .select((select) => [
      select.fn.count('id').filterWhere('collection', '=', collection).as('inCollection'),
      select.fn.sum(select.fn<number>('length', ['body'])).as('bytes'),
    ])
    .where('account', '=', account)
    .where('slug', '=', slug)
    .where('body', 'is not', null)
    .where(({ not, and }) => not(and({ collection, id: entering.id })))
    .executeTakeFirstOrThrow()
  return Number(others.inCollection) < mostResources && Number(others.bytes ?? 0) + entering.length <= mostBytes
}

/**
 * Removes a resource. The row of the one that was made last stays without a body, so that its number is not given
 * again, and the collection is known to have been used.
 */
export async function removeResource(db: ResourceDb, key: CollectionKey, id: string): Promise<void> {
  await db
    .updateTable('added_resources')
    .set({ body: null })
    .where(({ and }) => and({ ...key, id }))
    .execute()
  const { last } = await db
    .selectFrom('added_resources')
    .select(({ fn }) => [fn.max('place').as('last')])
    .where(({ and }) => and({ ...key }))
    .where('body', 'is', null)
    .executeTakeFirstOrThrow()
  await db
    .deleteFrom('added_resources')
    .where(({ and }) => and({ ...key }))
    .where('body', 'is', null)
    .where('place', '<', last)
    .execute()
}

function parsed(body: string | null): unknown {
  return body === null ? undefined : JSON.parse(body)
}

function ofCollection(db: ResourceDb, key: CollectionKey) {
  return db
    .selectFrom('added_resources')
    .select(['id', 'body'])
    .where(({ and }) => and({ ...key }))
}
