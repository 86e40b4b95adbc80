// A household with very many transactions, written by the transaction store itself: it must look to the benchmark as if
// years of calls had created it. Ten years up to today, four accounts, thirty categories, weekly and monthly budgets.
import { formatDay, parseStoredDay } from '../provider/days.ts'
import { addTransactions } from '../provider/ledger/transactions/store.ts'
import { createDice } from './random-operations.ts'
import { type Calls, emptied, type Household, type Members, tablesOf } from './world.ts'

export interface LargeHousehold {
  readonly home: Household
  readonly sides: readonly number[]
  readonly categories: readonly number[]
  readonly scenarios: readonly number[]
}

const years = 10
const today = '2026-11-20'
const rowsAtOnce = 5000
const payees = [
  'Corner Market',
  'Quay Kitchen',
  'Hill Road Petrol',
  'Kea Internet',
  'Tidewater Ltd',
  'Village Pharmacy',
]

/** Makes the household of a new account. */
export async function fillHousehold(calls: Calls, transactionCount: number): Promise<LargeHousehold> {
  const { accountId, key } = await calls.gateway.account()
  const home = await emptied(calls.householdOf(key))
  const accounts = await makeAccounts(home)
  const categories = await makeCategories(home)
  const [scenario = 0] = accounts.scenarios
  for (const [number, category] of categories.entries())
    await home.ask('POST', `/scenarios/${scenario}/events`, {
      category_id: category,
      date: '2017-01-02',
      amount: number % 5 === 0 ? 900 : -120,
      repeat_type: number % 2 === 0 ? 'weekly' : 'monthly',
    })
  const db = tablesOf(calls)
  const dice = createDice(7)
  for (let done = 0; done < transactionCount; done += rowsAtOnce)
    await db.transaction().execute(async (transaction) => {
      const list = Array.from({ length: Math.min(rowsAtOnce, transactionCount - done) }, () => ({
        details: detailsOf(dice, { sides: accounts.sides, categories }),
        labels: [],
      }))
      await addTransactions(transaction, { owner: accountId, now: Date.parse(today) }, list)
    })
  return { home, categories, ...accounts }
}

async function makeAccounts(home: Household): Promise<{ sides: number[]; scenarios: number[] }> {
  const bank = await home.ask<{ id: number }>('POST', '/users/4100/institutions', {
    title: 'Bank',
    currency_code: 'NZD',
  })
  const ids = { sides: [] as number[], scenarios: [] as number[] }
  for (const currency_code of ['NZD', 'NZD', 'NZD', 'EUR']) {
    const members: Members = { institution_id: bank.id, title: 'Account', currency_code, type: 'bank' }
    const account = await home.ask<{
      primary_transaction_account: { id: number }
      primary_scenario: { id: number }
    }>('POST', '/users/4100/accounts', members)
    ids.sides.push(account.primary_transaction_account.id)
    ids.scenarios.push(account.primary_scenario.id)
  }
  return ids
}

async function makeCategories(home: Household): Promise<number[]> {
  const ids: number[] = []
  for (let number = 0; number < 30; number++) {
    const refund_behaviour = [null, 'credits_are_refunds', 'debits_are_deductions'][number % 3]
    const members = {
      title: `Category ${number}`,
      refund_behaviour,
      parent_id: number % 6 === 0 ? null : ids[number - (number % 6)],
    }
    ids.push((await home.ask<{ id: number }>('POST', '/users/4100/categories', members)).id)
  }
  return ids
}

/**
 * One transaction in ten is in euros, one in twenty has no category, one in fifty needs a review. A third of the
 * payees have a number, so that there are very many of them.
 */
function detailsOf(
  dice: ReturnType<typeof createDice>,
  { sides, categories }: { sides: readonly number[]; categories: readonly number[] },
) {
  const name = dice.pick(payees) ?? ''
  const payee = dice.int(1, 3) === 1 ? `${name} ${dice.int(1, 4000)}` : name
  const date = formatDay(parseStoredDay(today) - dice.int(0, years * 365))
  const side = dice.int(1, 10) === 1 ? sides.at(-1) : dice.pick(sides.slice(0, -1))
  return {
    transaction_account_id: side ?? 0,
    payee,
    original_payee: payee.toUpperCase(),
    date,
    amount: dice.int(-20_000, 9000) * 100,
    category_id: dice.int(1, 20) === 1 ? null : (dice.pick(categories) ?? null),
    is_transfer: null,
    needs_review: dice.int(1, 50) === 1 ? (1 as const) : (0 as const),
    status: 'posted',
    note: null,
    memo: null,
    cheque_number: null,
    upload_source: 'data_feed',
    import_key: null,
  }
}
