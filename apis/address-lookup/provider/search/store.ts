// Reads addresses from the tables, by id, by postcode and by a selection of the word index.
import { type RawBuilder, sql } from 'kysely'
import { inChunks } from '#provider/sql'
import { type AddressRecord, parseRecord } from '../../model/address-record.ts'
import type { Database, Db } from '../../tables.ts'
import { rowIds } from '../addresses/ids.ts'

/** The limit of addresses listed per postcode. */
const mostOfPostcode = 1000

/** Word groups; an address must have at least one word of each group. */
type Groups = readonly (readonly string[])[]

export interface Box {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}
export interface Selection {
  readonly groups: Groups
  readonly box?: Box | undefined
}

/** Reads the addresses in these rows, in their order. */
export async function addressesOf(db: Db, ids: readonly number[]): Promise<AddressRecord[]> {
  const records = new Map<number, AddressRecord>()
  for (const some of inChunks(ids)) {
    const rows = await db
      .selectFrom('address_lookup_addresses')
      .select(['id', 'record'])
      .where('id', 'in', some)
      .execute()
    for (const { id, record } of rows) records.set(Number(id), parseRecord(record))
  }
  return ids.flatMap((id) => records.get(id) ?? [])
}

export async function findAddress(db: Db, publicId: string): Promise<AddressRecord | undefined> {
  return (await addressesOf(db, rowIds(publicId))).find(({ id }) => id === publicId)
}

/** Reads the addresses of a postcode, which is written without its space. */
export async function addressesOfPostcode(db: Db, postcode: string): Promise<AddressRecord[]> {
  const rows = await db
    .selectFrom('address_lookup_addresses')
    .select('record')
    .where('postcode', '=', postcode)
    .orderBy('id')
    .limit(mostOfPostcode)
    .execute()
  return rows.map(({ record }) => parseRecord(record))
}

/** Reads postcodes with this prefix, in order. */
export async function postcodesFrom(db: Db, prefix: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('address_lookup_addresses')
    .select('postcode')
    .distinct()
    .where('postcode', '>=', prefix)
    .where('postcode', '<', `${prefix}~`)
    .orderBy('postcode')
    .limit(limit)
    .execute()
  return rows.map(({ postcode }) => postcode)
}

/** Reads some of the matching addresses, in the order in which the database finds them. */
export async function someMatching(
  { db, dialect }: Database,
  selection: Selection,
  limit: number,
): Promise<AddressRecord[]> {
  const { rows } = await sql<{ record: string }>`${commonTable(dialect, selection)} ${
    dialect === 'sqlite'
      ? sql`select a.record from (select id from matching limit ${limit}) m
          inner join address_lookup_addresses a on a.id = m.id`
      : sql`select record from matching limit ${limit}`
  }`.execute(db)
  return rows.map(({ record }) => parseRecord(record))
}

/**
 * Samples very many matching addresses from some pages of the table: PostgreSQL collects all matches of its index
 * before it returns the first. The pages are fixed, so that suggestions stay stable during typing.
 */
export async function sampledMatching(
  { db }: Database,
  { groups }: Pick<Selection, 'groups'>,
  { percent, limit }: { readonly percent: number; readonly limit: number },
): Promise<AddressRecord[]> {
  const { rows } = await sql<{ record: string }>`select record from address_lookup_addresses
    tablesample system (${Math.min(100, percent)}) repeatable (1)
    where words @@ ${tsquery(groups)}::tsquery limit ${limit}`.execute(db)
  return rows.map(({ record }) => parseRecord(record))
}

/** Reads the ids of matching rows except some, in order. */
export async function matchingIds(
  { db, dialect }: Database,
  selection: Selection,
  {
    limit,
    offset = 0,
    except = [],
  }: { readonly limit: number; readonly offset?: number; readonly except?: readonly number[] },
): Promise<number[]> {
  const others = except.length > 0 ? sql`where id not in (${sql.join(except)})` : sql``
  const { rows } = await sql<{ id: number }>`${commonTable(dialect, selection)} select id from matching ${others}
    order by id limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ id }) => Number(id))
}

/** Counts the matches, up to `most`. */
export async function countMatching({ db, dialect }: Database, selection: Selection, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`${commonTable(dialect, selection)} select count(*) as count from
    (select id from matching limit ${most}) n`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/**
 * Returns the common table expression. Materialised on PostgreSQL, which would otherwise plan for the limit: if it
 * overestimates the matches, it scans the whole table. Rows are still computed as they are read.
 */
function commonTable(dialect: Database['dialect'], selection: Selection): RawBuilder<unknown> {
  return dialect === 'sqlite'
    ? sql`with matching as (${matchingInIndex(selection)})`
    : sql`with matching as materialized (${matchingRows(selection)})`
}

function matchingInIndex({ groups, box }: Selection): RawBuilder<unknown> {
  if (groups.length === 0)
    return sql`select a.id from address_lookup_addresses a ${box ? sql`where ${inside(box)}` : sql``}`
  const query = groups.map((words) => `(${words.map((word) => `"${word}"`).join(' OR ')})`).join(' AND ')
  const found = sql`select rowid as id from address_lookup_words where address_lookup_words match ${query}`
  if (!box) return found
  return sql`select a.id from (${found}) w inner join address_lookup_addresses a on a.id = w.id where ${inside(box)}`
}

function matchingRows({ groups, box }: Selection): RawBuilder<unknown> {
  const conditions = [
    ...(groups.length > 0 ? [sql`a.words @@ ${tsquery(groups)}::tsquery`] : []),
    ...(box ? [inside(box)] : []),
  ]
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
  return sql`select a.id, a.record from address_lookup_addresses a ${where}`
}

function inside({ west, south, east, north }: Box): RawBuilder<unknown> {
  return sql`a.lat between ${south} and ${north} and a.lon between ${west} and ${east}`
}

/**
 * Returns the query text. Words hold letters, digits and underscores only, so quoting them is safe, here and for FTS5.
 */
function tsquery(groups: Groups): string {
  return groups.map((words) => `(${words.map((word) => `'${word}'`).join(' | ')})`).join(' & ')
}
