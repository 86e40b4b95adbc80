// Guards what accounts see of prices: those that their calls can have, and what their own calls have cost.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { smallApi } from '../harness/small-api.ts'
import { openUpstream, sendJson } from '../harness/upstream.ts'
import { openPricesWorld } from './world.ts'

let nowMs = Date.parse('2026-11-30T12:00:00Z')
const upstream = await openUpstream({ after }, (_request, response) => sendJson(response, { id: 'one' }))
const { gateway, price, bookedFor } = await openPricesWorld(
  { after },
  {
    apis: ['small', 'other', 'free'].map((slug) => smallApi({ slug })),
    upstreams: { small: upstream.url, other: upstream.url, free: upstream.url },
    platform: { clock: () => nowMs },
  },
)
await price('small', '*', '0.25')
await price('small', 'addThing', '0')
await price('other', 'thing', '1.5', true)

async function get(key: string, path: string) {
  const response = await gateway.call(`/v1/me${path}`, { key })
  assert.equal(response.status, 200)
  return response.json()
}
const call = (key: string, slug: string) =>
  gateway.call(`/v1/proxy/${slug}/things/one`, { key, headers: { 'x-gateway-provider': 'live' } })

test('an account lists the prices of endpoints that are served, and no others', async () => {
  const { key } = await gateway.account()
  const gone = { listing: 'gone', endpoint: '*', usd: '1', embedded: 0, updated_at: 1 }
  await gateway.components.store.db
    .insertInto('prices')
    .values([gone, { ...gone, listing: 'small', endpoint: 'gone' }])
    .execute()
  assert.deepEqual(await get(key, '/prices'), {
    prices: [
      { listing: 'other', endpoint: 'thing', usd: '1.5', embedded: true },
      { listing: 'small', endpoint: '*', usd: '0.25', embedded: false },
      { listing: 'small', endpoint: 'addThing', usd: '0', embedded: false },
    ],
  })
  assert.deepEqual(await get(key, '/prices?after=small%2F%2A'), {
    prices: [{ listing: 'small', endpoint: 'addThing', usd: '0', embedded: false }],
  })
})

test('usage says what the calls of the account have cost on this day and in this month, for each listing', async () => {
  const [mine, other] = [await gateway.account(), await gateway.account()]
  const spent = async (query = '') => Object(await get(mine.key, `/usage${query}`)).spent
  assert.deepEqual(await spent(), [])
  for (const slug of ['small', 'small', 'free']) await call(mine.key, slug)
  await call(other.key, 'other')
  await bookedFor(mine.accountId)
  assert.deepEqual(await spent(), [{ listing: 'small', today: '0.5', month: '0.5' }])
  nowMs = Date.parse('2026-12-01T00:00:00Z')
  assert.deepEqual(await spent(), [])
  await call(mine.key, 'other')
  nowMs = Date.parse('2026-12-31T23:59:59Z')
  for (let at = 0; at < 3; at++) await call(mine.key, 'small')
  await bookedFor(mine.accountId)
  const small = { listing: 'small', today: '0.75', month: '0.75' }
  assert.deepEqual(await spent(), [{ listing: 'other', today: '0', month: '1.5' }, small])
  assert.deepEqual(await spent('?listing=small'), [small])
  assert.deepEqual(await spent(`?key=${other.keyId}`), [])
  const first = Object(await get(mine.key, '/usage?by=all&group=listing&limit=1&from=0'))
  assert.deepEqual([first.rows.length, first.spent.length], [1, 2])
  const after = encodeURIComponent(first.next)
  const second = Object(await get(mine.key, `/usage?by=all&group=listing&limit=1&from=0&to=${first.to}&after=${after}`))
  assert.deepEqual([second.rows.length, 'spent' in second], [1, false], 'it is of the whole report')
})
