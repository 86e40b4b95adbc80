// A household from before the search index and the monthly sums: once this version has started, all of it is found and
// adds up.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrationList, openStore } from '#store'
import { apisFolder, loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { openGateway } from '../../tests/harness/open-gateway.ts'
import { eachStore, type StoreTarget } from '../../tests/harness/services.ts'
import ledger from './migrations/0001-ledger.ts'
import plans from './migrations/0002-plans.ts'
import { type Made, me } from './test/ledger-calls.ts'
import { openCalls } from './test/world.ts'

/** More than are read at once. */
const rowCount = 2300
const side = 7
const category = 8
const days = 'start_date=2025-01-01&end_date=2026-12-31'

await eachStore('a household of an earlier version', (database) => {
  test('is searched and summed like one of this version', async () => {
    const target = await database.empty()
    const { accountId, key } = await accountBefore(target)
    await fillAsBefore(target, accountId)
    const calls = await openCalls(target)
    try {
      const home = calls.householdOf(key)
      const count = async (search: string) =>
        Number((await home.call('GET', `${me}/transactions?${days}&search=${search}`)).headers.get('total'))
      const written = transactionsBefore(accountId).map(({ words }) => words)
      for (const search of [
        '',
        'cafe',
        'shop',
        'rint',
        'note-17',
        'label',
        'second',
        '-22.99',
        '12.3',
        '2026-02-03',
        '3-0',
      ]) {
        const expected = written.filter((words) => words.includes(search)).length
        assert.ok(expected > 0, search)
        assert.equal(await count(search), expected, search)
      }
      const [second] = await home.ask<Made[]>('GET', `${me}/transactions?${days}&search=second`)
      assert.equal(second?.id, 1000)

      const [summary] = await home.ask<{ expense: { total_actual_amount: number } }[]>(
        'GET',
        `${me}/budget_summary?period=months&interval=1&${days}`,
      )
      // half of them are in the category: 0 + 0.02 + 0.04 …
      assert.equal(summary?.expense.total_actual_amount, -((1149 * 1150) / 100))

      // undo the additions
      for (const row of await home.ask<Made[]>('GET', `${me}/transactions?${days}&search=-22.99`))
        await home.ask('DELETE', `/transactions/${row.id}`)
      assert.equal(await count('-22.99'), 0)
      await home.ask('PUT', '/transactions/1000', { note: null })
      assert.equal(await count('second'), 0)
    } finally {
      await calls.close()
    }
  })
})

/** An account of a gateway from before this API existed. */
async function accountBefore({ url, dataDir }: StoreTarget): Promise<{ accountId: string; key: string }> {
  const closing: (() => unknown)[] = []
  const gateway = await openGateway(
    { after: (close) => void closing.unshift(close) },
    {
      dataDir,
      apis: await loadApis(apisFolder, 'exchange-rates'),
      environment: url === undefined ? {} : { GATEHOUSE_DATABASE_URL: url },
    },
  )
  const account = await gateway.account()
  for (const close of closing) await close()
  return account
}

async function fillAsBefore(target: StoreTarget, owner: string): Promise<void> {
  const store = await openStore(target)
  await store.migrate('personal-finance', migrationList({ '0001-ledger': ledger, '0002-plans': plans }))
  const db = store.db.withTables<Record<string, Record<string, unknown>>>()
  const stamps = { created_at: 0, updated_at: 0 }
  const insert = (name: string, rows: readonly Record<string, unknown>[]) =>
    db.insertInto(`personal_finance_${name}`).values(rows).execute()
  const flags = { beta_user: 0, is_reviewing_transactions: 0, always_show_base_currency: 0, sample: 0 }
  const counts = { week_start_day: 1, last_activity_at: 0, revision: 1, next_id: 200_000, volume: 0, attached_bytes: 0 }
  const texts = { login: 'a', email: 'a@example.org', time_zone: 'Auckland', base_currency: 'nzd' }
  await insert(
    'users',
    [owner, 'acc_other'].map((one) => ({ owner: one, id: 4100, ...texts, ...flags, ...counts, ...stamps })),
  )
  for (const one of [owner, 'acc_other']) {
    const own = { owner: one, ...stamps }
    await insert('institutions', [{ ...own, id: 5, title: 'Bank', currency: 'nzd' }])
    await insert('accounts', [
      { ...own, id: 6, title: 'A', type: 'bank', currency: 'nzd', is_net_worth: 1, position: 1 },
    ])
    const start = { starting_balance: 0, starting_date: '2020-01-01', start_moves: 0 }
    await insert('transaction_accounts', [{ ...own, id: side, account_id: 6, institution_id: 5, name: 'A', ...start }])
    const plain = { is_transfer: 0, is_bill: 0, roll_up: 0 }
    await insert('categories', [{ ...own, id: category, title: 'Things', ...plain }])
  }
  const transactions = transactionsBefore(owner)
  for (let at = 0; at < rowCount; at += 500) await insert('transactions', transactions.slice(at, at + 500))
  await insert('transactions', [transactionBefore('acc_other', 0)])
  const totals = Map.groupBy(transactions, ({ date }) => date)
  for (const [name, letters] of [
    ['day_totals', 10],
    ['month_totals', 7],
  ] as const) {
    const spans = Map.groupBy(totals, ([date]) => date.slice(0, letters))
    const rows = [...spans].map(([date, ofSpan]) => {
      const own = ofSpan.flatMap(([, list]) => list)
      const total = own.reduce((sum, { amount }) => sum + amount, 0)
      return { owner, transaction_account_id: side, date, total, transactions: own.length }
    })
    await insert(name, rows)
  }
  await store.close()
}

function transactionsBefore(owner: string) {
  return Array.from({ length: rowCount }, (_, number) => transactionBefore(owner, number))
}

/** Writes the text of the first version: the folded strings, then amount and day, one line each. */
function transactionBefore(owner: string, number: number) {
  const [payee, folded] = number % 2 === 0 ? ['Café Ölberg', 'cafe olberg'] : ['Print Shop', 'print shop']
  const note = number === 1000 ? 'two lines\nSecond' : `note-${number % 1000}`
  const label = number === 1000 ? 'label' : undefined
  const date = `2026-0${1 + (number % 4)}-0${1 + (number % 7)}`
  const written = `-${(number / 100).toFixed(2)}`
  const words = [folded, note.toLowerCase(), ...(label === undefined ? [] : [label]), written, date].join('\n')
  return {
    ...{ owner, id: number, created_at: 0, updated_at: 0, transaction_account_id: side, payee, original_payee: payee },
    ...{ date, amount: -number * 100, category_id: number % 2 === 0 ? category : null, needs_review: 0 },
    ...{ status: 'posted', note, upload_source: 'manual', words },
  }
}
