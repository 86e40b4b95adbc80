// Webhooks from end to end: created over HTTP, with signatures that the standard's own
// library verifies.
import assert from 'node:assert/strict'
import { after, before, describe, mock, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { type OpenGateway, openGateway } from '../harness/open-gateway.ts'
import { smallApi } from '../harness/small-api.ts'
import { until } from '../harness/until.ts'
import { openUpstream, type Received, type Upstream } from '../harness/upstream.ts'

const noon = Date.parse('2026-11-02T12:00:00Z')

describe('webhooks', () => {
  const closing: (() => unknown)[] = []
  const cleanup = { after: (close: () => unknown) => void closing.unshift(close) }
  const nowMs = noon
  const answer: (path: string) => { status: number; headers?: Record<string, string> } = () => ({ status: 204 })
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
  function verify({ headers, body }: Received, secret: string): unknown {
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
    const sent = await call(key, 'POST', `/webhooks/${id}/test`, {})
    await until(() => receivedAt('/ping').length === 1, 'the message')
    const [message] = receivedAt('/ping')
    assert.ok(message)
    assert.deepEqual(verify(message, secret), JSON.parse(message.body.toString()))
    assert.equal(JSON.parse(message.body.toString()).id, sent.json.event)
  })
})
