// Debts: calls that were granted while the database was down, until they are written.
import { addCalls, type CallCounter, type CallCounts, type Store } from '#store'

interface CallDebts {
  add(counter: CallCounter, amounts: CallCounts): void
  /** Subtracts calls that turned out not to be used; returns those that are no longer a debt. */
  cancel(counter: CallCounter, amounts: CallCounts): CallCounts
  /** Reports whether there is a debt for the subject's day. */
  has(counter: CallCounter): boolean
  /** Removes and yields the debts one by one. */
  takeAll(): Generator<{ readonly counter: CallCounter; readonly amounts: CallCounts }>
  /** Returns the number of owed calls of the day. */
  calls(): number
  /** Reports whether there are no debts, neither of a day nor of a minute alone. */
  isEmpty(): boolean
  /** Reports whether debts of further subjects are refused. */
  isFull(): boolean
}

interface Debt {
  readonly counter: CallCounter
  perMinute: number
  perDay: number
}

/** The limit of subjects with debts. */
const maxDebts = 100_000

/** Creates an empty list. */
export function createCallDebts(): CallDebts {
  const debts = new Map<string, Debt>()

  return {
    add(counter, { perMinute, perDay }) {
      if (perMinute + perDay === 0) return
      const key = keyOf(counter)
      const debt = debts.get(key)
      if (!debt) debts.set(key, { counter, perMinute, perDay })
      else {
        // of earlier minutes only the day still matters
        const isLater = counter.minute > debt.counter.minute
        const ofMinute = (counter.minute >= debt.counter.minute ? perMinute : 0) + (isLater ? 0 : debt.perMinute)
        debts.set(key, { counter: isLater ? counter : debt.counter, perMinute: ofMinute, perDay: debt.perDay + perDay })
      }
    },
    cancel(counter, { perMinute, perDay }) {
      const debt = debts.get(keyOf(counter))
      if (!debt) return { perMinute, perDay }
      const ofMinute = debt.counter.minute === counter.minute ? Math.min(debt.perMinute, perMinute) : 0
      const ofDay = Math.min(debt.perDay, perDay)
      debt.perMinute -= ofMinute
      debt.perDay -= ofDay
      return { perMinute: perMinute - ofMinute, perDay: perDay - ofDay }
    },
    has: (counter) => debts.has(keyOf(counter)),
    *takeAll() {
      for (const key of [...debts.keys()]) {
        const debt = debts.get(key)
        debts.delete(key)
        if (debt && debt.perMinute + debt.perDay > 0)
          yield { counter: debt.counter, amounts: { perMinute: debt.perMinute, perDay: debt.perDay } }
      }
    },
    calls() {
      let calls = 0
      for (const { perDay } of debts.values()) calls += perDay
      return calls
    },
    isEmpty: () => debts.size === 0,
    isFull: () => debts.size >= maxDebts,
  }
}

/** Writes all debts to the database. Debts that may not have been written stay, and the error is thrown. */
export async function payDebts(debts: CallDebts, { db }: Pick<Store, 'db'>): Promise<void> {
  // takes a copy: debts added meanwhile must not prolong the loop
  for (const { counter, amounts } of debts.takeAll()) {
    try {
      await addCalls(db, counter, amounts)
    } catch (error) {
      // It is unknown whether they were added. Adding them twice can cost the caller calls; not adding them could give
      // the caller calls beyond the plan.
      debts.add(counter, amounts)
      throw error
    }
  }
}

function keyOf({ subject, day }: CallCounter): string {
  return `${day} ${subject}`
}
