// Stores addresses with their words: in an FTS5 table on SQLite, in a column with a GIN index on PostgreSQL.
import { CompiledQuery, sql } from 'kysely'
import { createWriteSlices, type WriteSlices } from '#provider/import'
import { bumpRevision, inChunks } from '#provider/sql'
import type { AddressRecord } from '../../model/address-record.ts'
import type { Database, Db } from '../../tables.ts'
import { type Origin, rowId, sampleRows } from '../addresses/ids.ts'
import { compactPostcode } from '../postcodes/postcode.ts'
import { prepareTrigrams, saveTrigrams } from './trigrams.ts'
import { addressKeys, addressPairs, addressWords, isCounted } from './words.ts'

/** Fixed batch sizes, so that SQLite prepares each statement once. */
const rowsPerStatement = { sqlite: 100, postgres: 1000 } as const
const removedAtOnce = 2000
/** Number of rows between updates of word counts, because most rows share their words. */
const rowsPerCount = 10_000

interface AddressWriter {
  /** Suggested number of addresses for the next transaction. */
  readonly size: number
  /** Stores addresses in one transaction, replacing those with the same id. */
  write(records: readonly AddressRecord[]): Promise<void>
  /** Stores pending counts, in one transaction with `also`. */
  end(also?: (tx: Db) => Promise<void>): Promise<void>
}

/** Creates a writer with short transactions, so that other writers get their turn. */
export function createAddressWriter(database: Database, origin: Origin): AddressWriter {
  const { db: pool, dialect } = database
  const slices = slicesOf(dialect)
  let uses = new Map<string, number>()
  let counted = 0
  const takeUses = () => {
    const taken = uses
    uses = new Map()
    counted = 0
    return taken
  }
  return {
    get size() {
      return slices.size
    },
    async write(records) {
      const rows = rowsOf(records, origin)
      for (const { words } of rows)
        for (const word of words) if (isCounted(word)) uses.set(word, (uses.get(word) ?? 0) + 1)
      counted += rows.length
      const due = counted >= rowsPerCount ? takeUses() : undefined
      await slices.run(rows.length, () =>
        pool.transaction().execute(async (db) => {
          for (const some of inChunks(rows, rowsPerStatement[dialect])) await saveRows(db, dialect, some)
          if (due) await saveUses(db, dialect, due)
        }),
      )
    },
    async end(also) {
      const left = takeUses()
      await pool.transaction().execute(async (db) => {
        await saveUses(db, dialect, left)
        await also?.(db)
      })
    },
  }
}

/**
 * Chooses the size of transactions. SQLite has one writer at a time, so others get their turn after some dozen
 * milliseconds. PostgreSQL locks rows individually, and small transactions with pauses cost more than their writes.
 */
function slicesOf(dialect: Database['dialect']): WriteSlices {
  if (dialect === 'sqlite') return createWriteSlices({ first: 200, most: 4000 })
  return { size: rowsPerStatement.postgres, run: (_, write) => write() }
}

interface Row {
  readonly id: number
  readonly record: AddressRecord
  readonly words: readonly string[]
}

/** Returns rows in the order of their ids: FTS5 flushes its buffer whenever an id is smaller than the previous one. */
function rowsOf(records: readonly AddressRecord[], origin: Origin): Row[] {
  const byId = new Map(records.map((record) => [rowId(record.id, origin), record]))
  return [...byId]
    .sort(([a], [b]) => a - b)
    .map(([id, record]) => {
      const words = addressWords(record)
      return { id, record, words: [...words, ...addressKeys(record), ...addressPairs(words)] }
    })
}

async function saveRows(db: Db, dialect: Database['dialect'], rows: readonly Row[]): Promise<void> {
  const addresses = rows.map(({ id, record }) => [
    ...[id, compactPostcode(record.postcode ?? ''), record.latitude ?? null],
    ...[record.longitude ?? null, JSON.stringify(record)],
  ])
  if (dialect === 'sqlite') {
    const insert = (table: string, columns: string, values: readonly unknown[][]) => {
      const marks = `(${values[0]?.map(() => '?').join()})`
      const text = `insert or replace into ${table} (${columns}) values ${values.map(() => marks).join()}`
      return db.executeQuery(CompiledQuery.raw(text, values.flat()))
    }
    await insert('address_lookup_addresses', 'id, postcode, lat, lon, record', addresses)
    await insert(
      'address_lookup_words',
      'rowid, words',
      rows.map(({ id, words }) => [id, words.join(' ')]),
    )
    return
  }
  const columns = [0, 1, 2, 3, 4].map((at) => addresses.map((row) => row[at]))
  const vectors = rows.map(({ words }) => words.map((word) => `'${word}'`).join(' '))
  await db.executeQuery(CompiledQuery.raw(insertAddresses, [...columns, vectors]))
}

const insertAddresses = `insert into address_lookup_addresses (id, postcode, lat, lon, record, words)
  select id, postcode, lat, lon, record, words::tsvector
  from unnest($1::bigint[], $2::text[], $3::float8[], $4::float8[], $5::text[], $6::text[])
    as row (id, postcode, lat, lon, record, words)
  on conflict (id) do update set postcode = excluded.postcode, lat = excluded.lat, lon = excluded.lon,
    record = excluded.record, words = excluded.words`

async function saveUses(db: Db, dialect: Database['dialect'], uses: ReadonlyMap<string, number>): Promise<void> {
  // in order, so that concurrent imports cannot deadlock
  const sorted = [...uses].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const some of inChunks(sorted)) {
    const rows = some.map(([word, count]) => sql`(${word}, ${count})`)
    const stored = await sql<{ word: string; uses: number }>`
      insert into address_lookup_vocabulary (word, uses) values ${sql.join(rows)} on conflict (word)
      do update set uses = address_lookup_vocabulary.uses + excluded.uses returning word, uses`.execute(db)
    const added = stored.rows.filter(({ word, uses: total }) => Number(total) === uses.get(word))
    await saveTrigrams(
      db,
      dialect,
      added.map(({ word }) => word),
    )
  }
}

/** Publishes new addresses to every process. Call it outside of any transaction. */
export async function settleAddresses({ db, dialect }: Database): Promise<void> {
  await prepareTrigrams({ db, dialect })
  // GIN keeps new entries in a list that every search scans until it is cleaned
  if (dialect === 'postgres') {
    await sql`select gin_clean_pending_list('address_lookup_addresses_words'::regclass)`.execute(db)
    await sql`analyze address_lookup_addresses`.execute(db)
  }
  await bumpRevision(db, 'address_lookup_state')
}

/** Removes a slice of the sample town; returns false while some of it is left. */
export async function removeSample({ db, dialect }: Database): Promise<boolean> {
  const { from, until } = sampleRows
  const rows = await db
    .selectFrom('address_lookup_addresses')
    .select('id')
    .where('id', '>=', from)
    .where('id', '<', until)
    .limit(removedAtOnce)
    .execute()
  if (rows.length === 0) return true
  await removeRows(
    { db, dialect },
    rows.map(({ id }) => Number(id)),
  )
  return false
}

/** Removes imported addresses by their public ids. */
export async function removeAddresses(database: Database, ids: readonly string[]): Promise<void> {
  const rows = ids.map((id) => rowId(id, 'imported'))
  for (const some of inChunks(rows, removedAtOnce)) await removeRows(database, some)
}

async function removeRows({ db, dialect }: Database, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('address_lookup_addresses').where('id', 'in', ids).execute()
  if (dialect === 'sqlite') await sql`delete from address_lookup_words where rowid in (${sql.join(ids)})`.execute(db)
}
