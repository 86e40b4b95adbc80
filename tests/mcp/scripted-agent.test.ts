// An agent without a model: for every operation it asks a question, takes what is found, reads the description, fills
// the arguments from the example there, with the ids of what it has created before, and calls. A model does worse or
// better; what the surface itself makes possible is measured here.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { pathNames } from '#define/reflect'
import { loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { reveal } from '../../packages/gateway/src/process/secret.ts'
import { type EveryEndpoint, everyEndpoint } from '../harness/every-endpoint.ts'
import { createExampleIds } from '../harness/example-ids.ts'
import { type OpenGateway, openGateway } from '../harness/open-gateway.ts'
import { callTool } from './agent.ts'

const loaded = await loadApis()
/** One listing of each API, without aliases, which are not found. What creates comes first, what deletes last. */
const operations = [...everyEndpoint(loaded, 'hosted'), ...everyEndpoint(loaded, 'market')]
  .filter(({ api, listing, endpoint }) => endpoint.alias === undefined && listing === api.listings[0]?.slug)
  .sort((a, b) => turnOf(a) - turnOf(b))

function turnOf({ endpoint: { method, path } }: EveryEndpoint): number {
  if (method === 'DELETE') return 2 + 1 / path.split('/').length
  return method === 'POST' && pathNames(path).length === 0 ? 0 : 1
}

/** Between calls, so that limits of providers by the minute are not what is measured. */
const betweenCallsMs = 60_000

describe('an agent that follows a script', () => {
  const closing: (() => unknown)[] = []
  let nowMs = Date.parse('2026-11-02T12:00:00Z')
  let gateway: OpenGateway
  let keys: Readonly<Record<'hosted' | 'market', string>>
  const ids = new Map(loaded.map(({ api }) => [api.slug, createExampleIds()]))

  before(async () => {
    gateway = await openGateway(
      { after: (close) => void closing.unshift(close) },
      {
        apis: loaded,
        platform: { clock: () => nowMs },
        environment: { GATEHOUSE_SEED: 'agent' },
      },
    )
    const { accountId } = await gateway.account()
    const create = async (surface: 'hosted' | 'market') =>
      reveal((await gateway.components.keys.create({ accountId, surface, name: 'Agent', agent: 'write' })).key)
    keys = { hosted: await create('hosted'), market: await create('market') }
  })
  after(async () => {
    for (const close of closing) await close()
  })

  test('gets an answer below 400 from at least 95 of 100 operations', async (t) => {
    const failed: string[] = []
    let first = 0
    for (const entry of operations) {
      const { title, api, id } = entry
      const key = keys[api.surface.name === 'market' ? 'market' : 'hosted']
      const found = await find(String(api.asks?.[id]?.[0]), key)
      if (found[0] === title) first++
      const outcome = found.includes(title) ? await answered(entry, key) : `not among ${found.join(', ')}`
      if (outcome !== undefined) failed.push(`${title}: ${outcome}`)
      nowMs += betweenCallsMs
    }
    const share = (count: number) => `${((100 * count) / operations.length).toFixed(1)} %`
    t.diagnostic(
      `${operations.length} operations: found first ${share(first)}, answered ${share(operations.length - failed.length)}`,
    )
    for (const line of failed) t.diagnostic(line.slice(0, 300))
    assert.ok(failed.length <= 0.05 * operations.length, failed.join('\n'))
  })

  async function find(query: string, key: string): Promise<string[]> {
    const { content } = await callTool(gateway, 'find_operations', { query, limit: 5 }, { key })
    return String(content[0].text)
      .split('\n')
      .map((line) => String(line.split(' ', 1)[0]))
  }

  /** Undefined when the operation answered below 400; otherwise what happened. */
  async function answered(
    { title: operation, api, example: { output } }: EveryEndpoint,
    key: string,
  ): Promise<string | undefined> {
    const { content } = await callTool(gateway, 'describe_operations', { operations: [operation] }, { key })
    const { tool, example = {} } = JSON.parse(content[0].text)
    const known = ids.get(api.slug)?.applied({ params: example }).params ?? example
    const args = { operation, arguments: known, provider: 'embedded', maxChars: 40_000 }
    let result = await callTool(gateway, tool, args, { key })
    const [, confirmation] = / with confirmation: (\S+)$/.exec(result.content[0].text) ?? []
    if (confirmation !== undefined) result = await callTool(gateway, tool, { ...args, confirmation }, { key })
    const [, status] = / answered (\d+)/.exec(result.content[0].text) ?? []
    if (status !== undefined && Number(status) < 400) {
      if (tool === 'call_write') ids.get(api.slug)?.learn(output, parsed(result.content[1]?.text))
      return undefined
    }
    return result.content.map(({ text = '' }: { text?: string }) => text).join(' ')
  }
})

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}
