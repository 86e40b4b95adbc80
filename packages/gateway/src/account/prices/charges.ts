// Charges for calls of listings with prices: held in every budget that covers the call, or in none, and settled with
// the sums of the day. They use the rows that calls of models use (packages/provider/budgets).
import { fail, type ProviderKit } from '#define'
import { type BudgetRefusal, type BudgetTables, createBudgetLedger } from '#provider/budgets'
import type { Store } from '#store'
import type { Log } from '../../process/log.ts'
import { Charge, type Charged, type Settle } from './charge.ts'
import { createSpentDays, type SpentCall } from './spent-days.ts'

interface ChargesDeps {
  readonly store: Pick<Store, 'db'>
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly randomBytes: (count: number) => Buffer
  readonly spendingLimit: ProviderKit['spendingLimit']
  readonly log: Pick<Log, 'error'>
}
export interface Charges {
  /**
   * Holds the price of a call. Throws 'budget.spent' or 'budget.held' if a budget does not allow it. Returns a promise
   * only if a budget covers the call or the budgets have to be read.
   */
  hold(charged: Charged): Charge | Promise<Charge>
  /** Resolves when every charge settled until now is written, or lost. */
  flush(): Promise<void>
}

/** Creates the charges of a process. */
export function createCharges({ store, clock, randomBytes, spendingLimit, log }: ChargesDeps): Charges {
  const onLost = (error: unknown) => log.error('the cost of a call could not be written', { cause: String(error) })
  const ledger = createBudgetLedger<SpentCall>({
    db: store.db.withTables<Pick<BudgetTables, keyof BudgetTables>>(),
    now: clock,
    newId: () => randomBytes(12).toString('hex'),
    limitOf: spendingLimit,
    entries: createSpentDays({ db: store.db, onLost }),
    refused,
    onLost,
  })
  const settle: Settle = ({ of, hold }, cost) => {
    const entry = cost === 0n ? undefined : { ...of, cost, at: clock() }
    void ledger.settle({ hold, cost, entry })
  }
  return {
    hold(charged) {
      const { account, key, most } = charged
      const held = ledger.reserve({
        spender: { account, key, model: undefined },
        isFree: false,
        mostCost: () => Promise.resolve(most),
      })
      if (held instanceof Promise) return held.then((hold) => new Charge(charged, hold, settle))
      return new Charge(charged, held, settle)
    },
    flush: ledger.flush,
  }
}

function refused({ isHeld, isKeys, budget, retryAfterS }: BudgetRefusal): Error {
  const when = retryAfterS === undefined ? {} : { retryAfterS }
  if (isHeld) return fail('budget.held', { budget }, when)
  return fail('budget.spent', { budget, advice: isKeys ? adviceOfKey : advice }, when)
}

const advice = 'Wait for its next period, or have the operator raise it.'
const adviceOfKey =
  'The key has this limit of its own: wait for the next UTC day, or have its owner raise it (gatehouse keys limit, or the console).'
