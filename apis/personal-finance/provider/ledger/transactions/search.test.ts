// Searches after random changes to a household, on each database: the result is that of a scan of every transaction, in
// the same order and number, and the monthly sums keep nothing of removed records.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { sampled, seedHint, testSeed } from '../../../../../tests/harness/seed.ts'
import { eachStore } from '../../../../../tests/harness/services.ts'
import type { Tables } from '../../../tables.ts'
import { type Listed, me, newAccount, newCategory } from '../../../test/ledger-calls.ts'
import { createDice, type Dice } from '../../../test/random-operations.ts'
import { type Calls, emptied, type Household, openCalls, tablesOf } from '../../../test/world.ts'

const rounds = sampled(12)
const changesOfRound = 12
const searchesOfRound = 12

const words = [
  'Café',
  'cafeteria',
  'KITCHEN',
  'Kit',
  '50%_off',
  '\\back',
  'ﬁnance',
  'İzmir',
  'Straße',
  '🍕slice',
  '2026',
  '26-10',
]
const longs = ['Abcdefgh'.repeat(6), `${'Abcdefgh'.repeat(6)}x`, 'ref-000111222333444555666777']
/** Long words, of which the last letters decide. */
const tails = ['abcdefghabcdefghabcdefghx', 'ref-00011122233344455', 'ref-00011122233344499']
const always = 'start_date=2026-01-01&end_date=2026-12-31'

interface Acting {
  readonly home: Household
  readonly dice: Dice
  readonly sides: Map<number, number>
  readonly categories: Set<number>
}

await eachStore('random searches', (database) =>
  // inside the suite of the database, so that the gateway is stopped before its database is dropped
  describe('of a household', () => {
    let calls: Calls
    before(async () => {
      calls = await openCalls(database.target)
    })
    after(() => calls.close())

    test(`match what a scan of everything matches (seed ${testSeed})`, async () => {
      const { accountId, key } = await calls.gateway.account()
      const home = await emptied(calls.householdOf(key))
      const acting: Acting = { home, dice: createDice(testSeed), sides: new Map(), categories: new Set() }
      const db = tablesOf(calls)
      for (let round = 0; round < rounds; round++) {
        for (let done = 0; done < changesOfRound; done++) await change(acting)
        const all = await home.ask<Listed[]>('GET', `${me}/transactions?per_page=1000&${always}`)
        for (let done = 0; done < searchesOfRound; done++) await compareSearch(acting, all)
        await compareSums(db, accountId)
      }
    })
  }),
)

const textOf = ({ dice }: Acting) =>
  Array.from({ length: dice.int(1, 3) }, () => dice.pick(dice.int(1, 8) === 1 ? longs : words) ?? '').join(' ')
/** Labels have at most 100 letters. */
const labelOf = (acting: Acting) => [...textOf(acting)].slice(0, 50).join('')
const dateOf = ({ dice }: Acting) => `2026-${dice.pick(['01', '09', '10'])}-${dice.pick(['01', '12', '26'])}`
const amountOf = ({ dice }: Acting) =>
  dice.int(1, 2) === 1 ? (dice.pick([-12.5, 12.5, 1226, -0.0012]) ?? 0) : dice.int(-999, 999) / 100
const categoryOf = ({ dice, categories }: Acting) => dice.pick([null, ...categories]) ?? null

async function change(acting: Acting): Promise<void> {
  const { home, dice, sides, categories } = acting
  const side = dice.pick(sides.keys())
  const kind = dice.int(1, 30)
  if (side === undefined || kind === 1) {
    const created = await newAccount(home, { title: dice.pick(['Purse', 'Kitchen fund', '2026 savings']) ?? '' })
    sides.set(created.side, created.account)
  } else if (kind === 2 && sides.size > 1) {
    await home.ask('DELETE', `/accounts/${sides.get(side)}`)
    sides.delete(side)
  } else if (kind <= 4) categories.add((await newCategory(home, dice.pick(['Food', 'Kits', 'Café', '-']) ?? '')).id)
  else if (kind === 5) {
    const id = dice.pick(categories)
    if (id === undefined) return
    await home.ask('DELETE', `/categories/${id}`)
    categories.delete(id)
  } else if (kind <= 7) {
    const id = dice.pick(categories)
    const payee_matches = dice.pick(words) ?? ''
    if (id !== undefined)
      await home.ask('POST', `/categories/${id}/category_rules`, {
        payee_matches,
        apply_to_all: dice.int(0, 1) === 1,
        apply_to_uncategorised: true,
      })
  } else if (kind <= 18)
    await home.ask('POST', `/transaction_accounts/${side}/transactions`, {
      payee: textOf(acting),
      amount: amountOf(acting),
      date: dateOf(acting),
      note: dice.pick([null, null, `${textOf(acting)}\n${textOf(acting)}`]),
      labels: dice.pick([null, null, `${labelOf(acting)},b`]),
      category_id: categoryOf(acting) ?? '',
    })
  else await changeOne(acting, kind)
}

async function changeOne(acting: Acting, kind: number): Promise<void> {
  const { home, dice } = acting
  const one = dice.pick(await home.ask<Listed[]>('GET', `${me}/transactions?per_page=1000&${always}`))
  if (!one) return
  const path = `/transactions/${one.id}`
  if (kind <= 20) await home.ask('DELETE', path)
  else if (kind <= 22)
    await home.ask('PUT', path, {
      amount: one.amount - 1.25,
      splits: [{ amount: 1.25, payee: textOf(acting), category_id: categoryOf(acting) ?? '' }],
    })
  else {
    const changes = [
      { payee: textOf(acting) },
      { note: dice.pick([null, textOf(acting)]) },
      { labels: dice.pick([null, 'b', labelOf(acting)]) },
      { amount: amountOf(acting) },
      { date: dateOf(acting) },
      { category_id: categoryOf(acting) ?? '' },
    ]
    await home.ask('PUT', path, { ...dice.pick(changes), ...dice.pick(changes) })
  }
}

/** One search combined with other filters, page by page. */
async function compareSearch({ home, dice, sides, categories }: Acting, all: readonly Listed[]): Promise<void> {
  const row = dice.pick(all)
  const source =
    dice.pick([
      row?.payee,
      row?.note ?? undefined,
      row && plainAmount(row.amount),
      row?.date,
      dice.pick(words),
      'kit',
      'purse',
      '2',
      '-',
    ]) ?? 'x'
  const part = (text: string) => {
    const characters = [...text]
    const at = dice.int(0, characters.length - 1)
    return characters.slice(at, at + dice.int(1, dice.pick([2, 6, 40]) ?? 1)).join('')
  }
  const one = dice.int(1, 8) === 1 ? (dice.pick(tails) ?? '') : part(source)
  const search = dice.int(1, 3) === 1 ? `${one} ${part(dice.pick(words) ?? '')}` : one
  const [side, category] = [dice.pick(sides.keys()), dice.pick(categories)]
  type Fits = (row: Listed) => boolean
  const filters: readonly [string, Fits][] = [
    [always, () => true],
    [always, () => true],
    ['', () => true],
    ['start_date=2026-09-02&end_date=2026-10-12', ({ date }) => date >= '2026-09-02' && date <= '2026-10-12'],
    [`${always}&type=debit`, ({ amount }) => amount < 0],
    [`${always}&uncategorised=1`, (row) => row.category === null],
    [`${always}&needs_review=1`, (row) => row.needs_review === true],
  ]
  const scopes: readonly [string, Fits][] = [
    [me, () => true],
    [me, () => true],
    [`/transaction_accounts/${side}`, (row) => row.transaction_account.id === side],
    // without a category the accounts again
    category === undefined
      ? [`/transaction_accounts/${side}`, (row) => row.transaction_account.id === side]
      : [`/categories/${category}`, (row) => row.category?.id === category],
  ]
  const [query, fits] = dice.pick(filters) ?? ['', () => true]
  const [scope, within] = dice.pick(scopes) ?? [me, () => true]
  const expected = all.filter((row) => fits(row) && within(row) && matches(row, search)).map(({ id }) => id)
  const size = dice.pick([10, 1000]) ?? 10
  const ids: number[] = []
  for (let page = 1; page === 1 || ids.length < expected.length; page++) {
    const path = `${scope}/transactions?${query}&search=${encodeURIComponent(search)}&per_page=${size}&page=${page}`
    const { status, headers, body } = await home.call('GET', path)
    const label = `${path}; ${seedHint}`
    assert.equal(status, 200, label)
    assert.equal(Number(headers.get('total')), expected.length, label)
    ids.push(...(Array.isArray(body) ? body : []).map(({ id }) => id))
    assert.deepEqual(ids, expected.slice(0, page * size), label)
  }
}

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
const plainAmount = (amount: number) => amount.toFixed(4).replace(/0{1,2}$/, '')

/** The naive way: each word is in one of the strings (SOURCES 6.3). */
function matches(row: Listed, search: string): boolean {
  const { payee, note, labels, amount, date, category, transaction_account: side } = row
  const texts = [payee, note ?? '', ...labels, plainAmount(amount), date, category?.title ?? '', side.name].map(folded)
  return folded(search)
    .split(/\s+/)
    .every((word) => texts.some((text) => text.includes(word)))
}

async function compareSums(db: Kysely<Tables>, owner: string): Promise<void> {
  const stored = await db
    .selectFrom('personal_finance_category_months')
    .select(['transaction_account_id', 'date', 'category_id', 'credits', 'debits'])
    .where('owner', '=', owner)
    .where((row) => row.or([row('credits', '<>', 0), row('debits', '<>', 0)]))
    .execute()
  const { rows } = await sql<(typeof stored)[number]>`
    select transaction_account_id, substr(date, 1, 7) as date, category_id,
      sum(case when amount > 0 then amount else 0 end) as credits, sum(case when amount < 0 then amount else 0 end) as debits
    from personal_finance_transactions where owner = ${owner} and category_id is not null and amount <> 0
    group by transaction_account_id, substr(date, 1, 7), category_id`.execute(db)
  const inOrder = (list: readonly (typeof stored)[number][]) => list.map((row) => Object.values(row).join(' ')).sort()
  assert.deepEqual(inOrder(stored), inOrder(rows), seedHint)
}
