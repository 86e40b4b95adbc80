// Addresses in the tables, with their words in the index of either database: FTS5 on SQLite, tsvector with GIN on
// PostgreSQL.
import { type RawBuilder, sql } from 'kysely'
import { bumpRevision, inChunks, insertMany } from '#provider'
import type { Database, Db } from '../../tables.ts'
import { type Origin, rowId, rowIds, sampleRows } from '../addresses/ids.ts'
import { type AddressRecord, parseRecord } from '../addresses/record.ts'
import { compactPostcode } from '../postcodes/postcode.ts'
import { addressKeys, addressWords } from './words.ts'

const rowsPerStatement = 250
/** More addresses of one postcode are never listed. */
const mostOfPostcode = 1000
const removedAtOnce = 2000

/** Words that an address must have: of each group at least one. */
export type Groups = readonly (readonly string[])[]

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

/** Stores addresses, replacing those with the same id. Inside a transaction. */
export async function saveAddresses(
  { db, dialect }: Database,
  records: readonly AddressRecord[],
  origin: Origin,
): Promise<void> {
  const byId = new Map(records.map((record) => [rowId(record.id, origin), record]))
  // in order of their ids: FTS5 flushes its buffer whenever an id is smaller than the previous
  const entries = [...byId].sort(([a], [b]) => a - b)
  const rows = entries.map(([id, record]) => ({
    ...{ id, postcode: compactPostcode(record.postcode ?? '') },
    ...{ lat: record.latitude ?? null, lon: record.longitude ?? null, record: JSON.stringify(record) },
  }))
  await insertMany(db, 'address_lookup_addresses', rows, { replaceOn: ['id'] })
  const uses = new Map<string, number>()
  for (const some of inChunks(entries, rowsPerStatement)) {
    const values = some.map(([id, record]) => {
      const words = addressWords(record)
      for (const word of words) uses.set(word, (uses.get(word) ?? 0) + 1)
      return [id, [...words, ...addressKeys(record)]] as const
    })
    await saveWords(db, dialect, values)
  }
  await saveUses(db, uses)
}

async function saveWords(
  db: Db,
  dialect: Database['dialect'],
  entries: readonly (readonly [number, readonly string[]])[],
): Promise<void> {
  if (dialect === 'sqlite') {
    const rows = entries.map(([id, words]) => sql`(${id}, ${words.join(' ')})`)
    await sql`insert or replace into address_lookup_words (rowid, words) values ${sql.join(rows)}`.execute(db)
    return
  }
  const rows = entries.map(
    ([id, words]) => sql`(${id}::bigint, ${words.map((word) => `'${word}'`).join(' ')}::tsvector)`,
  )
  await sql`insert into address_lookup_words (id, words) values ${sql.join(rows)}
    on conflict (id) do update set words = excluded.words`.execute(db)
}

async function saveUses(db: Db, uses: ReadonlyMap<string, number>): Promise<void> {
  // in order, so that two imports cannot lock each other out
  const sorted = [...uses].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const some of inChunks(sorted)) {
    const rows = some.map(([word, count]) => sql`(${word}, ${count})`)
    await sql`insert into address_lookup_vocabulary (word, uses) values ${sql.join(rows)} on conflict (word)
      do update set uses = address_lookup_vocabulary.uses + excluded.uses`.execute(db)
  }
}

/** Makes new addresses known to every process. Outside of any transaction. */
export async function settleAddresses({ db, dialect }: Database): Promise<void> {
  // GIN keeps new entries in a list that every search scans until it is cleaned
  if (dialect === 'postgres') {
    await sql`select gin_clean_pending_list('address_lookup_words_gin'::regclass)`.execute(db)
    await sql`analyze address_lookup_words`.execute(db)
    await sql`analyze address_lookup_addresses`.execute(db)
  }
  await bumpRevision(db, 'address_lookup_state')
}

/** Removes the sample town; false while some of it is left. */
export async function removeSample({ db, dialect }: Database): Promise<boolean> {
  const { from, until } = sampleRows
  const rows = await db
    .selectFrom('address_lookup_addresses')
    .select('id')
    .where('id', '>=', from)
    .where('id', '<', until)
    .limit(removedAtOnce)
    .execute()
  const ids = rows.map(({ id }) => Number(id))
  if (ids.length === 0) return true
  await db.deleteFrom('address_lookup_addresses').where('id', 'in', ids).execute()
  const id = sql.ref(dialect === 'sqlite' ? 'rowid' : 'id')
  await sql`delete from address_lookup_words where ${id} in (${sql.join(ids)})`.execute(db)
  return false
}

/** The addresses with these rows, in their order. */
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

/** The addresses of a postcode without its space. */
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

/** Postcodes that begin so, in order. */
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

/** The rows that match, in order of their ids. */
export async function matchingIds(
  { db, dialect }: Database,
  selection: Selection,
  { limit, offset = 0 }: { readonly limit: number; readonly offset?: number },
): Promise<number[]> {
  const statement = sql<{ id: number }>`select id from (${matching(dialect, selection)}) m
    order by id limit ${limit} offset ${offset}`
  return (await statement.execute(db)).rows.map(({ id }) => Number(id))
}

/** How many match; counting ends at `most`. */
export async function countMatching({ db, dialect }: Database, selection: Selection, most: number): Promise<number> {
  const statement = sql<{ count: number }>`select count(*) as count from
    (select id from (${matching(dialect, selection)}) m limit ${most}) n`
  return Number((await statement.execute(db)).rows[0]?.count ?? 0)
}

function matching(dialect: Database['dialect'], { groups, box }: Selection): RawBuilder<unknown> {
  const words = groups.length > 0 ? matchingWords(dialect, groups) : undefined
  if (!box) return words ?? sql`select id from address_lookup_addresses`
  const { west, south, east, north } = box
  const inside = sql`a.lat between ${south} and ${north} and a.lon between ${west} and ${east}`
  if (!words) return sql`select a.id as id from address_lookup_addresses a where ${inside}`
  return sql`select a.id as id from (${words}) w inner join address_lookup_addresses a on a.id = w.id where ${inside}`
}

/** Words hold letters, digits and underscores only, so quoting them is safe. */
function matchingWords(dialect: Database['dialect'], groups: Groups): RawBuilder<unknown> {
  if (dialect === 'sqlite') {
    const query = groups.map((words) => `(${words.map((word) => `"${word}"`).join(' OR ')})`).join(' AND ')
    return sql`select rowid as id from address_lookup_words where address_lookup_words match ${query}`
  }
  const query = groups.map((words) => `(${words.map((word) => `'${word}'`).join(' | ')})`).join(' & ')
  return sql`select id from address_lookup_words where words @@ ${query}::tsquery`
}
