// The ledger of calls: one row for each call that was sent or answered here, with its tokens and cost; and the daily
// totals, which outlive the rows.
import { type CompiledQuery, sql, type Transaction } from 'kysely'
import { dayMs, utcDay } from '#provider'
import type { LedgerEntry, MeteredCall } from './metered-call.ts'
import { storable, wholeCount } from './price.ts'
import type { MeteringDb, MeteringTables } from './tables.ts'

/**
 * Ids sort by time, so that new rows are neighbours in the index: 12 hexadecimal digits of the millisecond, 12 unique
 * ones.
 */
export function entryId(atMs: number, unique: string): string {
  // writing a number of this size takes longer than all else that is done for a row before it is stored
  if (atMs !== latest.atMs) latest = { atMs, digits: Math.max(0, atMs).toString(16).padStart(12, '0') }
  return latest.digits + unique.slice(0, 12)
}
let latest = { atMs: 0, digits: '0'.repeat(12) }

/** Callers choose model names; a row must stay small. */
const nameLength = 200

export interface EntryWriter {
  /** In the transaction that settles the calls' holds. */
  write(trx: Transaction<MeteringTables>, entries: readonly LedgerEntry[]): Promise<void>
}
/**
 * Rows of one statement. Each size is compiled once: compiling takes longer than writing, and databases keep few
 * statements prepared.
 */
const statementRows = [50, 10, 1] as const

export function createEntryWriter(): EntryWriter {
  const statements = new Map<number, CompiledQuery>()

  async function insert(trx: Transaction<MeteringTables>, rows: readonly LedgerRow[]): Promise<void> {
    let statement = statements.get(rows.length)
    if (!statement) {
      statement = trx.insertInto('model_routing_ledger').values(rows).compile()
      statements.set(rows.length, statement)
    }
    const parameters: unknown[] = []
    // every row has its members in the order of the columns
    for (const row of rows) for (const value of Object.values(row)) parameters.push(value)
    await trx.executeQuery({ ...statement, parameters })
  }

  return {
    async write(trx, entries) {
      const rows = entries.map(rowOf)
      let at = 0
      for (const size of statementRows)
        for (; rows.length - at >= size; at += size) await insert(trx, rows.slice(at, at + size))
      await addDays(trx, entries)
    },
  }
}

async function addDays(trx: Transaction<MeteringTables>, entries: readonly LedgerEntry[]): Promise<void> {
  const days = new Map<string, DayRow>()
  for (const entry of entries) {
    const { call, endedAtMs, usage, cost } = entry
    const day = dayOf(endedAtMs)
    const model = dayModel(entry)
    const key = `${call.account} ${call.key} ${day} ${model}`
    let sum = days.get(key)
    if (!sum) {
      sum = dayRowOf(call, day, model)
      days.set(key, sum)
    }
    sum.calls += 1
    sum.prompt += wholeCount(usage.prompt)
    sum.answer += wholeCount(usage.answer)
    sum.cost += storable(cost)
  }
  // always in the same order, so that two processes do not deadlock
  for (const key of [...days.keys()].sort()) {
    const row = days.get(key)
    if (row) await addDay(trx, row)
  }
}

type LedgerRow = ReturnType<typeof rowOf>
function rowOf({ id, endedAtMs, call, outcome, usage, cost }: LedgerEntry) {
  return {
    id,
    account: call.account,
    key_id: call.key,
    at_ms: endedAtMs,
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
function dayRowOf({ account, key }: MeteredCall, day: string, model: string) {
  return { account, key_id: key, day, model, calls: 0, prompt: 0, answer: 0, cost: 0n }
}

function dayOf(atMs: number): string {
  const dayNumber = Math.floor(atMs / dayMs)
  if (dayNumber !== today.dayNumber) today = { dayNumber, day: utcDay(dayNumber * dayMs) }
  return today.day
}
/** Nearly every call ends on the same day as the previous one. */
let today = { dayNumber: 0, day: utcDay(0) }

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

/** A free answer counts under the gateway's own model: nobody can fill the table by inventing model names. */
function dayModel({ call, outcome }: LedgerEntry): string {
  return outcome.channel === 'built-in' ? nameOf(outcome.upstreamModel) : nameOf(call.model)
}
/** Without NUL, which PostgreSQL cannot store, and without a lone surrogate. */
const nameOf = (name: string) => name.slice(0, nameLength).replaceAll('\0', '').toWellFormed()

const entryLifetimeMs = 93 * dayMs
const deletedAtOnce = 5000

/** Deletes the rows of calls older than three months; the daily totals stay. */
export async function deleteOldEntries(db: MeteringDb, nowMs: number): Promise<number> {
  let deleted = 0
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('model_routing_ledger')
      .where('id', 'in', (old) =>
        old
          .selectFrom('model_routing_ledger')
          .select('id')
          .where('at_ms', '<', nowMs - entryLifetimeMs)
          .limit(deletedAtOnce),
      )
      .executeTakeFirst()
    deleted += Number(numDeletedRows)
    if (numDeletedRows < BigInt(deletedAtOnce)) return deleted
  }
}
