// One account's burst of changes, all waiting for its ledger, against the calls of another account: on PostgreSQL,
// where each waiting change could hold one of the process's few connections. Here a transaction of another program
// keeps the ledger locked.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import pg from 'pg'
import { eachStore } from '../../../tests/services.ts'
import { newAccount, newTransaction } from '../test/ledger-calls.ts'
import { type Calls, type Household, openCalls } from '../test/world.ts'
import { maxWaitingChanges } from './ledger-transaction.ts'

/** More than the connections of a process, fewer than may wait. */
const burst = 40

await eachStore('a busy ledger', (database) => {
  if (database.name !== 'postgres') return

  /** Does the work while nobody can change the account's ledger. */
  async function whileBusy(owner: string, work: () => Promise<void>): Promise<void> {
    const client = new pg.Client({ connectionString: database.target.url })
    await client.connect()
    try {
      await client.query('begin')
      await client.query('select 1 from personal_finance_users where owner = $1 for update', [owner])
      await work()
      await client.query('commit')
    } finally {
      await client.end()
    }
  }

  async function opened(work: (calls: Calls, busy: { owner: string; home: Household; side: number }) => Promise<void>) {
    // on the gateway's own thread, whose turns would let only a few calls of one account get as far as the database
    const calls = await openCalls(database.target, undefined, { GATEHOUSE_THREADS: 'false' })
    try {
      const { accountId: owner, key } = await calls.gateway.account()
      const home = calls.householdOf(key)
      await work(calls, { owner, home, side: (await newAccount(home)).side })
    } finally {
      await calls.close()
    }
  }
  const post = (home: Household, side: number) =>
    home.call('POST', `/transaction_accounts/${side}/transactions`, { payee: 'P', amount: -1, date: '2026-10-01' })

  describe('leaves the database to other accounts', () => {
    test('another account reads and writes while a burst of changes waits, and the burst completes afterwards', () =>
      opened(async (calls, { owner, home, side }) => {
        const other = await calls.household()
        const { side: otherSide } = await newAccount(other)
        let waiting: Promise<{ status: number }[]> | undefined
        await whileBusy(owner, async () => {
          waiting = Promise.all(Array.from({ length: burst }, () => post(home, side)))
          // the whole burst has been sent before; the other account's key is looked up in the same database
          for (let times = 0; times < 5; times++) await newTransaction(other, otherSide)
          assert.equal((await other.ask<unknown[]>('GET', `/transaction_accounts/${otherSide}/transactions`)).length, 5)
          // the household itself can be read meanwhile
          assert.deepEqual(await home.ask('GET', `/transaction_accounts/${side}/transactions`), [])
        })
        assert.deepEqual(new Set((await waiting)?.map(({ status }) => status)), new Set([201]))
        const { headers } = await home.call('GET', `/transaction_accounts/${side}/transactions`)
        assert.equal(headers.get('total'), String(burst))
      }))

    test('a change queued behind too many others is refused at once and can be repeated', { timeout: 120_000 }, () =>
      opened(async (_calls, { owner, home, side }) => {
        const tooMany = 10
        const sent = maxWaitingChanges + 1 + tooMany
        let answers: Promise<{ status: number; headers: Headers; body: unknown }>[] = []
        await whileBusy(owner, async () => {
          answers = Array.from({ length: sent }, () => post(home, side))
          // no others are answered before the ledger is unlocked
          const refused = await firstAnswers(answers, tooMany)
          for (const { status, headers, body } of refused) {
            assert.deepEqual([status, Object(Object(body).error).code], [503, 'gateway.busy'])
            assert.equal(headers.get('retry-after'), '1')
          }
        })
        const statuses = (await Promise.all(answers)).map(({ status }) => status)
        assert.equal(statuses.filter((status) => status === 201).length, maxWaitingChanges + 1)
        assert.equal(statuses.filter((status) => status === 503).length, tooMany)
        assert.equal((await post(home, side)).status, 201)
      }),
    )
  })
})

/** The first `count` answers. */
function firstAnswers<T>(answers: readonly Promise<T>[], count: number): Promise<T[]> {
  return new Promise((resolve, reject) => {
    const first: T[] = []
    for (const answer of answers)
      answer.then((one) => {
        first.push(one)
        if (first.length === count) resolve(first)
      }, reject)
  })
}
