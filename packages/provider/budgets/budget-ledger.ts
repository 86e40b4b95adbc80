// Holds against budgets and the settlement of calls, batched: everything that waits is done in one transaction that
// locks each budget row once and decides in memory. A thousand concurrent calls are a few transactions on one
// connection, and no two calls can both get the last dollar, whichever processes they run in. Nobody waits for a
// settlement: until it is written the hold remains, so at worst a budget is held for a moment too long. A call that no
// budget covers holds nothing, and is merely recorded.
import type { Transaction } from 'kysely'
import type { ProviderKit } from '#define'
import {
  type Budget,
  type BudgetRefusal,
  type Claim,
  claimOf,
  covers,
  keyBudget,
  readBudgets,
  refusalOf,
  type Spender,
} from './budget.ts'
import {
  type BudgetRow,
  type BudgetRows,
  deleteHolds,
  expiredHoldRows,
  insertHolds,
  lockRows,
  writeRows,
} from './budget-rows.ts'
import { cachedValue } from './cached-value.ts'
import { type Amount, storable } from './dollars.ts'
import type { BudgetDb, BudgetTables } from './tables.ts'

type Trx = Transaction<BudgetTables>

export interface Hold {
  readonly id: string
  readonly claims: readonly Claim[]
  readonly amount: Amount
}
export interface BudgetLedger<Entry> {
  /**
   * Holds an amount in every budget that covers the spender, or in none. Throws what `refused` makes.
   * Returns a promise only if a budget covers the spender or the budgets have to be read.
   */
  reserve(request: ReserveRequest): Hold | Promise<Hold>
  /**
   * Releases a hold, adds the cost and writes the call to the ledger, soon. Every hold is settled once. Returns a
   * promise only if too many settlements wait to be written.
   */
  settle(settlement: Settlement<Entry>): void | Promise<void>
  /** Resolves when every settlement until now is written. */
  flush(): Promise<void>
  /** Makes the next call read the budgets again. */
  invalidateBudgets(): void
  /** Releases holds of processes that died; returns their number. */
  releaseExpiredHolds(): Promise<number>
}
export interface ReserveRequest {
  readonly spender: Spender
  /** A free call holds nothing. */
  readonly isFree: boolean
  /** The most that the call may cost, computed only when a budget covers it; undefined for a free call. */
  mostCost(): Promise<Amount | undefined>
}
interface Settlement<Entry> {
  readonly hold: Hold
  readonly cost: Amount
  /** The call as `entries` writes it; undefined for one that leaves no trace. */
  readonly entry?: Entry | undefined
}
/** The record of settled calls, in a form of its own. */
export interface SettledEntries<Entry> {
  /** Writes calls in the transaction of their settlement. */
  write(trx: Trx, entries: readonly Entry[]): Promise<void>
  /** Writes a call that no budget covers, soon. Returns a promise only if too many wait to be written. */
  add(entry: Entry): void | Promise<void>
  /** Resolves when every added call is written, or lost. */
  flush(): Promise<void>
}
interface BudgetLedgerDeps<Entry> {
  readonly db: BudgetDb
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly newId: () => string
  /** The amount that the owner of a key lets it spend in a day. */
  readonly limitOf: ProviderKit['spendingLimit']
  readonly entries: SettledEntries<Entry>
  /** Makes the error of a call that a budget refuses. */
  readonly refused: (refusal: BudgetRefusal) => Error
  /** Receives why a settlement could not be written. */
  readonly onLost: (error: unknown) => void
}

interface PendingHold {
  readonly hold: Hold
  readonly spender: Spender
  /** The key's own limit. */
  readonly limit: Amount | undefined
  readonly nowMs: number
}
interface Work<Entry> {
  readonly request?: PendingHold
  readonly settlement?: Settlement<Entry>
  /** Called once, after the transaction, with the hold if one was requested. */
  readonly done: (hold: Hold | undefined) => void
  readonly failed: (error: unknown) => void
}
/** Holds and settlements of one transaction. */
const batchSize = 200
/** The time that settlements wait for those of calls under way. */
const batchMs = 100
/** Limit of pending settlements, beyond which calls wait for theirs. */
const maxPending = 2000
const releaseEveryMs = 60_000

const emptyHold: Hold = { id: '', claims: [], amount: 0n }
const ignored = () => undefined

export function createBudgetLedger<Entry>(deps: BudgetLedgerDeps<Entry>): BudgetLedger<Entry> {
  const { db, now, newId, limitOf, entries, onLost } = deps
  const budgets = cachedValue(() => readBudgets(db), now)
  let underWay = 0
  const queue = createQueue(deps, () => underWay === 0)
  let releasedMs = Number.NEGATIVE_INFINITY

  async function releaseExpiredHolds(): Promise<number> {
    const nowMs = now()
    releasedMs = nowMs
    return releaseExpired(db, nowMs)
  }

  async function hold(amount: Amount, by: Pick<PendingHold, 'spender' | 'limit'>): Promise<Hold> {
    const nowMs = now()
    const requested: Hold = { id: newId(), claims: [], amount }
    const request = { hold: requested, ...by, nowMs }
    try {
      return (await queue.enqueued({ request })) ?? requested
    } catch (error) {
      // the holds of a dead process must not block anybody
      if (nowMs - releasedMs < releaseEveryMs || (await releaseExpiredHolds()) === 0) throw error
      return (await queue.enqueued({ request })) ?? requested
    }
  }

  async function reserveIn(
    found: {
      readonly known: readonly Budget[] | Promise<readonly Budget[]>
      readonly limit: ReturnType<ProviderKit['spendingLimit']>
    },
    request: ReserveRequest,
  ): Promise<Hold> {
    const { spender } = request
    const [all, limit] = [await found.known, await found.limit]
    const isCovered = limit !== undefined || all.some((budget) => covers(budget, spender))
    const most = isCovered ? await request.mostCost() : undefined
    return most === undefined ? emptyHold : hold(most, { spender, limit })
  }

  return {
    releaseExpiredHolds,
    invalidateBudgets: budgets.invalidate,
    reserve(request) {
      const { spender, isFree } = request
      underWay += 1
      if (isFree) return emptyHold
      const known = budgets.get()
      const limit = limitOf(spender.key)
      if (!(known instanceof Promise) && limit === undefined && !known.some((budget) => covers(budget, spender)))
        return emptyHold
      return reserveIn({ known, limit }, request).catch((error: unknown) => {
        underWay -= 1
        throw error
      })
    },
    settle(settlement) {
      underWay -= 1
      const { hold, entry } = settlement
      if (hold.claims.length > 0) {
        if (queue.size() >= maxPending) return queue.enqueued({ settlement }).then(ignored, onLost)
        queue.enqueue({ settlement, done: ignored, failed: onLost })
        return
      }
      if (underWay === 0 && queue.size() > 0) void queue.runNow()
      return entry === undefined ? undefined : entries.add(entry)
    },
    async flush() {
      await queue.flush()
      await entries.flush()
    },
  }
}

/** Collects work for one transaction after another. `isIdle`: no call is under way that will settle. */
function createQueue<Entry>(deps: BudgetLedgerDeps<Entry>, isIdle: () => boolean) {
  let pending: Work<Entry>[] = []
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  /** Number of requests among the pending work. */
  let requests = 0

  const runNow = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    running ??= runAll().finally(() => {
      running = undefined
      if (pending.length > 0) runSoon()
    })
    return running
  }
  const runSoon = () => {
    timer ??= setTimeout(() => void runNow(), batchMs)
  }
  /** A caller waits for a hold, so a request also flushes everything pending. */
  const isDue = () => isIdle() || pending.length >= batchSize || requests > 0
  const enqueue = (work: Work<Entry>) => {
    pending.push(work)
    if (work.request) requests += 1
    if (isDue()) void runNow()
    else runSoon()
  }

  async function runAll(): Promise<void> {
    do {
      const batch = pending.slice(0, batchSize)
      pending = pending.slice(batchSize)
      requests = pending.filter(({ request }) => request !== undefined).length
      // one failing call must not cost the others their place in the ledger: they are tried again one by one
      if (!(await runBatch(deps, batch).catch(() => false)))
        for (const work of batch) await runBatch(deps, [work]).catch((error: unknown) => work.failed(error))
    } while (pending.length > 0 && isDue())
  }

  return {
    runNow,
    enqueue,
    enqueued: (work: Pick<Work<Entry>, 'request' | 'settlement'>) =>
      new Promise<Hold | undefined>((done, failed) => enqueue({ ...work, done, failed })),
    size: () => pending.length,
    async flush() {
      while (pending.length > 0 || running) await runNow()
    },
  }
}

async function releaseExpired(db: BudgetDb, nowMs: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const expired = await expiredHoldRows(trx, nowMs)
    if (expired.length === 0) return 0
    const rows = await lockRows(trx, expired)
    const deleted = await deleteHolds(trx, { olderThan: nowMs })
    for (const hold of deleted) release(rows.get(hold.row), hold.amount)
    await writeRows(trx, rows)
    return deleted.length
  })
}

/** Writes a batch in one transaction. Returns true once it is committed. */
async function runBatch<Entry>(deps: BudgetLedgerDeps<Entry>, batch: readonly Work<Entry>[]): Promise<boolean> {
  const replies = await deps.db.transaction().execute((trx) => writeBatch(trx, deps, batch))
  for (const reply of replies) reply()
  for (const { settlement, done } of batch) if (settlement) done(undefined)
  return true
}

/** Returns a function for each request for a hold, which answers it once the transaction is committed. */
async function writeBatch<Entry>(
  trx: Trx,
  { entries, refused }: Pick<BudgetLedgerDeps<Entry>, 'entries' | 'refused'>,
  batch: readonly Work<Entry>[],
): Promise<readonly (() => void)[]> {
  const settlements = batch.flatMap(({ settlement }) => (settlement ? [settlement] : []))
  const calls = settlements.flatMap(({ entry }) => (entry === undefined ? [] : [entry]))
  const requests = batch.flatMap((work) => (work.request ? [{ work, request: work.request }] : []))
  const budgets = requests.length > 0 ? await readBudgets(trx) : []
  const claimed = requests.map(({ work, request }) => ({ work, request, claims: claimsOf(budgets, request) }))
  const rows = await lockRows(trx, [
    ...settlements.flatMap(({ hold }) => hold.claims),
    ...claimed.flatMap(({ claims }) => claims),
  ])
  await settleAll(trx, settlements, rows)
  if (calls.length > 0) await entries.write(trx, calls)

  const holds: Hold[] = []
  const replies = claimed.map(({ work, request, claims }) => {
    const { amount } = request.hold
    const refusing = claims.find((claim) => !hasRoom(rows.get(claim), amount))
    if (refusing) {
      const { held, spent } = rows.get(refusing)
      const error = refused(refusalOf(refusing, { held, spent, requested: amount, nowMs: request.nowMs }))
      return () => work.failed(error)
    }
    for (const claim of claims) release(rows.get(claim), -amount)
    const hold = { ...request.hold, claims }
    holds.push(hold)
    return () => work.done(hold)
  })
  await writeRows(trx, rows)
  await insertHolds(
    trx,
    holds.flatMap(({ id, claims, amount }) => claims.map((claim) => ({ id, claim, amount }))),
    claimed[0]?.request.nowMs ?? 0,
  )
  return replies
}

function claimsOf(budgets: readonly Budget[], { spender, limit, nowMs }: PendingHold): readonly Claim[] {
  const all = limit === undefined ? budgets : [...budgets, keyBudget(limit, spender.key)]
  return all.filter((budget) => covers(budget, spender)).map((budget) => claimOf(budget, spender, nowMs))
}

async function settleAll<Entry>(trx: Trx, settlements: readonly Settlement<Entry>[], rows: BudgetRows): Promise<void> {
  const ids = settlements.flatMap(({ hold }) => (hold.claims.length > 0 ? [hold.id] : []))
  // a hold that was released as expired is no longer there, and is not released twice
  for (const { row, amount } of ids.length > 0 ? await deleteHolds(trx, { ids }) : []) release(rows.get(row), amount)
  for (const { hold, cost } of settlements)
    for (const claim of hold.claims) {
      const row = rows.get(claim)
      row.spent += storable(cost)
      row.isChanged = true
    }
}

const hasRoom = (row: BudgetRow, amount: Amount) => row.spent + row.held + amount <= row.key.amount

/** Releases an amount, or holds a negative one. */
function release(row: BudgetRow, amount: Amount): void {
  row.held -= amount
  row.isChanged = true
}
