// The rules of the provider's first version (conversion, days, periods, errors, headers) over a small imported history.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { fixture, openWorld, type World } from './test/world.ts'

async function imported(): Promise<World> {
  const world = await openWorld()
  await world.importFile(fixture('eurofxref-hist.csv'))
  return world
}
const md5 = (text: string) => `"${createHash('md5').update(text).digest('hex')}"`
const notFound = { status: 404, body: { message: 'not found' } }
const refused = (message: string) => ({ status: 422, body: { message } })

async function expectAnswers(world: World, cases: Record<string, { status: number; body: unknown }>): Promise<void> {
  for (const [path, expected] of Object.entries(cases)) {
    const { status, body, headers } = await world.ask(path)
    assert.deepEqual({ status, body }, expected, path)
    if (status >= 400) assert.equal(headers['cache-control'], 'no-store', path)
  }
}
async function ratesOf(world: World, path: string): Promise<unknown> {
  const { status, body } = await world.ask(path)
  assert.equal(status, 200, path)
  return Reflect.get(Object(body), 'rates')
}
async function dateOf(world: World, path: string): Promise<unknown> {
  return Reflect.get(Object((await world.ask(path)).body), 'date')
}

test('latest returns the imported figures of the newest day unrounded, sorted, without the base', async () => {
  const { status, headers, body } = await (await imported()).ask('/latest')
  assert.equal(status, 200)
  const rates = { GBP: 0.8393, IDR: 17175.1, JPY: 165.85, USD: 1.0898 }
  assert.equal(JSON.stringify(body), JSON.stringify({ amount: 1, base: 'EUR', date: '2024-11-05', rates }))
  assert.deepEqual(headers, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=86400',
    etag: md5('2024-11-05'),
  })
})

test('an amount of euros is multiplied and then rounded by size', async () => {
  const world = await imported()
  assert.deepEqual(await ratesOf(world, '/latest?amount=100'), { GBP: 83.93, IDR: 1717510, JPY: 16585, USD: 108.98 })
  assert.deepEqual(await ratesOf(world, '/latest?amount=0.01&to=USD,GBP'), { GBP: 0.00839, USD: 0.0109 })
})

test('both legs of a cross rate are rounded before the division', async () => {
  const world = await imported()
  // 17122.40 becomes 17122 first, which makes 20322.13; unrounded it would make 20322.60.
  assert.deepEqual(await ratesOf(world, '/2024-11-01?base=GBP&symbols=IDR'), { IDR: 20322 })
  assert.deepEqual(await ratesOf(world, '/latest?base=USD'), { EUR: 0.9176, GBP: 0.77014, IDR: 15760, JPY: 152.18 })
})

test('a cross rate of an amount uses the amount twice and the rounded legs of that amount', async () => {
  const world = await imported()
  // Legs: USD r(10.898) = 10.898, JPY r(1658.5) = 1658.5, EUR 10.
  assert.deepEqual(await ratesOf(world, '/latest?base=USD&amount=10&symbols=EUR,JPY'), {
    EUR: 9.176,
    JPY: Math.round(((10 * 1658.5) / 10.898) * 100) / 100,
  })
  // 100 IDR: the leg of the dollar is r(108.98), of the rupiah r(1717510).
  assert.deepEqual(await ratesOf(world, '/latest?from=IDR&to=USD&amount=100'), { USD: 0.00635 })
})

test('codes are read in any case, untrimmed, and from and to override base and symbols', async () => {
  const world = await imported()
  assert.deepEqual(await ratesOf(world, '/latest?symbols=usd,gbp,XXX'), { GBP: 0.8393, USD: 1.0898 })
  assert.deepEqual(await ratesOf(world, '/latest?symbols=USD,%20GBP'), { USD: 1.0898 })
  assert.deepEqual(await ratesOf(world, '/latest?base=GBP&from=usd&symbols=JPY&to=eur'), { EUR: 0.9176 })
  assert.deepEqual(await ratesOf(world, '/latest?symbols=USD,&unknown=1'), { USD: 1.0898 })
})

test('an amount is the leading number of the value', async () => {
  const world = await imported()
  const rates = await ratesOf(world, '/latest?amount=100abc&to=USD')
  assert.deepEqual(rates, await ratesOf(world, '/latest?amount=100&to=USD'))
  assert.deepEqual(await ratesOf(world, '/latest?amount=1e2x&to=USD'), rates)
})

test('an impossible conversion is refused as the provider refuses it', async () => {
  const amount = refused('invalid amount')
  await expectAnswers(await imported(), {
    '/latest?base=XXX': notFound,
    '/latest?base=USD?callback=?': notFound,
    '/latest?symbols=XXX,YYY': notFound,
    '/latest?to=EUR': notFound,
    '/latest?from=EUR&to=EUR': refused('bad currency pair'),
    '/latest?base=usd&symbols=USD': refused('bad currency pair'),
    '/latest?base=usd&symbols=USD,,': refused('bad currency pair'),
    '/latest?symbols=,': notFound,
    '/latest?amount=0': amount,
    '/latest?amount=-1': amount,
    '/latest?amount=abc': amount,
    '/latest?amount=1e400': amount,
    '/latest?amount=1e300&base=USD': amount,
    '/latest?amount=1e-300&base=USD': amount,
    '/1999-01-03': notFound,
    '/2010-31-01': refused('invalid date'),
    '/2010-02-30': refused('invalid date'),
    '/2010-01-01..2010-02-30': refused('invalid date'),
    '/tomorrow': notFound,
    '/2010-01-01...2010-02-01': notFound,
    '/2010-01-01x': notFound,
  })
})

test('a day without publication is answered by the nearest earlier publication day', async () => {
  const world = await imported()
  assert.equal(await dateOf(world, '/2024-11-04'), '2024-11-04')
  assert.equal(await dateOf(world, '/2024-11-03'), '2024-11-01')
  assert.equal(await dateOf(world, '/2010-01-01'), '2009-12-31')
  assert.equal(await dateOf(world, '/1999-01-04'), '1999-01-04')
})

test('a day in the future and a newest day of any age answer like latest', async () => {
  const world = await imported()
  for (const search of ['', '?symbols=BGN'])
    assert.deepEqual(await world.ask(`/2030-01-01${search}`), await world.ask(`/latest${search}`))
  world.clock.set('2031-05-05T00:00:00Z')
  assert.equal(await dateOf(world, '/latest'), '2024-11-05')
})

test('a day that is imported but in the future is not served', async () => {
  const world = await imported()
  world.clock.set('2024-11-04T12:00:00Z')
  assert.equal(await dateOf(world, '/latest'), '2024-11-04')
  assert.equal(await dateOf(world, '/2024-11-05'), '2024-11-04')
  assert.equal((await world.ask('/2024-11-05..')).status, 404)
})

test('a discontinued currency is found for fourteen days, under its own date and never mixed with newer ones', async () => {
  const world = await imported()
  const bgn = { amount: 1, base: 'EUR', date: '2024-10-31', rates: { BGN: 1.9558 } }
  await expectAnswers(world, { '/latest?symbols=BGN': { status: 200, body: bgn } })
  assert.deepEqual(await ratesOf(world, '/latest?symbols=BGN,USD'), { USD: 1.0898 })
  assert.deepEqual(await ratesOf(world, '/latest?base=BGN'), { EUR: 0.5113 })
  world.clock.set('2024-11-14T12:00:00Z')
  assert.equal((await world.ask('/latest?symbols=BGN')).status, 200)
  world.clock.set('2024-11-15T12:00:00Z')
  await expectAnswers(world, { '/latest?symbols=BGN': notFound })
})

test('a period lists each publication day in it and names the first and last one', async () => {
  const world = await imported()
  await expectAnswers(world, {
    '/2024-10-31..2024-11-04?symbols=USD': {
      status: 200,
      body: {
        amount: 1,
        base: 'EUR',
        start_date: '2024-10-31',
        end_date: '2024-11-04',
        rates: { '2024-10-31': { USD: 1.0882 }, '2024-11-01': { USD: 1.0867 }, '2024-11-04': { USD: 1.0904 } },
      },
    },
  })
  assert.deepEqual(Object.keys(Object(await ratesOf(world, '/2024-11-01..'))), [
    '2024-11-01',
    '2024-11-04',
    '2024-11-05',
  ])
})

test('a period that starts on a day without publication goes back to the previous publication day', async () => {
  const world = await imported()
  assert.deepEqual(Object.keys(Object(await ratesOf(world, '/2024-11-03..2024-11-04'))), ['2024-11-01', '2024-11-04'])
  assert.deepEqual(Object.keys(Object(await ratesOf(world, '/1990-01-01..2009-12-31'))), ['1999-01-04', '2009-12-31'])
})

test('a period converts each day by its own rates and leaves out days without them', async () => {
  const world = await imported()
  assert.deepEqual(await ratesOf(world, '/2024-10-30..?base=USD&symbols=BGN'), {
    '2024-10-30': { BGN: 1.8084 },
    '2024-10-31': { BGN: 1.7973 },
  })
  await expectAnswers(world, {
    '/2024-11-07..': notFound,
    '/1998-01-01..1998-12-31': notFound,
    '/2024-11-05..2024-11-01': notFound,
    '/2024-11-04..?symbols=BGN': notFound,
  })
})

test('an answer is validated by its last day, and a caller that already has it receives 304', async () => {
  const world = await imported()
  assert.equal((await world.ask('/2024-11-03')).headers.etag, md5('2024-11-01'))
  assert.equal((await world.ask('/2024-10-30..2024-11-04')).headers.etag, md5('2024-11-04'))
  const tag = md5('2024-11-05')
  for (const header of [tag, `W/${tag}`, `"other", ${tag}`, '*'])
    assert.equal((await world.ask('/latest', { headers: { 'if-none-match': header } })).status, 304, header)
  for (const header of ['"other"', tag.slice(1, -1)])
    assert.equal((await world.ask('/latest', { headers: { 'if-none-match': header } })).status, 200, header)
})

test('currencies are those of the last fourteen days and the euro, sorted, with names', async () => {
  const world = await imported()
  const names = {
    BGN: 'Bulgarian Lev',
    EUR: 'Euro',
    GBP: 'British Pound',
    IDR: 'Indonesian Rupiah',
    JPY: 'Japanese Yen',
    USD: 'United States Dollar',
  }
  const { body, headers } = await world.ask('/currencies')
  assert.equal(JSON.stringify(body), JSON.stringify(names))
  assert.equal(headers.etag, md5('2024-11-05'))
  world.clock.set('2024-11-15T12:00:00Z')
  assert.deepEqual(Object.keys(Object((await world.ask('/currencies')).body)), ['EUR', 'GBP', 'IDR', 'JPY', 'USD'])
})

test('every path answers the same under the version prefix and under its older name', async () => {
  const world = await imported()
  const pairs = {
    '/latest?base=USD': ['/v1/latest?base=USD', '/current?base=USD', '/v1/current?base=USD'],
    '/2010-01-02': ['/v1/2010-01-02'],
    '/2024-11-01..': ['/v1/2024-11-01..'],
    '/currencies': ['/v1/currencies'],
    '/': ['/v1'],
  }
  for (const [path, others] of Object.entries(pairs))
    for (const other of others) assert.deepEqual(await world.ask(other), await world.ask(path), other)
  assert.equal(Reflect.get(Object((await world.ask('/')).body), 'version'), 'v1')
})

test('without any rates there is nothing to find', async () => {
  const world = await openWorld()
  await expectAnswers(world, {
    '/latest': notFound,
    '/2024-11-01': notFound,
    '/2024-11-01..': notFound,
    '/currencies': { status: 200, body: {} },
  })
})
