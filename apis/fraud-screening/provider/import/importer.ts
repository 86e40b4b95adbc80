// Imports a list, whose first line identifies its kind. New rows are written next to the current ones, and screenings
// switch to them once the file has been stored completely.

import type { Random } from '#define'
import type { ImportCounts, ImportFile, ReportProgress } from '#define/imports'
import { createWriteSlices, decodeUtf8, invalidImport, limitBytes, peekBytes } from '#provider/import'
import { inChunks, insertMany } from '#provider/sql'
import type { Db } from '../history/store.ts'
import type { ListKind } from '../lists/lists.ts'
import { type ListRow, listFormatOf } from './list-formats.ts'

interface ImportDeps {
  readonly db: Db
  readonly random: Random
}

const maxBytes = 2 * 1024 ** 3
const maxRows = 10_000_000
/** Limit of invalid lines, which are skipped. */
const maxProblems = 1000
const headBytes = 4096

/** Stores the file as the list of its kind. Throws `import.invalid` and keeps the current list. */
export async function importLists(
  file: ImportFile,
  progress: ReportProgress,
  { db, random }: ImportDeps,
): Promise<ImportCounts> {
  const { head, chunks } = await peekBytes(limitBytes(file.chunks, maxBytes), headBytes)
  const format = listFormatOf(head.toString('utf8'))
  if (!format) throw invalidImport('its first line is not that of a list of BINs, addresses, forwarders or cities')
  const { kind } = format
  const batch = random.bytes(9).toString('base64url')
  const counts = { rows: 0, invalid: 0 }
  const slices = createWriteSlices({ first: 500, most: 5000 })
  const waiting = new Map<string, object>()
  const write = async () => {
    if (kind === 'city') await dropSmaller(db, batch, waiting)
    const rows = [...waiting].map(([key, value]) => ({ kind, batch, key, value: JSON.stringify(value) }))
    waiting.clear()
    if (rows.length === 0) return
    await slices.run(rows.length, () =>
      db
        .transaction()
        .execute((within) =>
          insertMany(within, 'fraud_screening_lists', rows, { replaceOn: ['kind', 'batch', 'key'] }),
        ),
    )
  }
  try {
    for await (const row of format.rows(decodeUtf8(chunks))) {
      note(row, counts)
      for (const [key, value] of row.entries ?? []) {
        const other = waiting.get(key)
        if (!other || populationOf(other) <= populationOf(value)) waiting.set(key, value)
      }
      if (waiting.size >= slices.size) await write()
      progress({ phase: 'reading', counts })
    }
    await write()
    if (counts.rows === 0) throw invalidImport('it has no rows')
    await publish(db, kind, batch)
  } finally {
    progress({ phase: 'writing', counts })
    // the replaced list, and leftovers of interrupted imports
    await removeBatches(db, kind)
  }
  return { [countNames[kind]]: counts.rows, invalid: counts.invalid }
}

const countNames = { bin: 'bins', proxy: 'networks', forwarder: 'forwarders', city: 'cities' } as const

function note(row: ListRow, counts: { rows: number; invalid: number }): void {
  if (row.entries) counts.rows += 1
  else counts.invalid += 1
  if (counts.rows > maxRows) throw invalidImport(`it has more than ${maxRows} rows`)
  if (counts.invalid > maxProblems)
    throw invalidImport(
      `more than ${maxProblems} lines make no sense, the last of them line ${row.line}: ${row.problem}`,
    )
}

/** Returns the population, by which the largest of several cities with one name wins; 0 for other values. */
function populationOf(value: unknown): number {
  const { population } = Object(value)
  return typeof population === 'number' ? population : 0
}

/** Removes cities from `waiting` that are smaller than the stored city of the same name. */
async function dropSmaller(db: Db, batch: string, waiting: Map<string, object>): Promise<void> {
  for (const keys of inChunks(waiting.keys())) {
    const rows = await db
      .selectFrom('fraud_screening_lists')
      .select(['key', 'value'])
      .where('kind', '=', 'city')
      .where('batch', '=', batch)
      .where('key', 'in', keys)
      .execute()
    for (const { key, value } of rows)
      if (populationOf(JSON.parse(value)) > populationOf(waiting.get(key))) waiting.delete(key)
  }
}

async function publish(db: Db, kind: ListKind, batch: string): Promise<void> {
  await db
    .insertInto('fraud_screening_imports')
    .values({ kind, batch })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet({ batch }))
    .execute()
}

/** Removes rows outside the published import, a few thousand at a time. */
async function removeBatches(db: Db, kind: ListKind): Promise<void> {
  const published = await db
    .selectFrom('fraud_screening_imports')
    .select('batch')
    .where('kind', '=', kind)
    .executeTakeFirst()
  const slices = createWriteSlices({ first: 500, most: 5000 })
  for (;;) {
    const rows = await db
      .selectFrom('fraud_screening_lists')
      .select(['batch', 'key'])
      .where('kind', '=', kind)
      .where('batch', '<>', published?.batch ?? '')
      .limit(slices.size)
      .execute()
    const [first] = rows
    if (!first) return
    const keys = rows.filter(({ batch }) => batch === first.batch).map(({ key }) => key)
    await slices.run(keys.length, () =>
      db
        .deleteFrom('fraud_screening_lists')
        .where('kind', '=', kind)
        .where('batch', '=', first.batch)
        .where('key', 'in', keys)
        .execute(),
    )
  }
}
