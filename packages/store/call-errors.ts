// Failed calls by hour and kind: their number, their times, and an example id, so that failures can be found without
// reading every call.
import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { CallErrorsTable, Tables } from './schema.ts'

const keyColumns = ['account_id', 'bucket', 'listing', 'endpoint', 'provider', 'status', 'code'] as const
const allAccounts = '*'
const rowsPerStatement = 500
const prunedAtOnce = 2000

/** The errors to group; `from` is rounded down to the hour. */
export interface ErrorQuery {
  readonly accountId?: string | undefined
  readonly listing?: string | undefined
  readonly endpoint?: string | undefined
  readonly code?: string | undefined
  readonly from: number
  readonly to: number
  readonly limit: number
}

/** Failed calls of one kind; the most frequent kinds come first. */
export type ErrorGroup = Omit<CallErrorsTable, 'account_id' | 'bucket'>

/** Adds errors of single accounts to their own counts and to those of all accounts. */
export async function addErrors(db: Kysely<Tables>, rows: readonly CallErrorsTable[]): Promise<void> {
  const all = new Map<string, CallErrorsTable>()
  for (const row of rows)
    for (const account_id of [row.account_id, allAccounts]) {
      const id = JSON.stringify(keyColumns.map((column) => (column === 'account_id' ? account_id : row[column])))
      const known = all.get(id)
      all.set(id, known ? merged(known, row) : { ...row, account_id })
    }
  // in the order of the key, so that two processes do not deadlock
  const sorted = [...all.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  for (let start = 0; start < sorted.length; start += rowsPerStatement)
    await db
      .insertInto('call_errors')
      .values(sorted.slice(start, start + rowsPerStatement))
      .onConflict((conflict) =>
        conflict.columns([...keyColumns]).doUpdateSet({
          calls: sql`call_errors.calls + excluded.calls`,
          first_at: sql`case when excluded.first_at < call_errors.first_at then excluded.first_at else call_errors.first_at end`,
          last_at: sql`case when excluded.last_at > call_errors.last_at then excluded.last_at else call_errors.last_at end`,
          example_id: sql`excluded.example_id`,
        }),
      )
      .execute()
}

function merged(known: CallErrorsTable, { calls, first_at, last_at, example_id }: CallErrorsTable): CallErrorsTable {
  return {
    ...known,
    calls: known.calls + calls,
    first_at: Math.min(known.first_at, first_at),
    last_at: Math.max(known.last_at, last_at),
    example_id,
  }
}

/** Reads errors by kind, most frequent first. Resolves with at most `limit` kinds. */
export async function groupErrors(db: Kysely<Tables>, query: ErrorQuery): Promise<ErrorGroup[]> {
  const { accountId = allAccounts, listing, endpoint, code, from, to, limit } = query
  let select = db
    .selectFrom('call_errors')
    .where('account_id', '=', accountId)
    .where('bucket', '>=', from)
    .where('bucket', '<', to)
  if (listing !== undefined) select = select.where('listing', '=', listing)
  if (endpoint !== undefined) select = select.where('endpoint', '=', endpoint)
  if (code !== undefined) select = select.where('code', '=', code)
  const rows = await select
    .select(['listing', 'endpoint', 'provider', 'status', 'code'])
    .select(({ fn }) => [
      fn.sum<number>('calls').as('calls'),
      fn.min('first_at').as('first_at'),
      fn.max('last_at').as('last_at'),
      // the example of the latest hour: times have the same number of digits until 2286
      fn.max<string>(sql`cast(last_at as text) || ' ' || example_id`).as('example'),
    ])
    .groupBy(['listing', 'endpoint', 'provider', 'status', 'code'])
    .orderBy('calls', 'desc')
    .orderBy('last_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ example, ...row }) => ({ ...row, example_id: example.slice(example.indexOf(' ') + 1) }))
}

/** Deletes the errors of all hours before `before`, in pieces. */
export async function pruneErrors(db: Kysely<Tables>, before: number): Promise<void> {
  for (;;) {
    const old = await db
      .selectFrom('call_errors')
      .select('bucket')
      .where('bucket', '<', before)
      .orderBy('bucket')
      .offset(prunedAtOnce)
      .limit(1)
      .executeTakeFirst()
    // hours are small enough to delete at once
    const end = old === undefined ? before : Math.min(before, old.bucket + 1)
    await db.deleteFrom('call_errors').where('bucket', '<', end).execute()
    if (old === undefined) return
    await setImmediate()
  }
}
