// The ledger of calls: each call that was sent or answered here, with its tokens and cost, in chunks; and the daily
// totals, which outlive them.
import { sql, type Transaction } from 'kysely'
import { dayMs, yieldToEventLoop } from '#provider'
import { CallChunk, type CallChunkRow, type DayRow } from './call-chunk.ts'
import type { LedgerEntry } from './metered-call.ts'
import type { MeteringDb, MeteringTables } from './tables.ts'

export interface CallLedger {
  /** Writes the call with others, within a tenth of a second. A promise only where too many wait to be written. */
  add(entry: LedgerEntry): void | Promise<void>
  /** Resolves when every call until now is written, or lost. */
  flush(): Promise<void>
}
export interface CallLedgerDeps {
  readonly db: MeteringDb
  /** Returns at least nine random hexadecimal digits. */
  readonly newId: () => string
  /** Transactions that begin in it may be undone by a power cut. */
  readonly withoutSync: <T>(work: () => Promise<T>) => Promise<T>
  /** Receives why calls could not be written. */
  readonly onLost: (error: unknown) => void
}

/** How long calls wait for others: callers that are answered at once also send at once. */
const waitMs = 100
/** Calls that are written together at the latest, and the accounts they may be of: each has a row. */
const most = { calls: 2000, accounts: 100 }
const mostWaiting = 10_000
/** Rows of one transaction: on SQLite nothing else gets its turn while it is written. */
const mostRows = 200

/** The mere record of a call is a count like those of the gateway (decision 0027): it need not be synced. */
export function createCallLedger({ db, newId, withoutSync, onLost }: CallLedgerDeps): CallLedger {
  const calls = createEndedCalls(newId)
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  const areMany = () => calls.size >= most.calls || calls.accounts >= most.accounts
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
      for (const parts of groupsOf(calls.take())) {
        await write(parts)
        await yieldToEventLoop()
      }
    while (areMany())
  }

  async function write(parts: readonly LedgerPart[]): Promise<void> {
    const writeSome = (some: readonly LedgerPart[]) =>
      withoutSync(() => db.transaction().execute((trx) => writeCalls(trx, some)))
    try {
      await writeSome(parts)
    } catch {
      // one account must not cost the others their calls
      for (const part of parts) await writeSome([part]).catch(onLost)
    }
  }

  return {
    add(entry) {
      calls.add(entry)
      if (calls.size > mostWaiting) return writeNow()
      if (areMany()) void writeNow()
      else writeSoon()
    },
    async flush() {
      while (calls.size > 0 || running) await writeNow()
    },
  }
}

/** Parts that are written in one transaction: a chunk is a row, and so is each of its totals. */
function groupsOf(parts: readonly LedgerPart[]): LedgerPart[][] {
  const groups: LedgerPart[][] = []
  let rows = Number.POSITIVE_INFINITY
  for (const part of parts) {
    rows += 1 + part.days.length
    if (rows > mostRows) {
      rows = 1 + part.days.length
      groups.push([])
    }
    groups.at(-1)?.push(part)
  }
  return groups
}

/** Calls that have ended, in chunks, until they are taken to be written. */
export interface EndedCalls {
  readonly size: number
  /** How many accounts they are of. */
  readonly accounts: number
  add(entry: LedgerEntry): void
  /** Removes and returns everything. */
  take(): LedgerPart[]
}
/** Calls that are written together: those of one account. */
export interface LedgerPart {
  readonly row: CallChunkRow
  readonly days: readonly DayRow[]
}

/** Chunks kept for later calls. */
const mostSpare = 32

/** `newId` returns at least nine random hexadecimal digits. */
export function createEndedCalls(newId: () => string): EndedCalls {
  const open = new Map<string, CallChunk>()
  const spare: CallChunk[] = []
  let ended: LedgerPart[] = []
  let size = 0

  function begin(account: string, atMs: number): CallChunk {
    const full = open.get(account)
    if (full) end(full)
    const chunk = spare.pop() ?? new CallChunk()
    chunk.begin(account, atMs, newId())
    open.set(account, chunk)
    return chunk
  }
  function end(chunk: CallChunk): void {
    const days = new Map<string, DayRow>()
    chunk.addTo(days)
    ended.push({ row: chunk.row(), days: [...days.values()] })
    if (spare.length < mostSpare) spare.push(chunk)
  }

  return {
    get size() {
      return size
    },
    get accounts() {
      return open.size
    },
    add(entry) {
      const { call, endedAtMs } = entry
      const known = open.get(call.account)
      const chunk = known?.hasRoom(endedAtMs) ? known : begin(call.account, endedAtMs)
      chunk.add(entry)
      size += 1
    },
    take() {
      for (const chunk of open.values()) end(chunk)
      open.clear()
      const taken = ended
      ended = []
      size = 0
      return taken
    },
  }
}

/** Rows of one statement, for databases limit the parameters of one. */
const statementRows = 50

export async function writeCalls(trx: Transaction<MeteringTables>, parts: readonly LedgerPart[]): Promise<void> {
  for (let at = 0; at < parts.length; at += statementRows)
    await trx
      .insertInto('model_routing_calls')
      .values(parts.slice(at, at + statementRows).map(({ row }) => row))
      .execute()
  // always in the same order, so that two processes do not deadlock
  const days = parts.flatMap((part) => part.days).sort(byKey)
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
const deletedAtOnce = 200

/** Deletes the calls that ended more than three months ago; the daily totals stay. */
export async function deleteOldCalls(db: MeteringDb, nowMs: number): Promise<void> {
  for (;;) {
    const oldest = await db
      .selectFrom('model_routing_calls')
      .select('last_ms')
      .where('last_ms', '<', nowMs - lifetimeMs)
      .orderBy('last_ms')
      .limit(deletedAtOnce)
      .execute()
    const last = oldest.at(-1)
    if (!last) return
    await db.deleteFrom('model_routing_calls').where('last_ms', '<=', last.last_ms).execute()
    await yieldToEventLoop()
  }
}
