// The npm client of PocketSmith (pocketsmith-ts, made from the provider's own document) against the gateway, unchanged:
// it gets the listing's address and, in place of a developer key, the gateway key of the demo account. Its types are
// the provider's.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createPocketSmithClient, serializeError } from 'pocketsmith-ts'
import { eachStore } from '../../tests/harness/services.ts'
import { type Calls, openCalls } from './test/world.ts'

interface One {
  readonly id: number
  readonly title?: string
  readonly [member: string]: unknown
}

await eachStore('the npm client', (database) =>
  describe('through the gateway', () => {
    let calls: Calls
    let client: ReturnType<typeof createPocketSmithClient>
    before(async () => {
      calls = await openCalls(database.target)
      const baseUrl = `${calls.gateway.baseUrl}/v1/proxy/personal-finance`
      client = createPocketSmithClient({ baseUrl, apiKey: calls.gateway.key })
    })
    after(() => calls.close())

    /** The client's result of a call that must succeed. */
    async function data<T = One>(call: Promise<{ data?: unknown; error?: unknown; response: Response }>): Promise<T> {
      const { data, error, response } = await call
      assert.ok(data !== undefined, `${response.status} ${serializeError(error)}`)
      assert.equal(response.headers.get('x-gateway-provider'), 'embedded')
      return data as T // in the shape of the provider's document
    }
    const ofUser = async () => ({ params: { path: { id: (await data(client.GET('/me'))).id } } })

    test('the user, accounts, categories and transactions of the sample household are read', async () => {
      const me = await data(client.GET('/me'))
      assert.deepEqual([me.login, me.base_currency_code], ['sample', 'NZD'])
      const accounts = await data<One[]>(client.GET('/users/{id}/accounts', await ofUser()))
      assert.ok(accounts.length >= 5 && accounts.every(({ title }) => title?.includes('sample')))
      const categories = await data<One[]>(client.GET('/users/{id}/categories', await ofUser()))
      assert.ok(categories.some(({ children }) => Object(children).length > 0))
      const transactions = await data<One[]>(client.GET('/users/{id}/transactions', await ofUser()))
      assert.equal(transactions.length, 30)
      assert.ok(
        transactions.every(
          ({ id, date, amount, transaction_account }) => id && date && amount && Object(transaction_account).id,
        ),
      )
    })

    test('the client’s own methods filter transactions', async () => {
      const options = { start_date: '2026-01-01', end_date: '2026-01-31', type: 'debit', search: 'market' } as const
      const own = await data<One[]>(client.transactions.getByAccount(6000, options))
      assert.deepEqual(
        own.map(({ date }) => date),
        ['2026-01-31', '2026-01-24', '2026-01-17', '2026-01-10', '2026-01-03'],
      )
      const side = await data<One[]>(client.transactions.getByTransactionAccount(6100, options))
      assert.deepEqual(side, own)
      const review = await data<One[]>(client.transactions.getByAccount(6000, { needs_review: true }))
      assert.ok(review.length > 0 && review.every(({ needs_review }) => needs_review))
      const bare = await data<One[]>(client.transactions.getByAccount(6000, { uncategorised: true }))
      assert.ok(bare.length > 0 && bare.every(({ category }) => category === null))
    })

    test('records are created, changed, split and removed', async () => {
      const path = { id: 6100 }
      const body = { payee: 'Tex Otago', amount: -11.5, date: '2026-10-27', labels: 'lunch,mexican', category_id: 8121 }
      const created = await data(client.POST('/transaction_accounts/{id}/transactions', { params: { path }, body }))
      assert.deepEqual(
        [created.amount, created.labels, Object(created.category).title],
        [-11.5, ['lunch', 'mexican'], 'Eating out'],
      )
      const one = { params: { path: { id: created.id } } }
      const split = await data(
        client.PUT('/transactions/{id}', { ...one, body: { amount: -10, splits: [{ amount: -1.5, payee: 'Tip' }] } }),
      )
      const parts: unknown = Reflect.get(Object(split), 'split_transactions')
      assert.deepEqual(
        (Array.isArray(parts) ? parts : []).map(({ payee, amount }) => [payee, amount]),
        [['Tip', -1.5]],
      )
      const removed = await client.DELETE('/transactions/{id}', one)
      assert.equal(removed.response.status, 204)
      const { error, response } = await client.GET('/transactions/{id}', one)
      assert.deepEqual([response.status, Object(error).error], [404, 'Transaction not found'])
    })

    test('institutions, accounts, categories, rules, attachments, currencies, time zones and plans work too', async () => {
      const user = await ofUser()
      const institution = await data(
        client.POST('/users/{id}/institutions', { ...user, body: { title: 'Bank of Foo', currency_code: 'NZD' } }),
      )
      const members = { institution_id: institution.id, title: 'Foo', currency_code: 'NZD', type: 'bank' } as const
      const account = await data(client.POST('/users/{id}/accounts', { ...user, body: members }))
      assert.equal(Object(Object(account.primary_transaction_account).institution).id, institution.id)
      const category = await data(
        client.POST('/users/{id}/categories', { ...user, body: { title: 'Beer', colour: '#00ff00' } }),
      )
      const ofCategory = { params: { path: { id: category.id } } }
      const rule = { category_id: category.id, payee_matches: 'Countdown', apply_to_uncategorised: true }
      const created = await data(client.POST('/categories/{id}/category_rules', { ...ofCategory, body: rule }))
      assert.equal(Object(created.category).id, category.id)
      const file = { file_name: 'taxi.pdf', file_data: Buffer.from('%PDF-1.4').toString('base64') }
      const attachment = await data(client.POST('/users/{id}/attachments', { ...user, body: file }))
      assert.deepEqual([attachment.title, attachment.content_type], ['Taxi', 'application/pdf'])
      assert.ok((await data<Record<string, unknown>[]>(client.GET('/currencies'))).some(({ id }) => id === 'nzd'))
      assert.ok(
        (await data<Record<string, unknown>[]>(client.GET('/time_zones'))).some(({ name }) => name === 'Auckland'),
      )
      const query = { period: 'months', interval: 1, start_date: '2026-10-01', end_date: '2026-10-31' } as const
      const summary = await data<One[]>(client.GET('/users/{id}/budget_summary', { params: { ...user.params, query } }))
      assert.ok(summary.length > 0)
    })

    test("a refusal has the provider's form", async () => {
      const path = { id: 6100 }
      const { error, response } = await client.GET('/transaction_accounts/{id}/transactions', {
        params: { path, query: { start_date: '2026-01-02', end_date: '2026-01-01' } },
      })
      assert.deepEqual([response.status, Object(error).error], [400, 'end_date is before start_date'])
    })
  }),
)
