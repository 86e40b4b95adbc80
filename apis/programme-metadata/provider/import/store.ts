// Writes a batch together with the position reached in the file, so that an interrupted import resumes there.
import { sql } from 'kysely'
import { parseJson } from '#provider/import'
import { bumpRevision, inChunks, insertMany } from '#provider/sql'
import type { BroadcastsTable, Db } from '../../tables.ts'
import type { BroadcastRow } from '../catalogue/broadcasts.ts'
import { defaultPartner, type Version } from '../records.ts'
import { type Batch, mergeVersion, type VersionPart } from './batch.ts'

const records = 'programme_metadata_records'
const broadcasts = 'programme_metadata_broadcasts'
const imports = 'programme_metadata_imports'
const state = 'programme_metadata_state'

interface Mark {
  readonly file: string
  /** Number of stored entries. */
  readonly position: number
}

export async function markOf(db: Db, file: string): Promise<number> {
  const row = await db.selectFrom(imports).select('position').where('file', '=', file).executeTakeFirst()
  return Number(row?.position ?? 0)
}

/** Forgets the position at the end of a file. */
export async function forgetMark(db: Db, file: string): Promise<void> {
  await db.deleteFrom(imports).where('file', '=', file).execute()
}

export async function saveBatch(db: Db, batch: Batch, mark: Mark): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await bumpRevision(trx, state)
    const mentions = [...batch.mentions.values()].map(rowOf)
    const replacing = [...batch.records.values(), ...(await mergedVersions(trx, batch))].map(rowOf)
    if (mentions.length > 0) await insertMany(trx, records, mentions, { keepOn: ['kind', 'id'] })
    if (replacing.length > 0) await insertMany(trx, records, replacing, { replaceOn: ['kind', 'id'] })
    const rows = [...batch.broadcasts.values()].map(broadcastRow)
    if (rows.length > 0) await insertMany(trx, broadcasts, rows, { replaceOn: ['pid'] })
    await insertMany(trx, imports, [mark], { replaceOn: ['file'] })
  })
}

const rowOf = ({ kind, id, record }: { kind: string; id: string; record: object }) => ({
  kind,
  id,
  record: JSON.stringify(record),
})

async function mergedVersions(db: Db, { versions }: Batch) {
  const stored = new Map<string, VersionPart>()
  for (const pids of inChunks(versions.keys())) {
    const rows = await db
      .selectFrom(records)
      .select(['id', 'record'])
      .where('kind', '=', 'version')
      .where('id', 'in', pids)
      .execute()
    // only this file writes the column
    for (const { id, record } of rows) stored.set(id, parseJson(record) as VersionPart)
  }
  return [...versions.values()].map((part) => {
    const merged = mergeVersion(stored.get(part.pid), part)
    const version: Version = {
      ...merged,
      of: merged.of ?? '',
      partner: merged.partner ?? defaultPartner,
      updated: merged.updated ?? 0,
      types: merged.types ?? ['Original'],
      availabilities: merged.availabilities ?? [],
    }
    return { kind: 'version', id: part.pid, record: version }
  })
}

function broadcastRow(row: BroadcastRow): BroadcastsTable {
  const { pid, partner, service, start, end, programme, version, flags, updated, details } = row
  return {
    pid,
    partner,
    service: service ?? null,
    starts: start,
    ends: end,
    programme: programme ?? null,
    version: version ?? null,
    flags,
    updated,
    details: details === undefined ? null : JSON.stringify(details),
  }
}

/** Counts the rows of each kind, for the limits of in-memory data. */
export async function countRows(db: Db): Promise<{ records: number; broadcasts: number }> {
  const count = async (table: string) => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)
    return Number(rows[0]?.count ?? 0)
  }
  return { records: await count(records), broadcasts: await count(broadcasts) }
}
