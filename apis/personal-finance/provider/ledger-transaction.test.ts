// One account's burst of changes, which wait for its ledger or for their turn, against the calls of another account: on
// PostgreSQL, where each waiting change could hold one of the thread's few connections. Here a transaction of another
// program keeps the ledger locked.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import pg from 'pg'
import { eachStore } from '../../../tests/harness/services.ts'
import { newAccount, newTransaction } from '../test/ledger-calls.ts'
import { type Calls, type Household, openCalls } from '../test/world.ts'

/** More than run at once, fewer than may wait. */
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
    const calls = await openCalls(database.target)
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
        })
        assert.deepEqual(new Set((await waiting)?.map(({ status }) => status)), new Set([201]))
        const { headers } = await home.call('GET', `/transaction_accounts/${side}/transactions`)
        assert.equal(headers.get('total'), String(burst))
      }))
  })
})
