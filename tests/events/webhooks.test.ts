// Webhooks from end to end: created over HTTP, with signatures that the standard's own
// library verifies.
import assert from 'node:assert/strict'
import { after, before, describe, mock, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { present } from '#define/present'
import { type OpenGateway, openGateway } from '../harness/open-gateway.ts'
import { smallApi } from '../harness/small-api.ts'
import { until } from '../harness/until.ts'
import { openUpstream, type Received, type Upstream } from '../harness/upstream.ts'

const noon = Date.parse('2026-11-02T12:00:00Z')

describe('webhooks', () => {
  const closing: (() => unknown)[] = []
  const cleanup = { after: (close: () => unknown) => void closing.unshift(close) }
  let nowMs = noon
  let answer: (path: string) => { status: number; headers?: Record<string, string> } = () => ({ status: 204 })
  let gateway: OpenGateway
  let receiver: Upstream

  before(async () => {
    receiver = await openUpstream(cleanup, ({ url }, response) => {
      const { status, headers } = answer(url)
      response.writeHead(status, headers).end()
    })
    gateway = await openGateway(cleanup, {
      apis: [smallApi()],
      platform: { clock: () => nowMs },
      environment: { GATEHOUSE_OUTBOUND_ALLOW: '127.0.0.0/8' },
    })
  })
  after(async () => {
    for (const close of closing) await close()
  })

  const call = async (key: string, method: string, path: string, body?: object) => {
    const response = await fetch(`${gateway.baseUrl}/v1/me${path}`, {
      method,
      headers: { 'x-gateway-key': key, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, json: text === '' ? undefined : JSON.parse(text) }
  }
  const receivedAt = (path: string) => receiver.received.filter(({ url }) => url === path)
  /** Verifies a message at the time of the gateway; throws unless one of its signatures is by the secret. */
  function verify({ headers, body }: Pick<Received, 'headers' | 'body'>, secret: string): unknown {
    mock.timers.enable({ apis: ['Date'], now: nowMs })
    try {
      const header = (name: string) => String(headers[name])
      return new Webhook(secret).verify(body.toString(), {
        'webhook-id': header('webhook-id'),
        'webhook-timestamp': header('webhook-timestamp'),
        'webhook-signature': header('webhook-signature'),
      })
    } finally {
      mock.timers.reset()
    }
  }

  test('a test message arrives with a signature that the standard’s library verifies', async () => {
    const { key } = await gateway.account()
    const made = await call(key, 'POST', '/webhooks', { url: `${receiver.url}/ping` })
    assert.equal(made.status, 201)
    assert.equal(made.headers.get('cache-control'), 'no-store')
    const { id, secret } = made.json
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    const sent = await call(key, 'POST', `/webhooks/${id}/test`)
    await until(() => receivedAt('/ping').length === 1, 'the message')
    const [message] = receivedAt('/ping')
    assert.ok(message)
    assert.deepEqual(verify(message, secret), JSON.parse(message.body.toString()))
    assert.equal(JSON.parse(message.body.toString()).id, sent.json.event)
    assert.equal((await call(key, 'POST', `/webhooks/${id}/rotate`)).json.previousSecretUntil, nowMs + 24 * 3_600_000)
  })

  test('during a rotation the library verifies with either secret, later with the new one, and nothing that was changed', async () => {
    const { key } = await gateway.account()
    const made = await call(key, 'POST', '/webhooks', { url: `${receiver.url}/rotated` })
    const { id, secret } = made.json
    const send = async () => {
      const before = receivedAt('/rotated').length
      await call(key, 'POST', `/webhooks/${id}/test`, {})
      await until(() => receivedAt('/rotated').length > before, 'the message')
      return present(receivedAt('/rotated').at(-1))
    }
    const rotated = await call(key, 'POST', `/webhooks/${id}/rotate`, { graceSeconds: 3600 })
    assert.equal(rotated.status, 200)
    const next = rotated.json.secret
    assert.notEqual(next, secret)
    const message = await send()
    for (const one of [secret, next]) assert.deepEqual(verify(message, one), JSON.parse(message.body.toString()))
    nowMs += 3_600_000
    const later = await send()
    assert.throws(() => verify(later, secret), /No matching signature/)
    const { headers, body } = later
    verify(later, next)
    const text = body.toString()
    const seconds = Number(headers['webhook-timestamp'])
    const changed: readonly [Pick<Received, 'headers' | 'body'>, RegExp][] = [
      [{ headers, body: Buffer.from(text.replace('"ping"', '"pong"')) }, /No matching signature/],
      [{ headers: { ...headers, 'webhook-id': String(message.headers['webhook-id']) }, body }, /No matching signature/],
      [{ headers: { ...headers, 'webhook-timestamp': String(seconds - 1) }, body }, /No matching signature/],
    ]
    for (const [one, reason] of changed) assert.throws(() => verify(one, next), reason)
    nowMs += 6 * 60_000
    assert.throws(() => verify(later, next), /Message timestamp too old/)
    nowMs = noon
  })

  test('addresses, patterns, owners and numbers are checked, with what is allowed', async () => {
    const { key } = await gateway.account()
    const other = await gateway.account()
    const refused = async (body: object) => (await call(key, 'POST', '/webhooks', body)).json.error
    assert.equal((await refused({ url: 'http://10.0.0.1/' })).code, 'webhook.address')
    assert.match((await refused({ url: 'http://169.254.169.254/' })).message, /not a public address/)
    assert.match((await refused({ url: receiver.url, events: ['limit.nea'] })).message, /limit\.near, limit\.reached/)
    const made = await call(key, 'POST', '/webhooks', { url: receiver.url, events: ['limit.*'], enabled: false })
    assert.equal(made.status, 201)
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/deliveries'],
      ['POST', '/test'],
    ] as const)
      assert.equal(
        (await call(other.key, method, `/webhooks/${made.json.id}${path}`, method === 'POST' ? {} : undefined)).status,
        404,
      )
    for (let count = 1; count < 20; count++) await call(key, 'POST', '/webhooks', { url: receiver.url })
    assert.equal((await refused({ url: receiver.url })).code, 'thing.conflict')
    assert.equal((await call(key, 'DELETE', `/webhooks/${made.json.id}`)).status, 204)
    assert.equal((await call(key, 'GET', '/webhooks')).json.webhooks.length, 19)
  })

  test('no secret, and no path of an address, is in the log, the record of changes, messages or rows', async () => {
    const { key, accountId } = await gateway.account()
    const path = '/services/T0/a-secret-of-a-chat'
    const made = await call(key, 'POST', '/webhooks', { url: `${receiver.url}${path}` })
    answer = () => ({ status: 503 })
    await call(key, 'POST', `/webhooks/${made.json.id}/test`, {})
    await until(() => receivedAt(path).length === 1)
    answer = () => ({ status: 204 })
    const rotated = await call(key, 'POST', `/webhooks/${made.json.id}/rotate`, {})
    const secrets = [made.json.secret, rotated.json.secret].map((secret) => secret.slice('whsec_'.length, 40))
    const { db } = gateway.components.store
    const audit = await db.selectFrom('audit').selectAll().where('actor', '=', accountId).execute()
    assert.deepEqual(
      audit.map(({ action }) => action),
      ['webhook.create', 'webhook.rotate'],
    )
    const rows = [
      ...(await db.selectFrom('webhooks').selectAll().execute()).map((row) => ({ ...row, url: '' })),
      ...(await db.selectFrom('events').selectAll().execute()),
      ...(await db.selectFrom('deliveries').selectAll().execute()),
      ...audit,
    ]
    const messages = receiver.received.map(({ headers, body }) => JSON.stringify(headers) + body.toString())
    for (const text of [...gateway.logged, ...rows.map((row) => JSON.stringify(row)), ...messages])
      for (const secret of [...secrets, key, 'a-secret-of-a-chat']) assert.ok(!text.includes(secret), text)
  })
})
