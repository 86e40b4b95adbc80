// Drift through a running gateway: live answers are compared beside the call, findings are reported and forgotten, HAR
// files are compared with declarations and embedded answers, and no value or key is kept.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { type OpenGateway, openGateway } from '../../../../../tests/harness/open-gateway.ts'
import { eachStore } from '../../../../../tests/harness/services.ts'
import { until } from '../../../../../tests/harness/until.ts'
import { openUpstream, type Upstream } from '../../../../../tests/harness/upstream.ts'
import { loadApis } from '../../process/load-apis.ts'

const rates = { amount: 1, base: 'EUR', date: '2026-11-27', rates: { USD: 1.16 } }
const apis = await loadApis(undefined, ['exchange-rates', 'public-holidays'])

interface FoundEndpoint {
  readonly listing: string
  readonly endpoint: string
  readonly compared: number
  readonly findings: readonly { readonly kind: string; readonly pointer: string; readonly count: number }[]
}

interface Report {
  readonly compared: number
  readonly endpoints: readonly FoundEndpoint[]
  readonly skipped: readonly { readonly index: number }[]
}

await eachStore('drift of answers', (database) => {
  const closing: (() => unknown)[] = []
  let gateway: OpenGateway
  let upstream: Upstream
  let answer: { status: number; headers: Record<string, string>; body: string | Buffer; breaksOff?: boolean }
  let key = ''

  before(async () => {
    const context = { after: (close: () => unknown) => void closing.unshift(close) }
    upstream = await openUpstream(context, (_, response) => {
      response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
      if (answer.breaksOff) response.write(answer.body, () => response.destroy())
      else response.end(answer.body)
    })
    const { url, dataDir } = database.target
    gateway = await openGateway(context, {
      apis,
      dataDir,
      upstreams: { 'exchange-rates': upstream.url },
      environment: {
        GATEHOUSE_DRIFT_SAMPLE: '1',
        ...(url === undefined ? {} : { GATEHOUSE_DATABASE_URL: url }),
      },
    })
    const account = await gateway.account()
    key = account.key
  })
  after(async () => {
    for (const close of closing) await close()
  })
  beforeEach(async () => {
    answer = { status: 200, headers: {}, body: JSON.stringify(rates) }
    await admin('DELETE', '/drift/exchange-rates')
  })

  const admin = (method: string, path: string, body?: string) =>
    fetch(`${gateway.baseUrl}/v1/admin${path}`, {
      method,
      headers: { 'x-gateway-admin-key': gateway.adminKey, 'content-type': 'application/octet-stream' },
      ...(body === undefined ? {} : { body }),
    })
  const call = () =>
    fetch(`${gateway.baseUrl}/v1/proxy/exchange-rates/latest`, {
      headers: { 'x-gateway-key': key, 'x-gateway-provider': 'live' },
    })
  const json = async (response: Promise<Response>): Promise<unknown> => (await response).json()
  const endpoints = async (filter: string): Promise<FoundEndpoint[]> =>
    Object(await json(admin('GET', `/drift${filter}`))).endpoints
  const told = (findings: FoundEndpoint['findings']) => findings.map(({ kind, pointer }) => `${kind} ${pointer}`)
  /** Waits until some answers were compared. */
  async function found(compared: number): Promise<FoundEndpoint> {
    let last: FoundEndpoint | undefined
    await until(async () => {
      last = (await endpoints('')).find(({ listing }) => listing === 'exchange-rates')
      return last?.compared === compared
    }, `${compared} compared answers`)
    assert.ok(last)
    return last
  }

  test('answers that fit are counted without a finding, encoded ones too', async () => {
    assert.deepEqual(await (await call()).json(), rates)
    answer = { ...answer, headers: { 'content-encoding': 'gzip' }, body: gzipSync(JSON.stringify(rates)) }
    assert.deepEqual(await (await call()).json(), rates)
    assert.deepEqual((await found(2)).findings, [])
  })

  test('a breaking difference is counted, told once and forgotten on request', async () => {
    answer.body = JSON.stringify({ ...rates, date: undefined, base: null, secret: 'CANARY', rates: { USD: 'CANARY' } })
    for (let calls = 0; calls < 2; calls++) assert.equal((await call()).status, 200)
    const { findings } = await found(2)
    assert.deepEqual(
      findings.map(({ kind, pointer, count }) => `${kind} ${pointer} ${count}`),
      ['retyped /base 2', 'missing /date 2', 'retyped /rates/* 2', 'new /secret 2'],
    )
    let told: unknown
    await until(async () => {
      told = Object(await json(admin('GET', '/events?type=drift.found'))).events
      return Array.isArray(told) && told.length === 1
    }, 'the event')
    assert.ok(!JSON.stringify([findings, told]).includes('CANARY'))
    assert.equal((await endpoints('?severity=info&listing=exchange-rates')).length, 1)
    assert.equal((await admin('DELETE', '/drift/exchange-rates')).status, 204)
    assert.equal((await admin('DELETE', '/drift/exchange-rates')).status, 404)
  })

  test('answers that break off, and those that are no success, change nothing for the caller', async () => {
    answer = { status: 201, headers: {}, body: JSON.stringify(rates) }
    assert.deepEqual([(await call()).status, (await found(1)).findings[0]?.kind], [201, 'status'])
    answer = { status: 200, headers: { 'content-length': '5000' }, body: '{"amount"', breaksOff: true }
    await assert.rejects(call().then((response) => response.text()))
    answer = { status: 200, headers: {}, body: JSON.stringify(rates) }
    await call()
    assert.deepEqual(
      (await found(2)).findings.map(({ kind, count }) => [kind, count]),
      [['status', 1]],
    )
  })

  const entry = (url: string, body: unknown, more: object = {}) => ({
    startedDateTime: '2026-11-27T10:00:00Z',
    time: 3,
    request: { method: 'GET', url, headers: [{ name: 'authorization', value: 'CANARY' }] },
    response: {
      status: 200,
      headers: [{ name: 'content-type', value: 'application/json' }],
      content: { size: 1, mimeType: 'application/json', text: JSON.stringify(body) },
    },
    ...more,
  })
  const harOf = (...entries: object[]) => JSON.stringify({ log: { version: '1.2', entries } })

  test('a HAR file is compared with declarations, at the gateway and at the provider', async () => {
    const har = harOf(
      entry(`${upstream.url}/latest?base=EUR&key=CANARY`, { ...rates, date: 7 }),
      entry('https://gateway.example.com/v1/proxy/exchange-rates/latest', { data: rates }),
      entry('https://elsewhere.example.com/latest', rates),
      entry(`${upstream.url}/nothing/like/it/at/all`, rates),
    )
    const response = await admin('POST', '/drift/har', har)
    const text = await response.text()
    assert.equal(response.status, 200, text)
    assert.ok(!text.includes('CANARY'))
    const report: Report = JSON.parse(text)
    assert.equal(report.compared, 2)
    assert.deepEqual(
      report.skipped.map(({ index }) => index),
      [2, 3],
    )
    const [endpoint] = report.endpoints
    assert.ok(endpoint)
    assert.deepEqual([endpoint.endpoint, endpoint.compared], ['latest', 2])
    assert.deepEqual(told(endpoint.findings), ['retyped /date'])
    assert.deepEqual(await endpoints(''), [], 'nothing of a file is kept')
    const refused = await admin('POST', '/drift/har', 'no file')
    assert.deepEqual([refused.status, Object(await refused.json()).error.code], [400, 'input.invalid'])
  })

  test('the reads of a HAR file are compared with embedded answers', async () => {
    const path = `${gateway.baseUrl}/v1/proxy/exchange-rates/latest?base=EUR`
    const headers = { 'x-gateway-key': key, 'x-gateway-provider': 'embedded', 'x-gateway-envelope': 'raw' }
    const ours = Object(await json(fetch(path, { headers })))
    const compare = async (body: unknown) => {
      const response = await admin('POST', '/drift/har?embedded=true&slug=exchange-rates', harOf(entry(path, body)))
      const report: Report = Object(await response.json())
      assert.equal(report.compared, 1, JSON.stringify(report))
      return told(report.endpoints[0]?.findings ?? [])
    }
    assert.deepEqual(await compare(ours), [])
    const { date: _, ...rest } = ours
    assert.deepEqual(await compare({ ...rest, amount: '1', source: 'bank' }), [
      'retyped /amount',
      'missing /source',
      'new /date',
    ])
  })
})
