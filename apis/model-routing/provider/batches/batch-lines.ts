// The calls of a batch in the database, and their results until the files are written.
import type { BatchDb } from './tables.ts'

const table = 'model_routing_batch_lines'
/** Limit of the rows that one statement writes. */
const rowsAtOnce = 100
const bytesAtOnce = 1024 * 1024

export interface NewLine {
  readonly customId: string
  /** The text of the body. */
  readonly request: string
}
/** A call that waits. */
export interface WaitingLine {
  readonly place: number
  readonly customId: string
}
export interface LineResult {
  readonly outcome: 'succeeded' | 'failed'
  /** The line of the file of results. */
  readonly result: string
}
export interface PlacedResult extends LineResult {
  readonly place: number
}
/** A line of the files; a call that was not made has neither outcome nor result. */
interface EndedLine {
  readonly place: number
  readonly customId: string
  readonly outcome: string | null
}

/** Replaces the calls of the batch; returns their number. */
export async function insertLines(db: BatchDb, batch: string, lines: AsyncIterable<NewLine>): Promise<number> {
  await removeLines(db, batch)
  let place = 0
  let bytes = 0
  let rows: ReturnType<typeof rowOf>[] = []
  const write = async () => {
    if (rows.length > 0) await db.insertInto(table).values(rows).execute()
    rows = []
    bytes = 0
  }
  for await (const line of lines) {
    rows.push(rowOf(batch, place++, line))
    bytes += line.request.length
    if (rows.length >= rowsAtOnce || bytes >= bytesAtOnce) await write()
  }
  await write()
  return place
}

const rowOf = (batch: string, place: number, { customId, request }: NewLine) => ({
  batch,
  place,
  custom_id: customId,
  attempts: 0,
  outcome: null,
  request,
  result: null,
})

/** Returns the calls that remain to be made, those that have been postponed least first. */
export async function waitingLines(
  db: BatchDb,
  batch: string,
  { underWay, limit }: { readonly underWay: readonly number[]; readonly limit: number },
): Promise<WaitingLine[]> {
  let query = db
    .selectFrom(table)
    .select(['place', 'custom_id'])
    .where('batch', '=', batch)
    .where('outcome', 'is', null)
  if (underWay.length > 0) query = query.where('place', 'not in', [...underWay])
  const rows = await query.orderBy('attempts').orderBy('place').limit(limit).execute()
  return rows.map((row) => ({ place: row.place, customId: row.custom_id }))
}

/** Stores results in pieces: they can be long, and other work waits for the database to write. */
export async function removeLines(db: BatchDb, batch: string): Promise<void> {
  for (;;) {
    const places = db.selectFrom(table).select('place').where('batch', '=', batch).orderBy('place').limit(rowsAtOnce)
    const { numDeletedRows } = await db
      .deleteFrom(table)
      .where('batch', '=', batch)
      .where('place', 'in', places)
      .executeTakeFirst()
    if (numDeletedRows < BigInt(rowsAtOnce)) return
  }
}

/** Returns the text of the body; undefined if the call has a result already. */
export async function requestOf(db: BatchDb, batch: string, place: number): Promise<string | undefined> {
  const row = await db
    .selectFrom(table)
    .select('request')
    .where('batch', '=', batch)
    .where('place', '=', place)
    .executeTakeFirst()
  return row?.request ?? undefined
}

/** Stores results together with the counts of the batch. Those that another process has stored before are left out. */
export async function keepResults(db: BatchDb, batch: string, results: readonly PlacedResult[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const counts = { succeeded: 0, failed: 0 }
    let bytes = 0
    for (const { place, outcome, result } of results) {
      const { numUpdatedRows } = await trx
        .updateTable(table)
        .set({ outcome, result, request: null })
        .where('batch', '=', batch)
        .where('place', '=', place)
        .where('outcome', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) continue
      counts[outcome] += 1
      bytes += Buffer.byteLength(result)
    }
    await trx
      .updateTable('model_routing_batches')
      .set((row) => ({
        succeeded: row('succeeded', '+', counts.succeeded),
        failed: row('failed', '+', counts.failed),
        result_bytes: row('result_bytes', '+', bytes),
      }))
      .where('id', '=', batch)
      .execute()
  })
}

/** Postpones a call, which is made again later. */
export async function postpone(db: BatchDb, batch: string, place: number): Promise<void> {
  await db
    .updateTable(table)
    .set((row) => ({ attempts: row('attempts', '+', 1) }))
    .where('batch', '=', batch)
    .where('place', '=', place)
    .execute()
}

const linesAtOnce = 500

/** Yields the lines in order; results are read one by one, because some are long. */
export async function* endedLines(db: BatchDb, batch: string): AsyncGenerator<EndedLine> {
  for (let from = 0; ; ) {
    const rows = await db
      .selectFrom(table)
      .select(['place', 'custom_id', 'outcome'])
      .where('batch', '=', batch)
      .where('place', '>=', from)
      .orderBy('place')
      .limit(linesAtOnce)
      .execute()
    for (const { place, custom_id: customId, outcome } of rows) yield { place, customId, outcome }
    const last = rows.at(-1)
    if (!last || rows.length < linesAtOnce) return
    from = last.place + 1
  }
}

export async function resultOf(db: BatchDb, batch: string, place: number): Promise<string> {
  const row = await db
    .selectFrom(table)
    .select('result')
    .where('batch', '=', batch)
    .where('place', '=', place)
    .executeTakeFirstOrThrow()
  return row.result ?? ''
}
