// What calls hold of budgets and what they came to, written for many calls at once: what waits is done in one transaction that locks
// each row of a budget once and decides in memory. So a thousand calls at one moment are a few transactions on one connection, and no two
// calls can both get the last dollar, whatever process they are in.
import type { Transaction } from 'kysely'
import { type Claim, claimOf, matches, readBudgets, refusalOf, type Spender } from './budget.ts'
import { type Entry, writeEntries } from './ledger.ts'
import { type Amount, storable } from './price.ts'
import { dropHolds, lockRows, oldClaims, type SpentRow, type SpentRows, writeRows } from './spent-rows.ts'
import type { MeteringDb, MeteringTables } from './tables.ts'

type Trx = Transaction<MeteringTables>

export interface Hold {
  readonly id: string
  readonly claims: readonly Claim[]
  readonly amount: Amount
}
export interface Booking {
  /** Holds an amount of every budget that the spender counts in, or of none: throws ModelFault 'limited' or 'billing'. */
  take(wish: Wish): Promise<Hold>
  /** Gives a hold back, adds what the call cost, and writes it into the ledger. */
  end(ending: Ending): Promise<void>
  /** Gives back what processes held that died; answers how many calls' holds. */
  dropOld(nowMs: number): Promise<number>
}
export interface Wish {
  readonly id: string
  readonly spender: Spender
  readonly amount: Amount
  readonly nowMs: number
}
export interface Ending {
  readonly hold: Hold
  readonly cost: Amount
  readonly entry?: Entry | undefined
}

interface Work {
  readonly wish?: Wish
  readonly ending?: Ending
  /** Called once, after the transaction; with a hold where there was a wish. */
  readonly done: (hold: Hold | undefined) => void
  readonly failed: (error: unknown) => void
}
/** Calls of one transaction. */
const batchCalls = 200
const dropEveryMs = 60_000

export function createBooking(db: MeteringDb): Booking {
  let waiting: Work[] = []
  let isRunning = false
  let droppedMs = Number.NEGATIVE_INFINITY

  const add = (work: Pick<Work, 'wish' | 'ending'>) =>
    new Promise<Hold | undefined>((done, failed) => {
      waiting.push({ ...work, done, failed })
      if (!isRunning) void runAll()
    })

  async function runAll(): Promise<void> {
    isRunning = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchCalls)
      waiting = waiting.slice(batchCalls)
      // what one call brings must not lose another its place in the ledger
      if (!(await run(db, batch).catch(() => false)))
        for (const work of batch) await run(db, [work]).catch((error: unknown) => work.failed(error))
    }
    isRunning = false
  }

  async function dropOld(nowMs: number): Promise<number> {
    droppedMs = nowMs
    return db.transaction().execute(async (trx) => {
      const claims = await oldClaims(trx, nowMs)
      if (claims.length === 0) return 0
      const rows = await lockRows(trx, claims)
      const dropped = await dropHolds(trx, { olderThan: nowMs })
      for (const hold of dropped) give(rows.get(hold.row), hold.amount)
      await writeRows(trx, rows)
      return dropped.length
    })
  }

  async function take(wish: Wish): Promise<Hold> {
    const none: Hold = { id: wish.id, claims: [], amount: wish.amount }
    try {
      return (await add({ wish })) ?? none
    } catch (error) {
      // what a dead process held stands in nobody's way
      if (wish.nowMs - droppedMs < dropEveryMs || (await dropOld(wish.nowMs)) === 0) throw error
      return (await add({ wish })) ?? none
    }
  }

  return {
    take,
    dropOld,
    async end(ending) {
      await add({ ending })
    },
  }
}

/** One transaction for all of them; true when it stands. */
async function run(db: MeteringDb, batch: readonly Work[]): Promise<boolean> {
  const answers = await db.transaction().execute((trx) => write(trx, batch))
  for (const answer of answers) answer()
  return true
}

/** Answers what is to be told to each call once the transaction stands. */
async function write(trx: Trx, batch: readonly Work[]): Promise<readonly (() => void)[]> {
  const endings = batch.flatMap(({ ending }) => ending ?? [])
  const wishes = batch.flatMap((work) => (work.wish ? [{ work, wish: work.wish }] : []))
  const budgets = wishes.length > 0 ? await readBudgets(trx) : []
  const asked = wishes.map(({ work, wish }) => {
    const { spender, nowMs } = wish
    const claims = budgets.filter((budget) => matches(budget, spender)).map((one) => claimOf(one, spender, nowMs))
    return { work, wish, claims }
  })
  const rows = await lockRows(trx, [
    ...endings.flatMap(({ hold }) => hold.claims),
    ...asked.flatMap((one) => one.claims),
  ])
  await endAll(trx, endings, rows)

  const holds: Hold[] = []
  const answers = asked.map(({ work, wish, claims }) => {
    const refusing = claims.find((claim) => !hasRoom(rows.get(claim), wish.amount))
    if (refusing) {
      const refusal = refusalOf(refusing, { ...rows.get(refusing), wanted: wish.amount, nowMs: wish.nowMs })
      return () => work.failed(refusal)
    }
    for (const claim of claims) give(rows.get(claim), -wish.amount)
    const hold = { id: wish.id, claims, amount: wish.amount }
    holds.push(hold)
    return () => work.done(hold)
  })
  await writeRows(trx, rows)
  const held = holds.flatMap(({ id, claims, amount }) => claims.map((claim) => ({ id, claim, amount })))
  for (let at = 0; at < held.length; at += 1000) {
    const part = held.slice(at, at + 1000)
    const nowMs = asked[0]?.wish.nowMs ?? 0
    await trx
      .insertInto('model_routing_holds')
      .values(
        part.map(({ id, claim, amount }) => ({
          ...{ id, budget: claim.budget.id, who: claim.who, start_ms: claim.startMs, at_ms: nowMs },
          amount,
        })),
      )
      .execute()
  }
  return [...answers, ...batch.flatMap((work) => (work.ending ? [() => work.done(undefined)] : []))]
}

async function endAll(trx: Trx, endings: readonly Ending[], rows: SpentRows): Promise<void> {
  const ids = endings.flatMap(({ hold }) => (hold.claims.length > 0 ? [hold.id] : []))
  const given = ids.length > 0 ? await dropHolds(trx, { ids }) : []
  // a hold that was dropped as too old is not given back twice
  for (const { row, amount } of given) give(rows.get(row), amount)
  for (const { hold, cost } of endings)
    for (const claim of hold.claims) {
      const row = rows.get(claim)
      row.spent += storable(cost)
      row.isChanged = true
    }
  await writeEntries(
    trx,
    endings.flatMap(({ entry }) => entry ?? []),
  )
}

const hasRoom = (row: SpentRow, amount: Amount) => row.spent + row.held + amount <= row.claim.amount

/** Gives an amount back, or takes it when it is negative. */
function give(row: SpentRow, amount: Amount): void {
  row.held -= amount
  row.isChanged = true
}
