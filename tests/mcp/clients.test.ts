// The official client packages against /mcp: both major versions, and the newer one in each way of agreeing on a
// revision. The packages are described here by what both have in common.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { reveal } from '../../packages/gateway/src/process/secret.ts'
import { type OpenGateway, openGateway } from '../harness/open-gateway.ts'

interface Result {
  readonly isError?: boolean
  readonly content: readonly { readonly text: string }[]
}
interface Client {
  connect(transport: object): Promise<void>
  listTools(): Promise<{ tools: readonly { name: string }[] }>
  callTool(
    call: { name: string; arguments: object },
    // the older package takes a schema of the result before the options
    ...rest: readonly (object | undefined)[]
  ): Promise<Result>
  getServerVersion(): { name: string } | undefined
  setRequestHandler(method: string, answer: () => Promise<object>): void
  close(): Promise<void>
}
interface Package {
  readonly Client: new (about: { name: string; version: string }, options: object) => Client
  readonly StreamableHTTPClientTransport: new (url: URL, options: { requestInit: RequestInit }) => object
}

const older = {
  load: async (): Promise<Package> => ({
    ...(await import('@modelcontextprotocol/sdk/client/index.js' as string)),
    ...(await import('@modelcontextprotocol/sdk/client/streamableHttp.js' as string)),
  }),
  callOptions: (options: object) => [undefined, options],
}
const newer = {
  load: (): Promise<Package> => import('@modelcontextprotocol/client' as string),
  callOptions: (options: object) => [options],
}
const clients = [
  { name: 'version 1', ...older, options: {} },
  { name: 'version 2 with a handshake', ...newer, options: {} },
  { name: 'version 2, which asks first', ...newer, options: { versionNegotiation: { mode: 'auto' } } },
  { name: 'version 2 pinned', ...newer, options: { versionNegotiation: { mode: { pin: '2026-07-28' } } } },
]

describe('the official clients', () => {
  const closing: (() => unknown)[] = []
  let gateway: OpenGateway
  let key: string
  /** Requests that the provider of exchange rates got and never answers. */
  const upstream = createServer()

  before(async () => {
    upstream.listen(0, '127.0.0.1')
    await once(upstream, 'listening')
    const address = upstream.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    closing.push(
      () => upstream.closeAllConnections(),
      () => upstream.close(),
    )
    gateway = await openGateway(
      { after: (close) => void closing.unshift(close) },
      { apis: await loadApis(), upstreams: { 'exchange-rates': `http://127.0.0.1:${port}` } },
    )
    const { accountId } = await gateway.account()
    const created = await gateway.components.keys.create({ accountId, surface: 'hosted', name: 'A', agent: 'write' })
    key = reveal(created.key)
  })
  after(async () => {
    for (const close of closing) await close()
  })

  for (const { name, load, options, callOptions } of clients) {
    async function connected(capabilities = {}): Promise<Client> {
      const { Client, StreamableHTTPClientTransport } = await load()
      const client = new Client({ name: 'test', version: '1' }, { ...options, capabilities })
      const requestInit = { headers: { authorization: `Bearer ${key}` } }
      await client.connect(new StreamableHTTPClientTransport(new URL(`${gateway.baseUrl}/mcp`), { requestInit }))
      return client
    }

    test(`${name}: lists, finds, describes, reads and writes`, async () => {
      const client = await connected()
      const call = async (tool: string, args: object) => {
        const result = await client.callTool({ name: tool, arguments: args })
        assert.notEqual(result.isError, true, JSON.stringify(result))
        return result.content.map(({ text }) => text).join('\n')
      }
      assert.equal((await client.listTools()).tools.length, 6)
      assert.match(await call('find_operations', { query: 'roll two dice' }), /^randomness\.dice \[read\]/)
      assert.match(await call('describe_operations', { operations: ['randomness.dice'] }), /"sides"/)
      const read = await call('call_read', { operation: 'randomness.dice', arguments: { count: 2 } })
      assert.match(read, /"rolls":\[\d,\d\]/)
      const write = { operation: 'personal-finance.createAccount', provider: 'embedded' }
      const described = await call('describe_operations', { operations: [write.operation] })
      const { example } = JSON.parse(described)
      assert.match(await call('call_write', { ...write, arguments: example, rehearse: true }), /checked and not sent/)
      await client.close()
    })

    test(`${name}: a call that is cancelled ends at the provider`, async () => {
      const client = await connected()
      const arrived = once(upstream, 'request')
      const cancelling = new AbortController()
      const answer = client.callTool(
        { name: 'call_read', arguments: { operation: 'exchange-rates.latest', provider: 'live' } },
        ...callOptions({ signal: cancelling.signal }),
      )
      const [request] = await arrived
      const closed = once(request.socket, 'close')
      cancelling.abort()
      // a client of the older revisions reports the cancellation and leaves the request open until it goes away
      await Promise.all([assert.rejects(answer), client.close(), closed])
    })
  }

  test('version 2 asks the person before a deletion, and passes the answer on', async () => {
    const { Client, StreamableHTTPClientTransport } = await newer.load()
    const options = {
      versionNegotiation: { mode: { pin: '2026-07-28' } },
      capabilities: { elicitation: { form: {} } },
    }
    const client = new Client({ name: 'test', version: '1' }, options)
    let asked = 0
    client.setRequestHandler('elicitation/create', async () => {
      asked++
      return { action: 'accept', content: { proceed: true } }
    })
    const requestInit = { headers: { authorization: `Bearer ${key}` } }
    await client.connect(new StreamableHTTPClientTransport(new URL(`${gateway.baseUrl}/mcp`), { requestInit }))
    const args = { operation: 'personal-finance.deleteAccount', arguments: { id: 4711 } }
    const result = await client.callTool({ name: 'call_write', arguments: args })
    assert.equal(asked, 1)
    assert.match(String(result.content[0]?.text), /answered 40\d/)
    await client.close()
  })
})
