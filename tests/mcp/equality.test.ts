// Every operation gives an agent the bytes that it gives any other caller: two gateways with the same clock and the
// same randomness are called in the same order, one through the proxy and one through the tools.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathNames } from '#define/reflect'
import { loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { reveal } from '../../packages/gateway/src/process/secret.ts'
import { type EveryEndpoint, everyEndpoint, exampleCall, withoutCredentials } from '../harness/every-endpoint.ts'
import { type OpenGateway, openGateway } from '../harness/open-gateway.ts'
import { callTool } from './agent.ts'

const loaded = await loadApis()
// a second listing of an API has the same operations
const listed = [
  ...everyEndpoint(loaded, 'hosted').filter(({ listing, api }) => listing === api.slug),
  ...everyEndpoint(loaded, 'market'),
]
const turn = ({ endpoint: { method, path } }: EveryEndpoint) =>
  method === 'DELETE' ? 2 : method === 'POST' && pathNames(path).length === 0 ? 0 : 1
const endpoints = listed.sort((a, b) => turn(a) - turn(b))

/** Longer than any work of a provider takes by its clock. */
const betweenCallsMs = 60_000
/** The number of repetitions of a read, and the time between them by the machine's clock. */
const mostReads = 40
const betweenReadsMs = 250

function randomBytes() {
  let count = 0
  return (length: number) => {
    const blocks: Buffer[] = []
    for (let at = 0; at < length; at += 32) blocks.push(createHash('sha256').update(`equality ${count++}`).digest())
    return Buffer.concat(blocks).subarray(0, length)
  }
}

describe('through the tools', () => {
  const closing: (() => unknown)[] = []
  let nowMs = Date.parse('2026-11-02T12:00:00Z')
  let proxied: Side
  let agents: Side

  before(async () => {
    proxied = await openSide()
    agents = await openSide()
  })
  after(async () => {
    for (const close of closing) await close()
  })

  interface Side {
    readonly gateway: OpenGateway
    readonly keys: Readonly<Record<'hosted' | 'market', string>>
  }

  async function openSide(): Promise<Side> {
    const gateway = await openGateway(
      { after: (close) => void closing.unshift(close) },
      {
        apis: loaded,
        platform: { clock: () => nowMs, randomBytes: randomBytes() },
        environment: { GATEHOUSE_SEED: 'equality' },
      },
    )
    const { accountId } = await gateway.account()
    const { keys } = gateway.components
    const hosted = await keys.create({ accountId, surface: 'hosted', name: 'Agent', agent: 'write' })
    const market = await keys.create({ accountId, surface: 'market', name: 'Agent', agent: 'write' })
    return { gateway, keys: { hosted: reveal(hosted.key), market: reveal(market.key) } }
  }

  for (const entry of endpoints)
    test(`${entry.title} gives the same bytes`, async () => {
      let { expected, received } = await bothBytes(entry)
      // what an earlier call has started may still run on one side
      for (let again = 0; again < mostReads && received !== expected && entry.endpoint.method === 'GET'; again++) {
        await sleep(betweenReadsMs)
        ;({ expected, received } = await bothBytes(entry))
      }
      nowMs += betweenCallsMs
      assert.equal(received, expected)
    })

  async function bothBytes(entry: EveryEndpoint) {
    const expected = normal(await proxiedBytes(entry))
    return { expected, received: normal(await agentBytes(entry)) }
  }

  async function proxiedBytes(entry: EveryEndpoint): Promise<Buffer> {
    const { gateway, keys } = proxied
    const { path, init } = exampleCall(entry, withoutCredentials(entry))
    const isMarket = entry.api.surface.name === 'market'
    const headers = { ...init.headers, ...(isMarket ? { 'x-api-key': keys.market } : { 'x-gateway-key': keys.hosted }) }
    const embedded = isMarket || !entry.provider ? {} : { 'x-gateway-provider': 'embedded' }
    const base = isMarket ? gateway.marketUrl : gateway.baseUrl
    const response = await fetch(base + path, { ...init, headers: { ...headers, ...embedded } })
    return Buffer.from(await response.arrayBuffer())
  }

  async function agentBytes(entry: EveryEndpoint): Promise<Buffer> {
    const { gateway, keys } = agents
    const key = entry.api.surface.name === 'market' ? keys.market : keys.hosted
    const { params, body } = withoutCredentials(entry)
    const args = {
      operation: entry.title,
      arguments: { ...params, ...(body === undefined ? {} : { body }) },
      maxChars: 40_000,
    }
    const embedded = entry.provider ? { provider: 'embedded' } : {}
    const call = (more: object) => callTool(gateway, 'call_write', { ...args, ...embedded, ...more }, { key })
    let result = await call({})
    const [, confirmation] = / with confirmation: (\S+)$/.exec(result.content[0].text) ?? []
    if (confirmation !== undefined) result = await call({ confirmation })
    return bytesOf(result, key)
  }

  // biome-ignore lint/suspicious/noExplicitAny: a result of any tool
  async function bytesOf(result: any, key: string): Promise<Buffer> {
    const [heading, second] = result.content
    if (second?.type === 'resource_link') {
      const response = await fetch(second.uri, { headers: { 'x-gateway-key': key } })
      return Buffer.from(await response.arrayBuffer())
    }
    const [, handle] = /More: read_result with handle (\S+)\.$/.exec(heading.text) ?? []
    let whole: string = second.text
    while (handle !== undefined) {
      const args = { handle, offset: whole.length, maxChars: 40_000 }
      const { content } = await callTool(agents.gateway, 'read_result', args, { key })
      if (content[1].text === '') break
      whole += content[1].text
    }
    return Buffer.from(whole === '(no body)' ? '' : whole)
  }

  /**
   * Addresses, ids of requests, passes, keys that sign, what they sign, the time since the start, and when work of a
   * thread began and ended differ.
   */
  function normal(bytes: Buffer): string {
    return bytes
      .toString('latin1')
      .replaceAll(proxied.gateway.baseUrl, 'BASE')
      .replaceAll(agents.gateway.baseUrl, 'BASE')
      .replaceAll(/ws:\/\/127\.0\.0\.1:\d+/g, 'BASE')
      .replaceAll(/"gp\.[\w.-]+"/g, '"gp.…"')
      .replace(/"requestId":"req_\w+"/, '"requestId":"…"')
      .replace(/"(signature|publicKey|value)":"[A-Za-z0-9+/=]{80,}"/g, '"$1":"…"')
      .replace(/"(ended_at|completed_at|finalizing_at|in_progress_at)":(?:\d+|"[^"]*")/g, '"$1":"…"')
      .replace(/"(uptime\w*|QTime|\w*seconds|\w*_ms|\w*_duration|\w*bytes)":[\d.]+/g, '"$1":0')
  }
})
