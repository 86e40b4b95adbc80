// The ledger of calls: each call that was sent or answered here, with its tokens and cost, in chunks; and the daily
// totals, which outlive them.
import { sql, type Transaction } from 'kysely'
import { dayMs, yieldToEventLoop } from '#provider'
import type { SettledEntries } from '#provider/budgets'
import { addChunks, type CollectedChunk, pruneChunks } from '#store/call-log'
import { collect, createLedgerCollector, type DayRow, type DaySums, ledgerTable } from './ledger-calls.ts'
import type { LedgerEntry } from './metered-call.ts'
import type { MeteringDb, MeteringTables } from './tables.ts'

interface CallLedgerDeps {
  readonly db: MeteringDb
  /** Returns at least nine random hexadecimal digits. */
  readonly newId: () => string
  /** Receives why calls could not be written. */
  readonly onLost: (error: unknown) => void
}

/** The time that calls wait for others: on SQLite each transaction is a sync, which holds up its thread. */
const waitMs = 500
/** Calls and chunks that are written together at the latest. */
const most = { calls: 2000, chunks: 100 }
const mostWaiting = 10_000
/** Rows of one transaction: on SQLite nothing else gets its turn while it is written. */
const mostRows = 200

export function createCallLedger({ db, newId, onLost }: CallLedgerDeps): SettledEntries<LedgerEntry> {
  const calls = createLedgerCollector(newId)
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  const areMany = () => calls.size >= most.calls || calls.chunks >= most.chunks
  const writeNow = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    running ??= writeAll().finally(() => {
      running = undefined
      if (calls.size > 0) writeSoon()
    })
    return running
  }
  const writeSoon = () => {
    timer ??= setTimeout(() => void writeNow(), waitMs)
  }

  async function writeAll(): Promise<void> {
    do
      for (const chunks of groupsOf(calls.take())) {
        await write(chunks)
        await yieldToEventLoop()
      }
    while (areMany())
  }

  async function write(chunks: readonly LedgerChunk[]): Promise<void> {
    const writeSome = (some: readonly LedgerChunk[]) => db.transaction().execute((trx) => writeCalls(trx, some))
    try {
      await writeSome(chunks)
    } catch {
      // one account must not cost the others their calls
      for (const chunk of chunks) await writeSome([chunk]).catch(onLost)
    }
  }

  return {
    async write(trx, entries) {
      const own = createLedgerCollector(newId)
      for (const entry of entries) collect(own, entry)
      await writeCalls(trx.withTables<LogTables>(), own.take())
    },
    add(entry) {
      collect(calls, entry)
      if (calls.size > mostWaiting) return writeNow()
      if (areMany()) void writeNow()
      else writeSoon()
    },
    async flush() {
      while (calls.size > 0 || running) await writeNow()
    },
  }
}

type LogTables = Pick<MeteringTables, 'model_routing_calls' | 'model_routing_days'>
type LedgerChunk = CollectedChunk<DaySums>

/** Groups what is written in one transaction: a chunk is a row, and so is each of its totals. */
function groupsOf(chunks: readonly LedgerChunk[]): LedgerChunk[][] {
  const groups: LedgerChunk[][] = []
  let rows = Number.POSITIVE_INFINITY
  for (const chunk of chunks) {
    rows += 1 + chunk.sum.size
    if (rows > mostRows) {
      rows = 1 + chunk.sum.size
      groups.push([])
    }
    groups.at(-1)?.push(chunk)
  }
  return groups
}

export async function writeCalls(trx: Transaction<MeteringTables>, chunks: readonly LedgerChunk[]): Promise<void> {
  await addChunks(
    trx,
    ledgerTable,
    chunks.map(({ row }) => row),
  )
  // always in the same order, so that two processes do not deadlock
  const days = chunks.flatMap(({ sum }) => [...sum.values()]).sort(byKey)
  for (const day of days) await addDay(trx, day)
}

function byKey(one: DayRow, other: DayRow): number {
  for (const name of dayKey) if (one[name] !== other[name]) return one[name] < other[name] ? -1 : 1
  return 0
}
const dayKey = ['account', 'key_id', 'day', 'model'] as const

async function addDay(trx: Transaction<MeteringTables>, row: DayRow): Promise<void> {
  await trx
    .insertInto('model_routing_days')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(dayKey).doUpdateSet({
        calls: sql`model_routing_days.calls + excluded.calls`,
        prompt: sql`model_routing_days.prompt + excluded.prompt`,
        answer: sql`model_routing_days.answer + excluded.answer`,
        cost: sql`model_routing_days.cost + excluded.cost`,
      }),
    )
    .execute()
}

const lifetimeMs = 93 * dayMs

/** Deletes the calls that ended more than three months ago; the daily totals stay. */
export async function deleteOldCalls(db: MeteringDb, nowMs: number): Promise<void> {
  await pruneChunks(db, ledgerTable, nowMs - lifetimeMs)
}
