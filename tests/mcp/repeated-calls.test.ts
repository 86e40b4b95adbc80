// Guards that a call with an idempotency key reaches its provider once, through two processes with one database, and
// whatever the provider does.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { reveal } from '../../packages/gateway/src/process/secret.ts'
import { type OpenGateway, openGateway } from '../harness/open-gateway.ts'
import { eachStore } from '../harness/services.ts'
import { until } from '../harness/until.ts'
import { openUpstream, type Upstream } from '../harness/upstream.ts'
import { callTool, send } from './agent.ts'

const apis = (await loadApis()).filter(({ api }) => api.slug === 'personal-finance')

await eachStore('a call with an idempotency key', (database) => {
  const closing: (() => unknown)[] = []
  const t = { after: (close: () => unknown) => void closing.unshift(close) }
  let provider: Upstream
  let answer: 'created' | 'refused' | 'failed' | 'cut' | 'held'
  let release: () => void
  const gateways: OpenGateway[] = []

  before(async () => {
    provider = await openUpstream(t, async (_request, response) => {
      if (answer === 'held') await new Promise<void>((resolve) => (release = resolve))
      if (answer === 'cut') return void response.destroy()
      const status = { created: 201, held: 201, refused: 422, failed: 503 }[answer]
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ id: provider.received.length }))
    })
    const { url, dataDir } = database.target
    for (let count = 0; count < 2; count++)
      gateways.push(
        await openGateway(t, {
          ...{ apis, dataDir, upstreams: { 'personal-finance': provider.url } },
          environment: url === undefined ? {} : { GATEHOUSE_DATABASE_URL: url },
        }),
      )
  })
  after(async () => {
    for (const close of closing) await close()
  })

  async function agentOf(gateway: OpenGateway): Promise<string> {
    const { accountId } = await gateway.account()
    const { key } = await gateway.components.keys.create({
      accountId,
      surface: 'hosted',
      name: 'Agent',
      agent: 'write',
    })
    await gateway.storeKey(accountId, 'personal-finance', 'a-key-of-test')
    return reveal(key)
  }
  const creation = (idempotencyKey: string, title = 'Same') => ({
    operation: 'personal-finance.createInstitution',
    arguments: { id: 1, title, currency_code: 'eur' },
    idempotencyKey,
  })
  const both = () => {
    const [one, other] = gateways
    assert.ok(one && other)
    return { one, other }
  }
  const textOf = (result: { content: { text: string }[] }) => result.content.map(({ text }) => text).join('\n')

  test('is made once by two processes that get it at once, and answered by both afterwards', async () => {
    const { one, other } = both()
    const key = await agentOf(one)
    answer = 'created'
    const before = provider.received.length
    const all = Array.from({ length: 20 }, (_none, at) =>
      callTool(at % 2 ? one : other, 'call_write', creation('1'), { key }),
    )
    const texts = (await Promise.all(all)).map(textOf)
    assert.equal(provider.received.length, before + 1)
    for (const text of texts) assert.match(text, /answered 201|still under way/)
    const answers = [one, other].map((gateway) => callTool(gateway, 'call_write', creation('1'), { key }))
    for (const text of (await Promise.all(answers)).map(textOf)) assert.match(text, /answered 201/)
    assert.equal(provider.received.length, before + 1)
    assert.match(textOf(await callTool(other, 'call_write', creation('1', 'Other'), { key })), /used for another call/)
  })

  test('is made again only where the provider has refused it', async () => {
    const { one, other } = both()
    const key = await agentOf(one)
    for (const [outcome, times] of [
      ['refused', 2],
      ['failed', 1],
      ['cut', 1],
    ] as const) {
      answer = outcome
      const before = provider.received.length
      const first = textOf(await callTool(one, 'call_write', creation(outcome), { key }))
      const second = textOf(await callTool(other, 'call_write', creation(outcome), { key }))
      assert.equal(provider.received.length, before + times, outcome)
      if (times === 1) assert.match(first, /may have happened/)
      if (times === 1) assert.equal(second, first)
    }
  })

  test('is not made again after its client went away and the provider had it', async () => {
    const { one, other } = both()
    const key = await agentOf(one)
    answer = 'held'
    const before = provider.received.length
    const leaving = new AbortController()
    const left = send(
      one,
      'tools/call',
      { name: 'call_write', arguments: creation('left') },
      { key, signal: leaving.signal },
    )
    await until(() => provider.received.length > before)
    const aborted = provider.aborted()
    leaving.abort()
    await assert.rejects(left)
    await until(() => provider.aborted() > aborted)
    release()
    answer = 'created'
    const again = textOf(await callTool(other, 'call_write', creation('left'), { key }))
    assert.match(again, /may have happened|still under way/)
    assert.equal(provider.received.length, before + 1)
  })

  test('is refused with a key that would be changed, and a rehearsal uses none up', async () => {
    const { one } = both()
    const key = await agentOf(one)
    answer = 'created'
    for (const idempotencyKey of ['é1', 'two words', 'x'.repeat(201), '\n'])
      assert.match(textOf(await callTool(one, 'call_write', creation(idempotencyKey), { key })), /1 to 200 printable/)
    const before = provider.received.length
    assert.match(
      textOf(await callTool(one, 'call_write', { ...creation('r'), rehearse: true }, { key })),
      /checked and not sent/,
    )
    assert.match(textOf(await callTool(one, 'call_write', creation('r'), { key })), /answered 201/)
    assert.equal(provider.received.length, before + 1)
  })
})
