// No secret in, no secret out: provider keys are in no answer, error or log line, whatever the provider echoes. And
// what the log says of a call that an agent made.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { type OpenGateway, openGateway } from '../harness/open-gateway.ts'
import { openUpstream } from '../harness/upstream.ts'
import { callTool, send } from './agent.ts'

const canary = `canary-${randomBytes(18).toString('base64url')}`

describe('secrets', () => {
  const closing: (() => unknown)[] = []
  const cleanup = { after: (close: () => unknown) => void closing.unshift(close) }
  let gateway: OpenGateway
  let key: string

  before(async () => {
    const upstream = await openUpstream(cleanup, (incoming, response) => {
      const echo = `${incoming.url} ${JSON.stringify(incoming.headers)} ${incoming.body}`
      if (incoming.url.includes('nl')) response.writeHead(403, { 'x-echo': encodeURI(echo) }).end(echo)
      else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ echo }))
    })
    gateway = await openGateway(cleanup, {
      apis: (await loadApis()).filter(({ api }) => ['translation', 'randomness'].includes(api.slug)),
      upstreams: { translation: upstream.url },
      environment: { GATEHOUSE_AGENT_RATE: '40' },
    })
    const account = await gateway.account()
    key = account.key
    await gateway.storeKey(account.accountId, 'translation', canary)
  })
  after(async () => {
    for (const close of closing) await close()
  })

  test('a provider key is in no answer of a tool and in no line of the log', async () => {
    const answers: unknown[] = []
    const call = async (name: string, args: object) => answers.push(await callTool(gateway, name, { ...args }, { key }))
    for (const id of ['de', 'nl'])
      await call('call_read', {
        ...{ operation: 'translation.getGlossary', arguments: { glossary_id: id }, provider: 'live' },
      })
    await call('call_read', { operation: 'translation.listGlossaries', provider: 'live', maxChars: 200 })
    const [, handle] = /handle (res_[\w-]+)\.$/m.exec(JSON.stringify(answers.at(-1)).replaceAll('"', '\n')) ?? []
    if (handle !== undefined) await call('read_result', { handle })
    await call('account_status', {})
    const all = JSON.stringify(answers)
    assert.match(all, /answered 200, from the live provider/)
    assert.match(all, /answered 403/)
    for (const form of [canary, encodeURIComponent(canary), Buffer.from(canary).toString('base64').replace(/=+$/, '')])
      assert.ok(!all.includes(form), 'an answer holds the key')
    assert.ok(!gateway.logged.some((line) => line.includes(canary)))
    assert.ok(!all.includes(key) && !gateway.logged.some((line) => line.includes(key)))
  })

  test('the log names the surface and what the client calls itself, without control characters', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'Some\nclient', version: '1' },
    }
    const response = await fetch(`${gateway.baseUrl}/mcp`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: 'application/json' },
        ...{ 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'call_read' },
      },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'call_read', arguments: { operation: 'randomness.dice' }, _meta: meta },
      }),
    })
    assert.equal(response.status, 200)
    const line = gateway.logged.map((one) => JSON.parse(one)).findLast((one) => one.endpoint === 'dice')
    assert.deepEqual([line.surface, line.client], ['mcp', 'Someclient'])
  })

  test('a foreign Host is refused, as a page would send it whose name was made to lead here', async () => {
    const { port } = new URL(gateway.baseUrl)
    const status = await new Promise((resolve, reject) => {
      const headers = { host: 'evil.example', authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      request({ host: '127.0.0.1', port, path: '/mcp', method: 'POST', headers }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
        .once('error', reject)
        .end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }))
    })
    assert.equal(status, 403)
  })

  test('more requests than GATEHOUSE_AGENT_RATE in a minute are refused, for this key alone', async () => {
    const list = (by: string) => send(gateway, 'tools/list', {}, { key: by })
    let refused: Awaited<ReturnType<typeof list>> | undefined
    for (let count = 0; count < 100 && !refused; count++) {
      const answer = await list(key)
      if (answer.status !== 200) refused = answer
    }
    assert.deepEqual([refused?.status, refused?.body.error.data.code], [429, 'agent.busy'])
    assert.ok(Number(refused?.headers.get('retry-after')) > 0)
    assert.equal((await list((await gateway.account()).key)).status, 200)
  })
})
