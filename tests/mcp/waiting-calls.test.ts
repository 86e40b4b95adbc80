// Calls that destroy or spend can be approved by a person elsewhere than in the agent's client, and declined.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { reveal } from '../../packages/gateway/src/process/secret.ts'
import { type OpenGateway, openGateway } from '../harness/open-gateway.ts'
import { callTool } from './agent.ts'

const operation = 'personal-finance.deleteTransaction'
const minutes = 60_000

describe('a call that waits for a person', () => {
  const closing: (() => unknown)[] = []
  let nowMs = Date.parse('2026-11-02T12:00:00Z')
  let gateway: OpenGateway
  let account: { accountId: string; key: string }
  let agent: string

  before(async () => {
    gateway = await openGateway({ after: (close) => void closing.unshift(close) }, { platform: { clock: () => nowMs } })
    account = await gateway.account()
    agent = await keyFor({})
  })
  after(async () => {
    for (const close of closing) await close()
  })

  async function keyFor(more: object): Promise<string> {
    const { accountId } = account
    const order = { accountId, surface: 'hosted', name: 'Agent', agent: 'write', ...more } as const
    return reveal((await gateway.components.keys.create(order)).key)
  }
  async function call(id: number, more: object = {}, key = agent): Promise<string> {
    const args = { operation, arguments: { id }, provider: 'embedded', ...more }
    const { content } = await callTool(gateway, 'call_write', args, { key })
    return content.map(({ text }: { text: string }) => text).join('\n')
  }
  const request = (method: string, path: string, { key = account.key, body }: { key?: string; body?: object } = {}) =>
    fetch(`${gateway.baseUrl}/v1/me/waiting-calls${path}`, {
      method,
      headers: { 'x-gateway-key': key, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  async function waiting(key = account.key): Promise<{ id: string; arguments: string; operation: string }[]> {
    const { calls } = JSON.parse(await (await request('GET', '', { key })).text())
    return calls
  }
  async function answer(id: number, approved: boolean, key = account.key): Promise<number> {
    const [row] = (await waiting()).filter((one) => one.arguments === JSON.stringify({ id }))
    return (await request('PUT', `/${row?.id}`, { key, body: { approved } })).status
  }

  test('is made once it is approved, and once only', async () => {
    assert.match(
      await call(1),
      /Nothing was done yet.*\nArguments: {"id":1}\n.*can also approve it at .*\/console\/agents/,
    )
    assert.deepEqual(
      (await waiting()).map((row) => [row.operation, row.arguments]),
      [[operation, '{"id":1}']],
    )
    assert.equal(await answer(1, true), 204)
    assert.deepEqual(await waiting(), [])
    assert.match(await call(1), /deleteTransaction answered/)
    assert.match(await call(1), /Nothing was done yet/)
  })

  test('is approved for no other arguments, provider or key', async () => {
    await call(2)
    assert.equal(await answer(2, true), 204)
    assert.match(await call(3), /Nothing was done yet/)
    assert.match(await call(2, { provider: 'live' }), /Nothing was done yet/)
    assert.match(await call(2, {}, await keyFor({})), /Nothing was done yet/)
    assert.match(await call(2), /deleteTransaction answered/)
  })

  test('is refused once it is declined, with its confirmation too', async () => {
    const confirmation = /confirmation: (\S+)/.exec(await call(4))?.[1]
    assert.equal(await answer(4, false), 204)
    assert.match(await call(4), /declined/)
    assert.match(await call(4, { confirmation }), /declined/)
    nowMs += 6 * minutes
    assert.match(await call(4), /Nothing was done yet/)
  })

  test('waits no longer when it was confirmed by the client, or after five minutes', async () => {
    const confirmation = /confirmation: (\S+)/.exec(await call(5))?.[1]
    assert.match(await call(5, { confirmation }), /deleteTransaction answered/)
    await call(6)
    assert.ok(!(await waiting()).some((row) => row.arguments === '{"id":5}'))
    nowMs += 6 * minutes
    assert.deepEqual(await waiting(), [])
    await call(7)
    assert.equal(await answer(7, true), 204)
    nowMs += 6 * minutes
    assert.match(await call(7), /Nothing was done yet/)
  })

  test('is seen by its account alone, and approved by no key that may do less', async () => {
    await call(8)
    const [row] = (await waiting()).filter((one) => one.arguments === '{"id":8}')
    const other = await gateway.account()
    assert.deepEqual(await waiting(other.key), [])
    const put = (key: string) => request('PUT', `/${row?.id}`, { key, body: { approved: true } })
    assert.equal((await put(other.key)).status, 404)
    const narrow = await keyFor({ scopes: [{ slug: 'cat-facts', methods: null, path: null }] })
    assert.equal((await put(narrow)).status, 403)
    assert.match(await call(8), /Nothing was done yet/)
  })

  test('is not kept beyond twenty of a key, and is then confirmed by the client alone', async () => {
    const key = await keyFor({})
    const before = (await waiting()).length
    const last = 125
    for (let id = 100; id < last; id++) await call(id, {}, key)
    assert.equal((await waiting()).length, before + 20)
    assert.doesNotMatch(await call(last, {}, key), /console/)
  })
})
