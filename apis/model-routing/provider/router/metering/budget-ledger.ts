// What calls hold of budgets and what they came to, written for many calls at once: what waits is done in one transaction that locks
// each row of a budget once and decides in memory. So a thousand calls at one moment are a few transactions on one connection, and no two
// calls can both get the last dollar, whatever process they are in. A call that no budget is for holds nothing; and the end of a call is
// waited for by nobody: until it is written, its hold stands, so that a budget is at worst held for a moment too long.
import type { Transaction } from 'kysely'
import { type Budget, type Claim, claimOf, matches, readBudgets, refusalOf, type Spender } from './budget.ts'
import { dropHolds, lockRows, oldClaims, type SpentRow, type SpentRows, writeRows } from './budget-rows.ts'
import { createEntryWriter, type Entry, type EntryWriter } from './call-ledger.ts'
import { type Amount, storable } from './price.ts'
import type { MeteringDb, MeteringTables } from './tables.ts'

type Trx = Transaction<MeteringTables>

export interface Hold {
  readonly id: string
  readonly claims: readonly Claim[]
  readonly amount: Amount
}
export interface Booking {
  /** Holds an amount of every budget that the spender counts in, or of none: throws ModelError 'limited' or 'billing'. */
  take(wish: Wish): Promise<Hold>
  /** Gives a hold back, adds what the call cost, and writes it into the ledger, soon. Every `take` is ended once. */
  end(ending: Ending): Promise<void>
  /** Resolves when every end until now is written. */
  written(): Promise<void>
  /** Budgets were changed: what is known of them is read anew. */
  forget(): void
  /** Gives back what processes held that died; answers how many calls' holds. */
  dropOld(nowMs: number): Promise<number>
}
export interface Wish {
  readonly spender: Spender
  /** The most that the call may cost, asked for where a budget is for it; undefined for a free call, which holds nothing. */
  readonly amount: (() => Promise<Amount | undefined>) | undefined
  readonly newId: () => string
  readonly nowMs: number
}
export interface Ending {
  readonly hold: Hold
  readonly cost: Amount
  readonly entry?: Entry | undefined
}
interface Taking {
  readonly hold: Hold
  readonly spender: Spender
  readonly nowMs: number
}
interface Work {
  readonly wish?: Taking
  readonly ending?: Ending
  /** Called once, after the transaction; with a hold where there was a wish. */
  readonly done: (hold: Hold | undefined) => void
  readonly failed: (error: unknown) => void
}
/** Calls of one transaction. */
const batchCalls = 200
/** Endings wait so long for others, while calls are under way that will end. */
const gatherMs = 100
/** So many endings may wait that nobody waits for. */
const unawaited = 2000
const dropEveryMs = 60_000
/** How long another process may go on without a budget that was made. */
const keptMs = 2000

const nothing: Hold = { id: '', claims: [], amount: 0n }
const unheard = () => undefined

/** `lost` is told of an end that could not be written. */
export function createBooking(db: MeteringDb, lost: (error: unknown) => void = () => undefined): Booking {
  const ledger = createEntryWriter()
  let waiting: Work[] = []
  let running: Promise<void> | undefined
  let gathering: NodeJS.Timeout | undefined
  let underWay = 0
  /** Of what waits. */
  let wishes = 0
  let droppedMs = Number.NEGATIVE_INFINITY
  let known: { readonly budgets: Promise<readonly Budget[]>; readonly until: number } | undefined

  const now = (): Promise<void> => {
    clearTimeout(gathering)
    gathering = undefined
    running ??= runAll().finally(() => {
      running = undefined
      if (waiting.length > 0) gather()
    })
    return running
  }
  const gather = () => {
    gathering ??= setTimeout(() => void now(), gatherMs)
  }
  /** Whoever wishes for something waits, and takes with him what waits as well. */
  const isDue = () => underWay === 0 || waiting.length >= batchCalls || wishes > 0
  const add = (work: Work) => {
    waiting.push(work)
    if (work.wish) wishes += 1
    if (isDue()) void now()
    else gather()
  }
  const added = (work: Pick<Work, 'wish' | 'ending'>) =>
    new Promise<Hold | undefined>((done, failed) => add({ ...work, done, failed }))

  async function runAll(): Promise<void> {
    do {
      const batch = waiting.slice(0, batchCalls)
      waiting = waiting.slice(batchCalls)
      wishes = waiting.filter(({ wish }) => wish !== undefined).length
      // what one call brings must not lose another its place in the ledger
      if (!(await run(db, ledger, batch).catch(() => false)))
        for (const work of batch) await run(db, ledger, [work]).catch((error: unknown) => work.failed(error))
    } while (waiting.length > 0 && isDue())
  }

  function budgetsNow(): Promise<readonly Budget[]> {
    if (known && performance.now() < known.until) return known.budgets
    const reading = { budgets: readBudgets(db), until: performance.now() + keptMs }
    known = reading
    reading.budgets.catch(() => {
      if (known === reading) known = undefined
    })
    return reading.budgets
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

  async function take({ spender, newId, nowMs }: Wish, most: Amount): Promise<Hold> {
    const hold: Hold = { id: newId(), claims: [], amount: most }
    const wish = { hold, spender, nowMs }
    try {
      return (await added({ wish })) ?? hold
    } catch (error) {
      // what a dead process held stands in nobody's way
      if (nowMs - droppedMs < dropEveryMs || (await dropOld(nowMs)) === 0) throw error
      return (await added({ wish })) ?? hold
    }
  }

  return {
    dropOld,
    forget() {
      known = undefined
    },
    async take(wish) {
      underWay += 1
      try {
        const { spender, amount } = wish
        const isLimited = amount && (await budgetsNow()).some((budget) => matches(budget, spender))
        const most = isLimited ? await amount() : undefined
        return most === undefined ? nothing : await take(wish, most)
      } catch (error) {
        underWay -= 1
        throw error
      }
    },
    async end(ending) {
      underWay -= 1
      const isFull = waiting.length >= unawaited
      if (ending.entry || ending.hold.claims.length > 0) {
        if (isFull) await added({ ending }).catch(lost)
        else add({ ending, done: unheard, failed: lost })
      } else if (underWay === 0 && waiting.length > 0) void now()
    },
    async written() {
      while (waiting.length > 0 || running) await now()
    },
  }
}

/** One transaction for all of them; true when it stands. */
async function run(db: MeteringDb, ledger: EntryWriter, batch: readonly Work[]): Promise<boolean> {
  const answers = await db.transaction().execute((trx) => write(trx, ledger, batch))
  for (const answer of answers) answer()
  return true
}

/** Answers what is to be told to each call once the transaction stands. */
async function write(trx: Trx, ledger: EntryWriter, batch: readonly Work[]): Promise<readonly (() => void)[]> {
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
  await ledger.write(
    trx,
    endings.flatMap(({ entry }) => entry ?? []),
  )

  const holds: Hold[] = []
  const answers = asked.map(({ work, wish, claims }) => {
    const refusing = claims.find((claim) => !hasRoom(rows.get(claim), wish.hold.amount))
    if (refusing) {
      const refusal = refusalOf(refusing, { ...rows.get(refusing), wanted: wish.hold.amount, nowMs: wish.nowMs })
      return () => work.failed(refusal)
    }
    for (const claim of claims) give(rows.get(claim), -wish.hold.amount)
    const hold = { ...wish.hold, claims }
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
}

const hasRoom = (row: SpentRow, amount: Amount) => row.spent + row.held + amount <= row.claim.amount

/** Gives an amount back, or takes it when it is negative. */
function give(row: SpentRow, amount: Amount): void {
  row.held -= amount
  row.isChanged = true
}
