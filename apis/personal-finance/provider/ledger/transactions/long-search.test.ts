// Searches that match much of a long history, after random changes to it, on each database: the result is that of a
// scan of every transaction, in the same order and number.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Kysely } from 'kysely'
import { isFuzzing, seedHint, testSeed } from '../../../../../tests/harness/seed.ts'
import { eachStore } from '../../../../../tests/harness/services.ts'
import type { Tables } from '../../../tables.ts'
import { importing, type Listed, me, newAccount, newCategory, newTransaction } from '../../../test/ledger-calls.ts'
import { createDice, type Dice } from '../../../test/random-operations.ts'
import { type Calls, emptied, type Household, openCalls, tablesOf } from '../../../test/world.ts'
import { sharedOwner } from '../../household/sample-user.ts'
import { addTransactions, type NewTransaction } from '../transactions/store.ts'

const count = 4500
const rounds = isFuzzing ? 4 : 2
const changesOfRound = 14
const searchesOfRound = 18
const today = '2026-11-20'
const always = 'start_date=2020-01-01&end_date=2029-12-31'

interface Account {
  readonly institution: number
  readonly account: number
  readonly side: number
}
interface Acting {
  readonly home: Household
  readonly send: Awaited<ReturnType<typeof importing>>['send']
  readonly dice: Dice
  /** The first is always there. */
  readonly accounts: Account[]
  readonly categories: number[]
}

await eachStore('searches of a long history', (database) =>
  // inside the suite of the database, so that the gateway is stopped before its database is dropped
  describe('for frequent words', () => {
    let calls: Calls
    before(async () => {
      calls = await openCalls(database.target)
    })
    after(() => calls.close())

    test(`match what a scan of everything matches (seed ${testSeed})`, async () => {
      const { home, send } = await importing(calls)
      const db = tablesOf(calls)
      await home.ask('GET', me)
      await send('First.csv', `Date,Amount,Payee,Account\n${today},-3.00,Sample goes,Imported\n`)
      await emptied(home)
      const acting: Acting = { home, send, dice: createDice(testSeed), accounts: [], categories: [] }
      for (const title of ['Everyday', 'Kitchen fund', 'Gone soon'])
        acting.accounts.push(await newAccount(home, { title }))
      for (const title of ['One', 'Shops', '2025 plans', 'Gone soon'])
        acting.categories.push((await newCategory(home, title)).id)
      await fill(db, acting)
      for (let round = 0; round < rounds; round++) {
        const all = await everything(home)
        for (let done = 0; done < searchesOfRound; done++) await compareSearch(acting, all)
        for (let done = 0; done < changesOfRound; done++) await change(acting, all)
        if (round === 1) await great(acting)
      }
    })
  }),
)

const names = [
  'Corner Shop',
  'Shop at the corner',
  'Corner Bakery Shop',
  'Quay Kitchen',
  'Kea Internet',
  'Hill Road',
  'Köln 2025',
  'Kitchen quay',
]
/** A third have a number of their own, so that there are very many different texts. */
const payeeOf = ({ dice }: Pick<Acting, 'dice'>) => {
  const name = dice.pick(names) ?? ''
  return dice.int(1, 3) === 1 ? `${name} nr${dice.int(1, 900)}` : name
}
/** The newest years have no shops, so that these are unevenly spread; some days are in the future. */
const dateOf = ({ dice }: Pick<Acting, 'dice'>, payee: string) => {
  const year = payee.includes('Shop') ? dice.int(2021, 2023) : dice.int(2021, 2027)
  return `${year}-${String(dice.int(1, 12)).padStart(2, '0')}-${String(dice.int(1, 28)).padStart(2, '0')}`
}

async function fill(db: Kysely<Tables>, { dice, accounts, categories }: Acting): Promise<void> {
  const list = Array.from({ length: count }, (): NewTransaction => {
    const payee = payeeOf({ dice })
    return {
      labels: [],
      details: {
        transaction_account_id: dice.pick(accounts)?.side ?? 0,
        payee,
        original_payee: '',
        date: dateOf({ dice }, payee),
        amount: dice.int(-90_000, 90_000) * 100,
        category_id: dice.pick([null, ...categories]) ?? null,
        is_transfer: null,
        needs_review: dice.int(1, 5) === 1 ? 1 : 0,
        status: 'posted',
        note: dice.int(1, 4) === 1 ? 'Kitchen' : null,
        memo: null,
        cheque_number: null,
        upload_source: 'data_feed',
        import_key: null,
      },
    }
  })
  await db.transaction().execute(async (transaction) => {
    const users = transaction.selectFrom('personal_finance_users').select('owner')
    const { owner } = await users.where('owner', 'not like', `${sharedOwner()}%`).executeTakeFirstOrThrow()
    await addTransactions(transaction, { owner, now: Date.parse(today) }, list)
  })
}

async function everything(home: Household): Promise<Listed[]> {
  const all: Listed[] = []
  const read = async (page: number) => {
    const { headers, body } = await home.call('GET', `${me}/transactions?${always}&per_page=1000&page=${page}`)
    all.push(...(body as Listed[]))
    return Number(headers.get('total'))
  }
  // a page beyond the last is refused, even when the pages before it are full
  const total = await read(1)
  for (let page = 2; all.length < total; page++) await read(page)
  return all
}

/** Some of the rows may be gone by now. */
async function change(acting: Acting, rows: readonly Listed[]): Promise<void> {
  const { home, send, dice, accounts, categories } = acting
  const path = `/transactions/${dice.pick(rows)?.id}`
  const payee = payeeOf(acting)
  const kind = dice.int(1, 8)
  if (kind === 1) await home.call('DELETE', path)
  else if (kind === 2)
    await newTransaction(home, accounts[0]?.side ?? 0, { payee, date: dateOf(acting, payee), labels: 'quay,b' })
  else if (kind === 3)
    await home.call('PUT', path, { payee, note: dice.pick([null, 'Kea']), labels: dice.pick(['', 'Shop']) })
  else if (kind === 4) await home.call('PUT', path, { amount: -1.25, date: dateOf(acting, payee) })
  else if (kind === 5) {
    const row = await home.call('GET', path)
    const amount = Number(Reflect.get(Object(row.body), 'amount'))
    if (row.status === 200)
      await home.ask('PUT', path, { amount: amount - 3, splits: [{ amount: 1, payee }, { amount: 2 }] })
  } else if (kind === 6) {
    const line = `${dateOf(acting, payee)},-${dice.int(1, 99)}.00,${payee},Everyday`
    assert.ok((await send('More.csv', `Date,Amount,Payee,Account\n${line}\n${line}\n`)).counts)
  } else if (kind === 7)
    await home.ask('POST', `/categories/${categories[0]}/category_rules`, {
      payee_matches: payee,
      apply_to_all: dice.int(0, 1) === 1,
      apply_to_uncategorised: true,
    })
  else await home.call('PUT', path, { category_id: dice.pick(categories) ?? '' })
}

/** A merge of institutions, a removal of an account and one of a category. */
async function great({ home, accounts, categories }: Acting): Promise<void> {
  const [first, second] = accounts
  const last = accounts.pop()
  const query = `merge_into_institution_id=${first?.institution}`
  await home.ask('DELETE', `/institutions/${second?.institution}?${query}`)
  accounts.splice(1, 1)
  await home.ask('DELETE', `/accounts/${last?.account}`)
  await home.ask('DELETE', `/institutions/${last?.institution}`)
  await home.ask('DELETE', `/categories/${categories.pop()}`)
}

/** One search combined with other filters: its first pages, its last and one between. */
async function compareSearch({ home, dice, accounts, categories }: Acting, all: readonly Listed[]): Promise<void> {
  const word = () =>
    dice.pick([
      'k',
      'kit',
      'quay',
      'shop',
      'nr',
      'nr',
      'nr',
      'e',
      'koln',
      'corner',
      'corner',
      'internet',
      '2025',
      '2024-0',
      '2',
      '-',
      '1',
      '20',
      'plans',
      'fund',
    ])
  const search = [word(), ...(dice.int(1, 3) === 1 ? [word()] : [])].join(' ')
  const [side, category] = [accounts[0]?.side, categories[1]]
  type Fits = (row: Listed) => boolean
  const filters: readonly [string, Fits][] = [
    ['', ({ date }) => date <= today],
    ['', ({ date }) => date <= today],
    [always, () => true],
    ['start_date=2021-02-03&end_date=2026-08-09', ({ date }) => date >= '2021-02-03' && date <= '2026-08-09'],
    ['start_date=2025-02-03&end_date=2026-01-09', ({ date }) => date >= '2025-02-03' && date <= '2026-01-09'],
    [`${always}&type=debit`, ({ amount }) => amount < 0],
    [`${always}&needs_review=1`, (row) => row.needs_review === true],
  ]
  const scopes: readonly [string, Fits][] = [
    [me, () => true],
    [me, () => true],
    [me, () => true],
    [`/transaction_accounts/${side}`, (row) => row.transaction_account.id === side],
    [`/categories/${category}`, (row) => row.category?.id === category],
  ]
  const [query, fits] = dice.pick(filters) ?? ['', () => true]
  const [scope, within] = dice.pick(scopes) ?? [me, () => true]
  const expected = all.filter((row) => fits(row) && within(row) && matches(row, search)).map(({ id }) => id)
  const size = dice.pick([10, 30, 200]) ?? 10
  const last = Math.max(1, Math.ceil(expected.length / size))
  for (const page of new Set([1, Math.min(2, last), last, dice.int(1, last)])) {
    const path = `${scope}/transactions?${query}&search=${encodeURIComponent(search)}&per_page=${size}&page=${page}`
    const { status, headers, body } = await home.call('GET', path)
    const label = `${path}; ${seedHint}`
    assert.equal(status, 200, label)
    assert.equal(Number(headers.get('total')), expected.length, label)
    const ids = (Array.isArray(body) ? body : []).map(({ id }) => id)
    assert.deepEqual(ids, expected.slice((page - 1) * size, page * size), label)
  }
}

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
const plainAmount = (amount: number) => amount.toFixed(4).replace(/0{1,2}$/, '')

/** The naive way: each word is in one of the strings (SOURCES 6.3). */
function matches(row: Listed, search: string): boolean {
  const { payee, note, labels, amount, date, category, transaction_account: side } = row
  const texts = [payee, note ?? '', ...labels, plainAmount(amount), date, category?.title ?? '', side.name].map(folded)
  return search.split(' ').every((word) => texts.some((text) => text.includes(word)))
}
