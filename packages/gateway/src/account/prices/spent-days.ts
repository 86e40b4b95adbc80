// What calls have cost, summed by day in memory and written twice a second, or in the transaction of a settlement.
import type { Kysely } from 'kysely'
import { utcDay } from '#provider'
import { type SettledEntries, storable } from '#provider/budgets'
import { addSpendingDays, type SpendingDay, type Tables } from '#store'
import type { Charged } from './charge.ts'

/** A call that has cost something. */
export interface SpentCall extends Omit<Charged, 'price' | 'most'> {
  /** 1e-12 US dollars. */
  readonly cost: bigint
  /** Milliseconds since the epoch. */
  readonly at: number
}
interface SpentDaysDeps {
  readonly db: Kysely<Tables>
  /** Receives why costs could not be written. */
  readonly onLost: (error: unknown) => void
}

const waitMs = 500
/** Rows of one transaction: on SQLite nothing else gets its turn while it is written. */
const rowsAtOnce = 200
/** The limit of rows that wait; costs beyond it are lost, and reported as such. */
const mostRows = 20_000

/** Creates the sums. */
export function createSpentDays({ db, onLost }: SpentDaysDeps): SettledEntries<SpentCall> {
  let sums = new Map<string, SpendingDay>()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  async function writeAll(): Promise<void> {
    const taken = [...sums.values()]
    sums = new Map()
    for (let at = 0; at < taken.length; at += rowsAtOnce) {
      const some = taken.slice(at, at + rowsAtOnce)
      await db
        .transaction()
        .execute((trx) => addSpendingDays(trx, some))
        .catch(onLost)
    }
  }
  const writeNow = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    running ??= writeAll().finally(() => {
      running = undefined
      if (sums.size > 0) writeSoon()
    })
    return running
  }
  const writeSoon = () => {
    timer ??= setTimeout(() => void writeNow(), waitMs)
  }
  return {
    async write(trx, calls) {
      const own = new Map<string, SpendingDay>()
      for (const call of calls) addTo(own, call)
      await addSpendingDays(trx.withTables<Pick<Tables, 'spending_days'>>(), [...own.values()])
    },
    add(call) {
      if (sums.size >= mostRows) onLost(new Error(`${mostRows} sums wait to be written`))
      else addTo(sums, call)
      writeSoon()
    },
    async flush() {
      while (sums.size > 0 || running) await writeNow()
    },
  }
}

function addTo(sums: Map<string, SpendingDay>, { account, key, listing, endpoint, cost, at }: SpentCall): void {
  const day = utcDay(at)
  const id = `${day} ${key} ${listing} ${endpoint} ${account}`
  const known = sums.get(id)
  sums.set(id, {
    account_id: account,
    key_id: key,
    day,
    listing,
    endpoint,
    calls: (known?.calls ?? 0) + 1,
    cost: storable((known?.cost ?? 0n) + cost),
  })
}
