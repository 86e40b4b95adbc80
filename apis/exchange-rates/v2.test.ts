// The second version, through its own npm client and a gateway: rows of days and periods, averages, sources, refusals.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { FrankfurterClient, FrankfurterError } from 'frankfurter-js'
import { apisFolder, loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { openGateway } from '../../tests/harness/open-gateway.ts'
import { fixture, openWorld } from './test/world.ts'

const gateway = await openGateway({ after }, { apis: await loadApis(apisFolder, 'exchange-rates') })
const client = new FrankfurterClient({
  baseUrl: `${gateway.baseUrl}/v1/proxy/exchange-rates`,
  fetch: (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('x-gateway-key', gateway.key)
    return fetch(input, { ...init, headers })
  },
})

test('the client reads the newest rates, and the base itself is 1', async () => {
  const rows = await client.latest({ base: 'USD' })
  assert.deepEqual(
    rows.map(({ quote }) => quote).toSorted(),
    rows.map(({ quote }) => quote),
  )
  assert.equal(rows.find(({ quote }) => quote === 'USD')?.rate, 1)
  assert.ok(rows.length > 25 && rows.every(({ base, rate }) => base === 'USD' && rate > 0))
  const some = await client.latest({ base: 'USD', quotes: ['EUR', 'GBP'], providers: ['ECB'] })
  assert.deepEqual(
    some.map(({ quote }) => quote),
    ['EUR', 'GBP'],
  )
  assert.deepEqual(await client.latest({ providers: ['BOC'] }), [])
})

test('the client lists currencies and the source', async () => {
  const [now, all] = [await client.currencies(), await client.currencies({ scope: 'all' })]
  assert.ok(all.length > now.length)
  const dollar = now.find(({ iso_code }) => iso_code === 'USD')
  assert.deepEqual([dollar?.name, dollar?.start_date], ['United States Dollar', '1999-01-04'])
  const former = all.find(({ iso_code }) => !now.some((one) => one.iso_code === iso_code))
  assert.ok(former?.end_date && former.end_date < '2026-01-01', JSON.stringify(former))
  const [bank] = await client.providers()
  assert.equal(bank?.key, 'ECB')
  assert.ok(bank?.currencies.includes('USD'))
})

test('the client gets the refusals of the provider', async () => {
  await assert.rejects(client.historical('2026-02-30'), (error: unknown) => {
    assert.ok(error instanceof FrankfurterError)
    assert.equal(error.status, 422)
    assert.equal(Object(error.body).message, 'invalid date')
    return true
  })
})

test('answers of the sample are marked', async () => {
  for (const path of ['/v2/rates', '/v2/rate/EUR/USD', '/v2/currencies', '/v2/providers']) {
    const response = await gateway.call(`/v1/proxy/exchange-rates${path}`)
    assert.equal(response.headers.get('x-gateway-sample'), 'true', path)
    await response.arrayBuffer()
  }
})

test('periods have the published figures, and averages of weeks and months their means', async () => {
  const world = await openWorld()
  await world.importFile(fixture('eurofxref-hist.csv'))
  type Row = { date: string; quote: string; rate: number }
  const rows = async (query: string) => collected<Row>((await world.ask(`/v2/rates?${query}`)).body)
  const days = await rows('from=1999-01-01&quotes=USD')
  assert.ok(days.length >= 2)
  assert.deepEqual(
    days.map(({ date }) => date).toSorted(),
    days.map(({ date }) => date),
  )
  for (const { date, rate } of days) {
    const v1 = (await world.ask<{ rates: Record<string, number> }>(`/${date}?symbols=USD`)).body
    assert.equal(rate, v1.rates.USD)
  }
  for (const [group, bucketOf] of [
    ['month', (date: string) => `${date.slice(0, 7)}-01`],
    ['week', mondayOf],
  ] as const) {
    const means = await rows(`from=1999-01-01&quotes=USD&group=${group}`)
    const expected = Map.groupBy(days, ({ date }) => bucketOf(date))
    assert.deepEqual(
      means.map(({ date }) => date),
      [...expected.keys()],
    )
    for (const { date, rate } of means) {
      const own = expected.get(date) ?? []
      assert.ok(Math.abs(rate - own.reduce((sum, row) => sum + row.rate, 0) / own.length) < 1e-4, date)
    }
  }
  await world.close()
})

/** The list that an answer streams. */
async function collected<T>(body: unknown): Promise<T[]> {
  assert.ok(typeof body === 'object' && body !== null && Symbol.asyncIterator in body)
  let text = ''
  for await (const part of body as AsyncIterable<string>) text += part
  return JSON.parse(text)
}

function mondayOf(date: string): string {
  const at = new Date(`${date}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7))
  return at.toISOString().slice(0, 10)
}

test('invalid parameters are refused in the words of the provider', async () => {
  const world = await openWorld()
  await world.seed()
  const cases: Record<string, [number, string]> = {
    '/v2/rates?colour=red': [422, 'unknown parameter: colour'],
    '/v2/rates?date=2024-01-05&from=2024-01-01': [422, 'conflicting params'],
    '/v2/rates?from=2024-01-01&group=year': [422, 'invalid group'],
    '/v2/rates?expand=colours': [422, 'invalid expand: colours'],
    '/v2/rates?base=XXX': [422, 'invalid currency: XXX'],
    '/v2/rates?quotes=USD,QQQ': [422, 'invalid currency: QQQ'],
    '/v2/rate/EUR/USD?date=1998-01-01': [404, 'not found'],
    '/v2/currency/QQQ': [404, 'not found'],
  }
  for (const [path, [status, message]] of Object.entries(cases)) {
    const answer = await world.ask<{ status: number; message: string }>(path)
    assert.deepEqual([answer.status, answer.body.status, answer.body.message], [status, status, message], path)
  }
  assert.deepEqual(await collected((await world.ask('/v2/rates?date=1998-01-01')).body), [])
  await world.close()
})
