// Loads the imported data into a catalogue, in pieces that leave the event loop free.
import { type RawBuilder, sql } from 'kysely'
import { createPacer } from '#provider'
import { parseJson } from '#provider/import'
import type { BroadcastsTable, Db, RecordsTable } from '../../tables.ts'
import { type RecordKind, recordKinds } from '../records.ts'
import { type BroadcastDetails, createBroadcastBuilder } from './broadcasts.ts'
import { type Catalogue, createTables, type RecordSets } from './catalogue.ts'

/** Rows per statement, which takes some milliseconds. */
const rowsPerRead = 2000

/** Loads the catalogue; undefined if nothing is imported. `known` are the genres and formats that need no import. */
export async function loadCatalogue(db: Db, known: Pick<RecordSets, 'genre_group' | 'format'>) {
  const records = await readRecords(db)
  const [counted] = (
    await sql<{ count: number }>`select count(*) as count from programme_metadata_broadcasts`.execute(db)
  ).rows
  const count = Number(counted?.count ?? 0)
  if (count === 0 && recordKinds.every((kind) => records[kind].length === 0)) return undefined
  const tables = createTables(
    {
      // this provider stores only records of their kinds
      ...(records as RecordSets),
      genre_group: merged(known.genre_group, records.genre_group as RecordSets['genre_group']),
      format: merged(known.format, records.format as RecordSets['format']),
    },
    false,
  )
  return { ...tables, broadcasts: await readBroadcasts(db, count, tables) } satisfies Catalogue
}

function merged<T extends { readonly id: string }>(known: readonly T[], imported: readonly T[]): T[] {
  return [...new Map([...known, ...imported].map((each) => [each.id, each])).values()]
}

async function readRecords(db: Db): Promise<Record<RecordKind, unknown[]>> {
  const result = Object.fromEntries(recordKinds.map((kind): [RecordKind, unknown[]] => [kind, []])) as Record<
    RecordKind,
    unknown[]
  >
  const pause = createPacer()
  for (const kind of recordKinds) {
    let last = ''
    for (;;) {
      const { rows } = await sql<RecordsTable>`select id, record from programme_metadata_records
        where kind = ${kind} and id > ${last} order by id limit ${rowsPerRead}`.execute(db)
      for (const { id, record } of rows) {
        last = id
        const value = parseJson(record)
        if (value !== undefined) result[kind].push(value)
        await pause()
      }
      if (rows.length < rowsPerRead) break
    }
  }
  return result
}

async function readBroadcasts(db: Db, count: number, tables: Omit<Catalogue, 'broadcasts'>) {
  // rows can be added during the read
  const capacity = count + 100_000
  const builder = createBroadcastBuilder(capacity, {
    programme: tables.programmes.indexOf,
    version: tables.versions.indexOf,
  })
  const pause = createPacer()
  let after: RawBuilder<unknown> = sql`true`
  for (let read = 0; read < capacity; ) {
    const { rows } = await sql<BroadcastsTable>`select * from programme_metadata_broadcasts
      where ${after} order by starts, pid limit ${rowsPerRead}`.execute(db)
    for (const row of rows) {
      if (read++ < capacity) builder.add(rowOf(row))
      await pause()
    }
    const last = rows.at(-1)
    if (!last || rows.length < rowsPerRead) break
    after = sql`(starts, pid) > (${last.starts}, ${last.pid})`
  }
  return builder.finish()
}

function rowOf(row: BroadcastsTable) {
  const { pid, partner, service, programme, version, details } = row
  return {
    pid,
    partner,
    service: service ?? undefined,
    start: Number(row.starts),
    end: Number(row.ends),
    programme: programme ?? undefined,
    version: version ?? undefined,
    flags: row.flags,
    updated: Number(row.updated),
    // this provider writes only details here
    details: details === null ? undefined : (parseJson(details) as BroadcastDetails | undefined),
  }
}
