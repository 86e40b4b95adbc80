// The usage of accounts, one row each. Every change holds the lock of the row, so that parallel calls in several
// processes neither overdraw a balance nor exceed a limit.
import type { ProviderKit } from '#define'
import type { AccountsTable, Tables } from '../../tables.ts'
import { type Allowance, type Balance, type Charge, chargeFor, type Price } from './rules.ts'

type Db = ProviderKit<Tables>['db']
type Row = Omit<AccountsTable, 'account'>

/** Limits of an account: megapixels processed in a minute (SOURCES 6.1), and images submitted in a day (2.3). */
export const megapixelsPerMinute = 500
const submissionsPerDay = 100

export interface RateState {
  readonly isAdmitted: boolean
  readonly remaining: number
  /** The time of the reset, in seconds since the epoch. */
  readonly resetS: number
}
export interface Credits {
  balance(account: string): Promise<Balance>
  /** Pays for a result; returns undefined if the balance is too low. */
  charge(account: string, price: Price): Promise<Charge | undefined>
  /** Counts an image against the limit of this minute. */
  admit(account: string, megapixels: number): Promise<RateState>
  /** Counts a submission and runs `store` in the same transaction; returns false if the day's limit is reached. */
  submit(account: string, store: (db: Db) => Promise<void>): Promise<boolean>
}

const table = 'background_removal_accounts'
const minuteMs = 60_000

export function createCredits({ db, now, today }: ProviderKit<Tables>, allowance: Allowance): Credits {
  const month = () => today().slice(0, 7)
  const unused = (): Row => ({
    month: month(),
    free_calls_used: 0,
    subscription_used: 0,
    payg_used: 0,
    enterprise_used: 0,
    minute: 0,
    megapixels: 0,
    day: today(),
    submissions: 0,
  })

  /** The usage of this month and day; counts of earlier ones are reset. */
  function current(row: Row): Row {
    const monthly = row.month === month() ? {} : { month: month(), free_calls_used: 0, subscription_used: 0 }
    const daily = row.day === today() ? {} : { day: today(), submissions: 0 }
    return { ...row, ...monthly, ...daily }
  }

  function withLock<T>(account: string, change: (row: Row, db: Db) => Promise<{ row?: Row; result: T }>): Promise<T> {
    return db.transaction().execute(async (transaction) => {
      await transaction
        .insertInto(table)
        .values({ account, ...unused() })
        .onConflict((conflict) => conflict.column('account').doUpdateSet({ account }))
        .execute()
      const stored = await transaction
        .selectFrom(table)
        .selectAll()
        .where('account', '=', account)
        .executeTakeFirstOrThrow()
      const { account: _account, ...before } = stored
      const { row, result } = await change(current(before), transaction)
      if (row) await transaction.updateTable(table).set(row).where('account', '=', account).execute()
      return result
    })
  }

  const balanceOf = (row: Row): Balance => ({
    freeCalls: Math.max(0, allowance.freeCalls - row.free_calls_used),
    subscription: Math.max(0, allowance.subscription - row.subscription_used),
    payg: Math.max(0, allowance.payg - row.payg_used),
    enterprise: Math.max(0, allowance.enterprise - row.enterprise_used),
  })

  return {
    async balance(account) {
      const stored = await db.selectFrom(table).selectAll().where('account', '=', account).executeTakeFirst()
      return balanceOf(stored ? current(stored) : unused())
    },
    charge: (account, price) =>
      withLock(account, async (row) => {
        const charge = chargeFor(price, balanceOf(row))
        if (!charge) return { result: undefined }
        const paid = {
          ...row,
          free_calls_used: row.free_calls_used + charge.freeCalls,
          subscription_used: row.subscription_used + charge.subscription,
          payg_used: row.payg_used + charge.payg,
          enterprise_used: row.enterprise_used + charge.enterprise,
        }
        return { row: paid, result: charge }
      }),
    admit: (account, megapixels) =>
      withLock(account, async (row) => {
        const minute = Math.floor(now() / minuteMs)
        const used = row.minute === minute ? row.megapixels : 0
        const resetS = ((minute + 1) * minuteMs) / 1000
        if (used + megapixels > megapixelsPerMinute)
          return { result: { isAdmitted: false, remaining: megapixelsPerMinute - used, resetS } }
        const total = used + megapixels
        const result = { isAdmitted: true, remaining: megapixelsPerMinute - total, resetS }
        return { row: { ...row, minute, megapixels: total }, result }
      }),
    submit: (account, store) =>
      withLock(account, async (row, transaction) => {
        if (row.submissions >= submissionsPerDay) return { result: false }
        await store(transaction)
        return { row: { ...row, submissions: row.submissions + 1 }, result: true }
      }),
  }
}
