// What an operator's tools look at: health, readiness and metrics, who may see them, and the settings.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readConfig, settings } from '../packages/gateway/src/process/config.ts'
import { settingsDocument, settingsPath } from '../scripts/settings-document.ts'
import { openGateway } from './harness/open-gateway.ts'
import { projectFolder } from './harness/program.ts'
import { exchange, openRaw } from './harness/raw-http.ts'
import { until } from './harness/until.ts'
import { openUpstream, sendJson } from './harness/upstream.ts'

const gateway = await openGateway({ after })
const page = (path: string, init?: RequestInit) => fetch(gateway.baseUrl + path, init)

test('health and readiness need no key, count for nothing, and answer GET and HEAD alone', async () => {
  for (const [path, says] of Object.entries({ '/healthz': 'ok\n', '/readyz': 'ready\n', '/healthz?a=1': 'ok\n' })) {
    const answer = await page(path)
    assert.deepEqual([answer.status, await answer.text()], [200, says])
    assert.equal(answer.headers.get('cache-control'), 'no-cache')
    assert.equal(answer.headers.get('x-ratelimit-remaining-day'), null)
  }
  const head = await page('/healthz', { method: 'HEAD' })
  assert.deepEqual([head.status, head.headers.get('content-length'), await head.text()], [200, '3', ''])
  const post = await page('/readyz', { method: 'POST' })
  assert.deepEqual([post.status, post.headers.get('allow')], [405, 'GET, HEAD'])
  assert.equal(gateway.components.meter.totals().calls.length, 0)
})

test('while it drains a gateway says so on connections that are still open, and takes no further call on them', async (t) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const upstream = await openUpstream(t, async (_request, response) => {
    await released
    sendJson(response, { fact: 'Cats sleep.', length: 11 })
  })
  const draining = await openGateway(t, {
    upstreams: { 'cat-facts': upstream.url },
    environment: { GATEHOUSE_DRAIN_MS: '60000' },
  })
  const slow = draining.call('/v1/proxy/cat-facts/fact', { headers: { 'x-gateway-provider': 'live' } })
  await until(() => upstream.received.length === 1)
  const [ready, call] = [await openRaw(t, draining.baseUrl), await openRaw(t, draining.baseUrl)]
  ready.send('GET /readyz HTTP/1.1\r\nhost: gateway\r\n')
  call.send(`GET /v1/proxy/randomness/bool HTTP/1.1\r\nhost: gateway\r\nx-gateway-key: ${draining.key}\r\n`)
  await (await fetch(`${draining.baseUrl}/healthz`)).text() // by when the beginnings have arrived
  const stopped = draining.stop()
  ready.send('\r\n')
  const answer = await ready.answer()
  assert.deepEqual([answer.status, answer.body.toString()], [503, 'shutting down\n'])
  call.send('\r\n')
  const refusal = await call.answer()
  assert.deepEqual([refusal.status, JSON.parse(refusal.body.toString()).error.code], [503, 'gateway.draining'])
  release()
  assert.equal((await slow).status, 200)
  await stopped
})

test('metrics are valid Prometheus text, with the ones that the operations guide and the dashboard name', async () => {
  for (let i = 0; i < 3; i++) await gateway.call('/v1/proxy/randomness/bool')
  await gateway.call('/v1/proxy/randomness/nothing')
  const answer = await page('/metrics')
  assert.equal(answer.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
  const metrics = parseMetrics(await answer.text())
  const guide = readFileSync(join(projectFolder, 'docs/guides/operations.md'), 'utf8')
  const dashboard = readFileSync(join(projectFolder, 'docs/grafana.json'), 'utf8')
  const named = [
    ...new Set((guide + dashboard).match(/\bgatehouse_[a-z_]+\b/g)?.map((name) => name.replace(/_bucket$/, ''))),
  ]
  assert.ok(named.length >= 8, String(named))
  for (const name of named) assert.ok(metrics.has(name), `${name} is named and not in the metrics`)
  const calls = metrics.get('gatehouse_calls_total')
  assert.equal(calls?.type, 'counter')
  assert.equal(calls?.samples.get('listing="randomness",provider="embedded",status="2xx"'), 3)
  assert.equal(metrics.get('gatehouse_database_available')?.samples.get(''), 1)
  assert.equal(metrics.get('gatehouse_may_serve')?.samples.get(''), 1)
})

test('metrics hold no key, no account and no text of a caller', async () => {
  await gateway.call('/v1/proxy/randomness/pick?options=a-text-of-a-caller')
  const text = await (await page('/metrics')).text()
  for (const part of [gateway.key, gateway.adminKey, gateway.demoAccountId, 'a-text-of-a-caller'])
    assert.ok(!text.includes(part))
})

test('metrics and the operator API are for this machine, unless GATEHOUSE_ADMIN_REMOTE opens them', async (t) => {
  const address = Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal)?.address
  if (address === undefined) {
    console.log('not run: this machine has no address but its own')
    return
  }
  for (const [setting, status] of [
    ['false', 403],
    ['true', 200],
  ] as const) {
    const environment = { GATEHOUSE_HOST: '0.0.0.0', GATEHOUSE_ADMIN_REMOTE: setting }
    const open = await openGateway(t, { environment })
    const from: string = `http://${address}:${new URL(open.baseUrl).port}`
    const headers = { 'x-gateway-admin-key': open.adminKey }
    for (const path of ['/metrics', '/v1/admin/accounts']) {
      assert.equal((await fetch(from + path, { headers })).status, status, `${path} from ${address}`)
      assert.equal((await fetch(open.baseUrl + path, { headers })).status, 200, `${path} from here`)
    }
    assert.equal((await fetch(`${from}/readyz`)).status, 200)
  }
})

test('a proxy on this machine does not make its callers local', async (t) => {
  const trusting = await openGateway(t, { environment: { GATEHOUSE_TRUSTED_PROXIES: '127.0.0.1,::1' } })
  for (const { baseUrl, adminKey } of [gateway, trusting])
    for (const path of ['/metrics', '/v1/admin/accounts'])
      for (const forwarding of [
        { 'x-forwarded-for': '203.0.113.9' },
        { 'x-forwarded-for': '127.0.0.1' },
        { forwarded: 'for=203.0.113.9' },
        { 'x-real-ip': '203.0.113.9' },
        { via: '1.1 proxy' },
      ]) {
        const headers: Record<string, string> = { ...forwarding, 'x-gateway-admin-key': adminKey }
        const answer = await fetch(baseUrl + path, { headers })
        assert.equal(answer.status, 403, `${path} with ${JSON.stringify(forwarding)}`)
        assert.equal(JSON.parse(await answer.text()).error.code, 'admin.remote')
      }
})

test('metrics are read under a name of this machine, so that no page of another site reads them', async (t) => {
  const remote = await openGateway(t, { environment: { GATEHOUSE_ADMIN_REMOTE: 'true' } })
  const readAs = (baseUrl: string, host: string) =>
    exchange(t, baseUrl, `GET /metrics HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  for (const host of ['localhost:8787', '127.0.0.1', '[::1]:8787'])
    assert.equal((await readAs(gateway.baseUrl, host)).status, 200, host)
  const refused = await readAs(gateway.baseUrl, 'rebound.test:8787')
  assert.deepEqual([refused.status, JSON.parse(String(refused.body)).error.code], [403, 'admin.host'])
  assert.equal((await readAs(remote.baseUrl, 'gateway:8787')).status, 200)
})

test('the document of the settings is that of the code, and they are at most 37', () => {
  assert.equal(readFileSync(join(projectFolder, settingsPath), 'utf8'), settingsDocument())
  const names = Object.keys(settings)
  assert.ok(names.length <= 37, String(names.length))
  for (const [name, { doc }] of Object.entries(settings)) {
    assert.match(name, /^GATEHOUSE_[A-Z_]+$/)
    assert.match(doc, /^\S.{10,}\.$/, name)
  }
})

test('the defaults of the settings are those that others rely on', () => {
  const config = readConfig({})
  assert.deepEqual(
    [config.GATEHOUSE_PORT, config.GATEHOUSE_MARKET_PORT, config.GATEHOUSE_HOST, config.GATEHOUSE_DATA],
    [8787, 8788, '127.0.0.1', join(process.cwd(), 'data')],
  )
  assert.deepEqual(
    [config.GATEHOUSE_ADMIN_REMOTE, config.GATEHOUSE_PRODUCTION, config.GATEHOUSE_WORKERS],
    [false, false, 1],
  )
  assert.equal(config.GATEHOUSE_DATABASE_URL, undefined)
})

interface Metric {
  readonly type: string
  readonly samples: Map<string, number>
}

/** Reads the text format 0.0.4 strictly: help and type before the samples, one block per name, no sample twice. */
function parseMetrics(text: string): Map<string, Metric> {
  assert.ok(text.endsWith('\n'))
  const metrics = new Map<string, Metric>()
  let name = ''
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const help = /^# HELP ([a-zA-Z_:][\w:]*) \S.*$/.exec(line)
    const type = /^# TYPE ([a-zA-Z_:][\w:]*) (counter|gauge|histogram|summary)$/.exec(line)
    if (help) name = help[1] ?? ''
    else if (type) {
      assert.equal(type[1], name)
      assert.ok(!metrics.has(name), `${name} comes twice`)
      metrics.set(name, { type: type[2] ?? '', samples: new Map() })
    } else {
      const sample =
        /^([a-zA-Z_:][\w:]*)(?:\{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*",?)*)\})? ([-+]?(?:[\d.]+(?:e[-+]?\d+)?|Inf)|NaN)$/i.exec(
          line,
        )
      assert.ok(sample, `no sample: ${line}`)
      assert.ok(sample[1] === name || sample[1]?.replace(/_(?:bucket|sum|count)$/, '') === name, line)
      const { samples } = metrics.get(name) ?? assert.fail(`a sample before its type: ${line}`)
      const key = (sample[1] === name ? '' : `${sample[1]} `) + (sample[2] ?? '')
      assert.ok(!samples.has(key), `a sample comes twice: ${line}`)
      samples.set(key, Number(sample[3]))
    }
  }
  return metrics
}
