// The ledger: one row for each call that went out or was answered here, with its tokens and its cost; and the sums of each day, which
// stay when the rows have gone.

import type { CompiledQuery, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Usage } from '../../wire/stream-event.ts'
import type { MeteredCall, Outcome } from './meter.ts'
import { type Amount, storable, wholeCount } from './price.ts'
import type { MeteringDb, MeteringTables } from './tables.ts'

export interface Entry {
  readonly id: string
  readonly atMs: number
  readonly call: MeteredCall
  readonly outcome: Outcome
  readonly usage: Usage
  readonly cost: Amount
}

/** Ids stand in the order of time, so that new rows stand together: 12 digits of the millisecond, 12 of a unique text. */
export const entryId = (atMs: number, unique: string): string =>
  Math.max(0, atMs).toString(16).padStart(12, '0') + unique.slice(0, 12)

/** Callers choose names of models; a row must not hold a book. */
const nameLength = 200

export interface EntryWriter {
  /** In a transaction with the end of the calls' holds. */
  write(trx: Transaction<MeteringTables>, entries: readonly Entry[]): Promise<void>
}
/** Rows of one statement; each size is compiled once, as compiling takes longer than writing, and no longer than what stays prepared. */
const rowsAtOnce = [50, 10, 1] as const

/** The writer of one database. */
export function createEntryWriter(): EntryWriter {
  const statements = new Map<number, CompiledQuery>()

  async function insert(trx: Transaction<MeteringTables>, rows: readonly LedgerRow[]): Promise<void> {
    let statement = statements.get(rows.length)
    if (!statement) {
      statement = trx.insertInto('model_routing_ledger').values(rows).compile()
      statements.set(rows.length, statement)
    }
    // the members of every row stand in one order, which is that of the columns
    await trx.executeQuery({ ...statement, parameters: rows.flatMap((row) => Object.values(row)) })
  }

  return {
    async write(trx, entries) {
      const rows = entries.map(rowOf)
      let at = 0
      for (const size of rowsAtOnce)
        for (; rows.length - at >= size; at += size) await insert(trx, rows.slice(at, at + size))
      await addDays(trx, entries)
    },
  }
}

async function addDays(trx: Transaction<MeteringTables>, entries: readonly Entry[]): Promise<void> {
  const days = new Map<string, DayRow>()
  for (const entry of entries) {
    const row = dayRowOf(entry)
    const key = JSON.stringify([row.account, row.key_id, row.day, row.model])
    const sum = days.get(key)
    if (!sum) days.set(key, row)
    else {
      sum.calls += 1
      sum.prompt += row.prompt
      sum.answer += row.answer
      sum.cost += row.cost
    }
  }
  // in one order, so that two processes do not wait for each other
  for (const key of [...days.keys()].sort()) {
    const row = days.get(key)
    if (row) await addDay(trx, row)
  }
}

type LedgerRow = ReturnType<typeof rowOf>
function rowOf({ id, atMs, call, outcome, usage, cost }: Entry) {
  return {
    id,
    account: call.account,
    key_id: call.key,
    at_ms: atMs,
    endpoint: call.endpoint,
    model: nameOf(call.model),
    channel: outcome.channel,
    upstream_model: nameOf(outcome.upstreamModel),
    attempts: outcome.attempts,
    ended: outcome.ended,
    prompt: wholeCount(usage.prompt),
    answer: wholeCount(usage.answer),
    cached_read: wholeCount(usage.cachedRead),
    cached_write: wholeCount(usage.cachedWrite),
    reasoning: wholeCount(usage.reasoning),
    cost: String(cost),
    counted: outcome.usage.prompt === undefined || outcome.usage.answer === undefined ? 1 : 0,
  }
}

type DayRow = ReturnType<typeof dayRowOf>
function dayRowOf(entry: Entry) {
  const { account, key } = entry.call
  return {
    account,
    key_id: key,
    day: dayOf(entry.atMs),
    model: dayModel(entry),
    calls: 1,
    prompt: wholeCount(entry.usage.prompt),
    answer: wholeCount(entry.usage.answer),
    cost: storable(entry.cost),
  }
}

async function addDay(trx: Transaction<MeteringTables>, row: DayRow): Promise<void> {
  await trx
    .insertInto('model_routing_days')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['account', 'key_id', 'day', 'model']).doUpdateSet({
        calls: sql`model_routing_days.calls + excluded.calls`,
        prompt: sql`model_routing_days.prompt + excluded.prompt`,
        answer: sql`model_routing_days.answer + excluded.answer`,
        cost: sql`model_routing_days.cost + excluded.cost`,
      }),
    )
    .execute()
}

/** A free answer is summed under the name of what gave it: nobody can fill the table by inventing names of models. */
function dayModel({ call, outcome }: Entry): string {
  return outcome.channel === 'built-in' ? nameOf(outcome.upstreamModel) : nameOf(call.model)
}
/** Without NUL, which PostgreSQL does not store, and without half of a character. */
const nameOf = (name: string) => name.slice(0, nameLength).replaceAll('\0', '').toWellFormed()

const dayMs = 86_400_000
const today = { number: Number.NaN, text: '' }
/** The day in UTC. The calls of a batch are of one day, nearly always. */
function dayOf(ms: number): string {
  const number = Math.floor(ms / dayMs)
  if (number !== today.number) {
    today.text = new Date(ms).toISOString().slice(0, 10)
    today.number = number
  }
  return today.text
}

const keptMs = 93 * dayMs
const batch = 5000

/** Removes the rows of calls of more than three months ago; the sums of days stay. */
export async function dropOldEntries(db: MeteringDb, nowMs: number): Promise<number> {
  let dropped = 0
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('model_routing_ledger')
      .where('id', 'in', (old) =>
        old
          .selectFrom('model_routing_ledger')
          .select('id')
          .where('at_ms', '<', nowMs - keptMs)
          .limit(batch),
      )
      .executeTakeFirst()
    dropped += Number(numDeletedRows)
    if (numDeletedRows < BigInt(batch)) return dropped
  }
}
