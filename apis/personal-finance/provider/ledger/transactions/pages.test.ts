// Pages of long lists on each database, from both ends and in the middle: more transactions, texts and amounts than are
// listed one by one.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Kysely } from 'kysely'
import { seedHint, testSeed } from '../../../../../tests/harness/seed.ts'
import { eachStore } from '../../../../../tests/harness/services.ts'
import type { Tables } from '../../../tables.ts'
import { type Made, me, newAccount, newCategory } from '../../../test/ledger-calls.ts'
import { createDice } from '../../../test/random-operations.ts'
import { type Calls, emptied, type Household, openCalls, tablesOf } from '../../../test/world.ts'
import { addTransactions, type TransactionDetails } from './store.ts'

const count = 2600
const today = '2026-11-20'
const always = 'start_date=2020-01-01&end_date=2026-12-31'

interface Listed extends Made {
  readonly payee: string
  readonly amount: number
  readonly date: string
  readonly closing_balance: number
  readonly category: { readonly id: number } | null
  readonly transaction_account: { readonly id: number }
}

await eachStore('long lists', (database) => {
  let calls: Calls
  let home: Household
  let categories: number[]
  let sides: number[]
  let all: Listed[]
  before(async () => {
    calls = await openCalls(database.target)
    const { accountId: owner, key } = await calls.gateway.account()
    home = await emptied(calls.householdOf(key))
    sides = [(await newAccount(home)).side, (await newAccount(home)).side]
    categories = [
      (await newCategory(home, 'One')).id,
      (await newCategory(home, 'Two')).id,
      (await newCategory(home, 'Shops')).id,
    ]
    await fill(tablesOf(calls), owner, { sides, categories })
    all = []
    for (let page = 1; all.length < count; page++)
      all.push(...(await home.ask<Listed[]>('GET', `${me}/transactions?${always}&per_page=1000&page=${page}`)))
  })
  after(() => calls.close())

  test('all pages together have every transaction once, newest first', () => {
    assert.equal(new Set(all.map(({ id }) => id)).size, count)
    const order = all.map(({ date, id }) => `${date} ${String(id).padStart(9, '0')}`)
    assert.deepEqual(order, order.toSorted().toReversed())
  })

  test('closing balances continue from transaction to transaction of an account across pages', () => {
    for (const side of sides) {
      const own = all.filter((row) => row.transaction_account.id === side)
      for (const [index, row] of own.entries()) {
        const earlier = own[index + 1]?.closing_balance ?? 0
        assert.equal(Math.round((row.closing_balance - row.amount) * 100), Math.round(earlier * 100), seedHint)
      }
    }
  })

  test('first, last and middle pages are slices of the whole list, under every filter', async () => {
    const dice = createDice(testSeed)
    const has = (row: Listed, word: string) =>
      [row.payee.toLowerCase(), row.date, row.amount.toFixed(2)].some((text) => text.includes(word))
    const of = (row: Listed, ids: readonly (number | undefined)[]) => ids.includes(row.category?.id)
    const [one, two, shops] = categories
    const lists: readonly [path: string, fits: (row: Listed) => boolean][] = [
      [`${me}/transactions?${always}`, () => true],
      // no day is after today
      [`${me}/transactions?`, () => true],
      [`${me}/transactions?${always}&type=debit`, ({ amount }) => amount < 0],
      [
        `${me}/transactions?start_date=2023-02-03&end_date=2025-08-09`,
        ({ date }) => date >= '2023-02-03' && date <= '2025-08-09',
      ],
      [`/transaction_accounts/${sides[0]}/transactions?${always}`, (row) => row.transaction_account.id === sides[0]],
      [`/categories/${one},${two}/transactions?${always}`, (row) => of(row, [one, two])],
      [`${me}/transactions?${always}&search=shop`, (row) => has(row, 'shop') || of(row, [shops])],
      [`${me}/transactions?${always}&search=nr&type=credit`, (row) => has(row, 'nr') && row.amount >= 0],
      [`${me}/transactions?${always}&search=1`, (row) => has(row, '1')],
      [`${me}/transactions?${always}&search=2024`, (row) => has(row, '2024')],
      [`${me}/transactions?${always}&search=1+nr`, (row) => has(row, '1') && has(row, 'nr')],
      [`${me}/transactions?${always}&search=nr77`, (row) => has(row, 'nr77')],
    ]
    for (const [path, fits] of lists) {
      const expected = all.filter(fits).map(({ id }) => id)
      const size = dice.int(10, 60)
      const last = Math.ceil(expected.length / size)
      for (const page of [1, last, dice.int(1, last), dice.int(1, last), Math.ceil(last / 2)]) {
        const answer = await home.call('GET', `${path}&per_page=${size}&page=${page}`)
        const label = `${seedHint}: page ${page} of ${size} of ${path}`
        assert.equal(answer.headers.get('total'), String(expected.length), label)
        const ids = (Array.isArray(answer.body) ? answer.body : []).map(({ id }) => id)
        assert.deepEqual(ids, expected.slice((page - 1) * size, page * size), label)
      }
      const beyond = await home.call('GET', `${path}&per_page=${size}&page=${last + 1}`)
      assert.equal(beyond.status, 400)
    }
  })
})

/** Most texts and amounts occur once. */
async function fill(
  db: Kysely<Tables>,
  owner: string,
  { sides, categories }: { sides: readonly number[]; categories: readonly number[] },
) {
  const dice = createDice(testSeed)
  const list = Array.from({ length: count }, (_, number): { details: TransactionDetails; labels: string[] } => ({
    labels: [],
    details: {
      transaction_account_id: dice.pick(sides) ?? 0,
      payee: number % 2 === 0 ? `Shop nr${number}` : `Firm nr${number}`,
      original_payee: '',
      date: `202${dice.int(2, 6)}-0${dice.int(1, 9)}-0${dice.int(1, 9)}`,
      amount: dice.int(-90_000, 90_000) * 100,
      category_id: dice.pick([null, ...categories]) ?? null,
      is_transfer: null,
      needs_review: 0,
      status: 'posted',
      note: null,
      memo: null,
      cheque_number: null,
      upload_source: 'data_feed',
      import_key: null,
    },
  }))
  await db.transaction().execute(async (transaction) => {
    await addTransactions(transaction, { owner, now: Date.parse(today) }, list)
  })
}
