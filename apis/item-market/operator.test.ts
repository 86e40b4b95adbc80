// The operator's part through a running gateway: sources, their keys, a reading with its progress, and the schedule.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { openGateway } from '../../tests/harness/open-gateway.ts'
import { until } from '../../tests/harness/until.ts'
import { csfloatFeed, openMarketplace, skinportFeed } from './test/marketplace.ts'

const redline = 'AK-47 | Redline (Field-Tested)'

async function open(t: TestContext, feeds: Record<string, string>, environment: Record<string, string> = {}) {
  const marketplace = await openMarketplace(t, ({ url }) => feeds[url.split('?')[0] ?? ''] ?? { status: 500 })
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-test-'))
  mkdirSync(join(dataDir, 'config'))
  writeFileSync(join(dataDir, 'config', 'item-market.json'), JSON.stringify(marketplace.config))
  const apis = await loadApis(undefined, 'item-market')
  const gateway = await openGateway(t, { apis, dataDir, environment })
  t.after(() => rmSync(dataDir, { recursive: true, force: true }))
  const operate = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${gateway.baseUrl}/v1/admin/apis/item-market${path}`, {
      method,
      headers: { 'x-gateway-admin-key': gateway.adminKey, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: answer.status, text: await answer.text() }
  }
  const ask = async (path: string) => {
    const answer = await fetch(`${gateway.marketUrl}/api/v1${path}`, {
      headers: { 'x-api-key': gateway.firstRun?.marketKey ?? '' },
    })
    const body: unknown = await answer.json()
    return Reflect.get(Object(body), 'data')
  }
  return { gateway, marketplace, operate, ask, feeds }
}
const skinportPath = '/v1/items'
const csfloatPath = '/api/v1/listings/price-list'
const framesOf = (text: string) =>
  text
    .split('\n\n')
    .filter((frame) => frame !== '')
    .map((frame) => JSON.parse(frame.replace(/^data: /, '')))

test('an immediate reading reports its steps as events, and its prices are returned from then on', async (t) => {
  const { operate, ask } = await open(t, { [skinportPath]: skinportFeed({ [redline]: 11, Other: 2 }) })
  const { status, text } = await operate('POST', '/ingest?source=skinport')
  assert.equal(status, 200)
  const frames = framesOf(text)
  assert.deepEqual(
    frames.map(({ phase }) => phase),
    ['reading', 'checking', 'storing', 'done'],
  )
  assert.deepEqual(frames.at(-1), { source: 'skinport', rows: 2, items: 2, stored: 2, phase: 'done' })
  const price = await ask(`/markets?name=${encodeURIComponent(redline)}`)
  assert.deepEqual(Reflect.get(Object(price), 'lowest'), { market: 'skinport', price: 11 })
})

test('a reading of all sources continues after one that fails, and says why it failed', async (t) => {
  const { operate } = await open(t, { [skinportPath]: '<html>', [csfloatPath]: csfloatFeed({ [redline]: 10 }) })
  const frames = framesOf((await operate('POST', '/ingest')).text)
  const ends = frames.filter(({ phase }) => phase === 'done' || phase === 'failed')
  assert.deepEqual(ends.find(({ source }) => source === 'csfloat')?.phase, 'done')
  assert.deepEqual(ends.find(({ source }) => source === 'skinport')?.error?.reason, 'shape')
  assert.deepEqual(ends.find(({ source }) => source === 'waxpeer')?.error?.reason, 'status')
  // All that are turned on, except the one that is read item by item.
  const { sources } = JSON.parse((await operate('GET', '/sources')).text)
  assert.equal(ends.length, sources.filter(({ enabled }: { enabled: boolean }) => enabled).length - 1)
  assert.equal((await operate('POST', '/ingest?source=steam')).status, 400)
})

test('prices that look wrong are accepted only when the operator vouches for them', async (t) => {
  const prices = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`Item ${at}`, 1 + at]))
  const tenfold = Object.fromEntries(Object.entries(prices).map(([name, price]) => [name, price * 10]))
  const { operate } = await open(t, { [skinportPath]: skinportFeed(prices), [csfloatPath]: csfloatFeed(tenfold) })
  await operate('POST', '/ingest?source=skinport')
  assert.equal(framesOf((await operate('POST', '/ingest?source=csfloat')).text).at(-1)?.error?.reason, 'implausible')
  assert.equal(framesOf((await operate('POST', '/ingest?source=csfloat&trusted=true')).text).at(-1)?.phase, 'done')
})

test('a source that is turned off is not read with the others, and is again once reset to its default', async (t) => {
  const { operate, marketplace } = await open(t, { [csfloatPath]: '[]' })
  const changed = await operate('PATCH', '/sources/skinport', { enabled: false })
  assert.equal(JSON.parse(changed.text).enabled, false)
  await operate('POST', '/ingest')
  assert.ok(!marketplace.received.some(({ url }) => url.includes('app_id=730')))
  const back = JSON.parse((await operate('PATCH', '/sources/skinport', { enabled: null })).text)
  assert.deepEqual([back.enabled, back.by_default], [true, true])
  assert.equal(JSON.parse((await operate('PATCH', '/sources/buff163', { enabled: true })).text).enabled, true)
})

test('a stored key goes to its marketplace and is never shown', async (t) => {
  const { operate, marketplace, gateway } = await open(t, { [csfloatPath]: csfloatFeed({ [redline]: 10 }) })
  const texts = [
    await operate('PUT', '/sources/csfloat/secret', { secret: 'sealed-market-key-1' }),
    await operate('POST', '/ingest?source=csfloat'),
    await operate('GET', '/sources'),
  ].map(({ text }) => text)
  assert.equal(marketplace.received[0]?.headers.authorization, 'sealed-market-key-1')
  assert.ok(texts[0]?.includes('"secret_stored":true'))
  assert.ok(![...texts, ...gateway.logged].join('\n').includes('sealed-market-key-1'))
  assert.ok((await operate('DELETE', '/sources/csfloat/secret')).text.includes('"secret_stored":false'))
})

test('an unknown source is 404, and a key for a source without one is 400', async (t) => {
  const { operate } = await open(t, {})
  for (const [method, path, body] of [
    ['PATCH', '/sources/nobody', { enabled: true }],
    ['PUT', '/sources/nobody/secret', { secret: 'x' }],
    ['DELETE', '/sources/nobody/secret', undefined],
    ['POST', '/ingest?source=nobody', undefined],
  ] as const) {
    const { status, text } = await operate(method, path, body)
    assert.equal(status, 404, path)
    assert.equal(JSON.parse(text).error.code, 'source.unknown')
  }
  assert.equal((await operate('PUT', '/sources/skinport/secret', { secret: 'x' })).status, 400)
  assert.equal((await operate('PATCH', '/sources/skinport', {})).status, 400)
})

test('sources are read on schedule when the operator permits calls out, and only then', async (t) => {
  const feeds = { [skinportPath]: skinportFeed({ [redline]: 11 }) }
  const { ask, marketplace } = await open(t, feeds, { GATEHOUSE_REFRESH: 'true' })
  const isRead = async () =>
    Reflect.get(Object(Reflect.get(Object(await ask('/status')), 'prices')), 'simulated') !== true
  await until(isRead)
  assert.ok(marketplace.received.length > 0)
  const silent = await open(t, feeds)
  await silent.ask('/status')
  assert.equal(silent.marketplace.received.length, 0)
})
