// Rows of events, and of the claims that keep each of them single. A claim and its event are written in one
// transaction.
import { type Kysely, sql } from 'kysely'
import type { Store } from './open.ts'
import { boundLimit, endOfPrefix, someOf } from './pages.ts'
import type { Tables } from './schema.ts'

export interface EventRow {
  /** Id in order of time, to the millisecond. */
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly type: string
  /** Null for what concerns all accounts. */
  readonly accountId: string | null
  /** JSON. */
  readonly data: string
  /** A sentence for people. */
  readonly sentence: string
}

/** A name that can be taken once until it expires. */
interface Claim {
  readonly name: string
  readonly at: number
  readonly expiresAt: number
}

/** The events to list, oldest first. */
interface EventSearch {
  /** Events of this account; undefined for all events. */
  readonly accountId?: string | undefined
  /** Types of events without an account that are listed as well. */
  readonly common?: readonly string[] | undefined
  readonly type?: string | undefined
  /** The id before the first one. */
  readonly after?: string | undefined
  /** The time before which events must have happened. */
  readonly before: number
  readonly from?: number | undefined
  /** 1 to 1000, 100 by default. */
  readonly limit?: number | undefined
}

const columns = ['id', 'at', 'type', 'account_id as accountId', 'data', 'sentence'] as const

/** Takes a claim; false if it is taken already. Call it in the transaction of what it guards. */
export async function takeClaim(db: Kysely<Tables>, { name, at, expiresAt }: Claim): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('claims')
    .values({ name, at, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Gives a claim back, so that it can be taken again; false if it was not taken. */
export async function releaseClaim(db: Kysely<Tables>, name: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('claims').where('name', '=', name).executeTakeFirst()
  return numDeletedRows > 0n
}

const namesPerQuery = 500

/** Returns those of the names that are taken. */
export async function takenClaims(db: Kysely<Tables>, names: readonly string[]): Promise<Set<string>> {
  const taken = new Set<string>()
  for (let start = 0; start < names.length; start += namesPerQuery) {
    const some = names.slice(start, start + namesPerQuery)
    const rows = await db.selectFrom('claims').select('name').where('name', 'in', some).execute()
    for (const { name } of rows) taken.add(name)
  }
  return taken
}

/** Returns the claims whose names begin with `prefix`, at most `limit`. */
export async function claimsBeginning(
  { db, dialect }: Pick<Store, 'db' | 'dialect'>,
  prefix: string,
  limit: number,
): Promise<string[]> {
  const name = sql<string>`name${sql.raw(dialect.binaryCollation)}`
  const rows = await db
    .selectFrom('claims')
    .select('name')
    .where(sql<boolean>`${name} >= ${prefix} and ${name} < ${endOfPrefix(sql`${prefix}`)}`)
    .orderBy('name')
    .limit(limit)
    .execute()
  return rows.map((row) => row.name)
}

export async function insertEvent(db: Kysely<Tables>, { accountId, ...event }: EventRow): Promise<void> {
  await db
    .insertInto('events')
    .values({ ...event, account_id: accountId })
    .execute()
}

/** Lists events, oldest first. */
export async function listEvents(db: Kysely<Tables>, search: EventSearch): Promise<EventRow[]> {
  const { accountId, common = [], type, after = '', before, from = 0 } = search
  let query = db
    .selectFrom('events')
    .select(columns)
    .where('id', '>', after)
    .where('at', '<', before)
    .where('at', '>=', from)
  if (accountId !== undefined)
    query = query.where(({ or, and, eb }) =>
      or([eb('account_id', '=', accountId), and([eb('account_id', 'is', null), eb('type', 'in', someOf(common))])]),
    )
  if (type !== undefined) query = query.where('type', '=', type)
  return query.orderBy('id').limit(boundLimit(search.limit)).execute()
}

export async function readEvent(db: Kysely<Tables>, id: string): Promise<EventRow | undefined> {
  return db.selectFrom('events').select(columns).where('id', '=', id).executeTakeFirst()
}

/** Deletes at most `limit` events from before `before`, with their deliveries; returns how many. */
export async function pruneEvents(db: Kysely<Tables>, before: number, limit: number): Promise<number> {
  const oldest = db.selectFrom('events').select('id').where('at', '<', before).orderBy('id').limit(limit)
  const rows = await oldest.execute()
  if (rows.length > 0)
    await db
      .deleteFrom('events')
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute()
  return rows.length
}

/** Deletes the claims that expired before `now`. */
export async function pruneClaims(db: Kysely<Tables>, now: number): Promise<void> {
  await db.deleteFrom('claims').where('expires_at', '<', now).execute()
}
