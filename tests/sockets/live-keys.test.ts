// Keys of several parts and tokens in WebSocket sessions with live providers: in their places, and masked in messages.
import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { after, test } from 'node:test'
import { WebSocketServer } from 'ws'
import { keySchemes } from '../harness/keyed-apis.ts'
import { openGateway } from '../harness/open-gateway.ts'
import { openUpstream, sendJson } from '../harness/upstream.ts'
import { listening, openSocket } from './client.ts'
import { socketApi } from './socket-api.ts'

let issued = 0
const refused = new Set<string>()
const tokenOf = (number: number) => `tk-${number}-0123456789abcdef`
const tokenServer = await openUpstream({ after }, (_request, response) =>
  sendJson(response, { access_token: tokenOf(++issued), token_type: 'bearer', expires_in: 3600 }),
)
const received: IncomingMessage[] = []
const sockets = new WebSocketServer({
  ...{ port: 0, host: '127.0.0.1' },
  verifyClient: ({ req }, done) => done(!refused.has(req.headers.authorization ?? ''), 401),
})
sockets.on('connection', (socket, request) => {
  received.push(request)
  socket.send(JSON.stringify({ headers: request.rawHeaders, url: request.url }))
  socket.on('message', (data, binary) => socket.send(data, { binary }))
})
const upstream = await listening({ after }, sockets)
const schemes = keySchemes(`${tokenServer.url}/token`)
const slugs = ['cookie', 'basic', 'double', 'everywhere', 'client'] as const
const gateway = await openGateway(
  { after },
  {
    apis: slugs.map((slug) => socketApi({ slug, auth: schemes[slug].auth })),
    upstreams: Object.fromEntries(slugs.map((slug) => [slug, upstream])),
  },
)
const { key } = await gateway.account()

for (const slug of slugs)
  test(`${slug}: the session carries the key, and its messages hold none of it`, async (t) => {
    const { stored, secrets } = schemes[slug]
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'PUT', key, headers, body: JSON.stringify(stored) }
    assert.equal((await gateway.call(`/v1/me/provider-keys/${slug}`, init)).status, 200)
    const session = await openSocket(t, `${gateway.baseUrl}/v1/proxy/${slug}/echo/hall`, { key })
    const text = String(await session.next())
    const all = slug === 'client' ? [tokenOf(issued)] : secrets
    for (const secret of all) {
      const base64 = Buffer.from(secret).toString('base64').slice(0, -4)
      assert.ok(!text.includes(secret) && !text.includes(base64), text)
      session.send(`${secret} and ${secret}`)
      assert.match(String(await session.next()), /^\*+ and \*+$/)
    }
    const sent = JSON.stringify(received.at(-1)?.rawHeaders) + received.at(-1)?.url
    if (slug === 'double') for (const secret of secrets) assert.ok(sent.includes(secret))
    if (slug === 'client') assert.ok(sent.includes(`Bearer ${tokenOf(issued)}`))
  })

test('a handshake whose token is refused is repeated once with another', async (t) => {
  const before = issued
  refused.add(`Bearer ${tokenOf(before)}`)
  await openSocket(t, `${gateway.baseUrl}/v1/proxy/client/echo/hall`, { key })
  assert.equal(issued, before + 1)
  assert.equal(received.at(-1)?.headers.authorization, `Bearer ${tokenOf(before + 1)}`)
})
