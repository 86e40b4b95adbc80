// What agents cannot do, checked for every operation and for every way around a check.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { effectOf } from '#define/reflect'
import { loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { reveal } from '../../packages/gateway/src/process/secret.ts'
import { everyEndpoint, withoutCredentials } from '../harness/every-endpoint.ts'
import { type OpenGateway, openGateway } from '../harness/open-gateway.ts'
import { callTool, post, send } from './agent.ts'

const loaded = await loadApis()
const endpoints = everyEndpoint(loaded, 'hosted')

describe('at /mcp', () => {
  const closing: (() => unknown)[] = []
  let nowMs = Date.parse('2026-11-02T12:00:00Z')
  let gateway: OpenGateway
  let accountId: string
  let reader: string
  let writer: string

  before(async () => {
    gateway = await openGateway(
      { after: (close) => void closing.unshift(close) },
      { apis: loaded, platform: { clock: () => nowMs } },
    )
    const account = await gateway.account()
    accountId = account.accountId
    reader = account.key
    writer = await keyFor('write')
  })
  after(async () => {
    for (const close of closing) await close()
  })

  async function keyFor(agent: 'off' | 'read' | 'write'): Promise<string> {
    const created = await gateway.components.keys.create({ accountId, surface: 'hosted', name: 'Agent', agent })
    return reveal(created.key)
  }

  test('call_read refuses every operation that does more than read, and nothing reaches a provider', async () => {
    const others = endpoints.filter(({ endpoint }) => effectOf(endpoint) !== 'read')
    assert.ok(others.length > 50)
    const before = callsSoFar()
    for (const { title } of others) {
      const result = await callTool(gateway, 'call_read', { operation: title, provider: 'embedded' }, { key: writer })
      assert.equal(result.isError, true, title)
      assert.match(result.content[0].text, /does not only read/, title)
      nowMs += 1000
    }
    assert.equal(callsSoFar(), before)
  })

  test('a key for reading is refused by call_write, and not shown it', async () => {
    const { body } = await send(gateway, 'tools/list', {}, { key: reader })
    assert.ok(!body.result.tools.some(({ name }: { name: string }) => name === 'call_write'))
    const { body: refused } = await send(gateway, 'tools/call', { name: 'call_write', arguments: {} }, { key: reader })
    assert.equal(refused.error.code, -32602)
  })

  test('nothing is destroyed or spent without a confirmation', async () => {
    const confirmed = endpoints.filter(({ endpoint }) => ['destroy', 'spend'].includes(effectOf(endpoint)))
    assert.ok(confirmed.length > 40)
    const before = callsSoFar()
    for (const entry of confirmed) {
      const { title } = entry
      const args = { operation: title, arguments: { ...withoutCredentials(entry).params }, provider: 'embedded' }
      const result = await callTool(gateway, 'call_write', args, { key: writer })
      assert.equal(result.isError, true, title)
      assert.match(result.content[0].text, /Nothing was done yet/, title)
      nowMs += 1000
    }
    assert.equal(callsSoFar(), before)
    await callTool(gateway, 'call_read', { operation: 'randomness.dice' }, { key: writer })
    assert.equal(callsSoFar(), before + 1)
  })

  test('a confirmation counts once, for one key, one operation and one set of arguments, for five minutes', async () => {
    const [deletion] = endpoints.filter(({ endpoint, provider }) => endpoint.method === 'DELETE' && provider)
    assert.ok(deletion)
    const args = { operation: deletion.title, arguments: { ...deletion.example.params }, provider: 'embedded' }
    const [changed] = Object.keys(args.arguments)
    const call = (more: object, key = writer) => callTool(gateway, 'call_write', { ...args, ...more }, { key })
    const issue = async () => {
      const { content } = await call({})
      return String(/ with confirmation: (\S+)$/.exec(content[0].text)?.[1])
    }
    const isRefused = (result: { content: { text: string }[] }) =>
      assert.match(String(result.content[0]?.text), /another call, expired, or used/)

    const confirmation = await issue()
    isRefused(await call({ confirmation: `${confirmation.slice(0, -1)}${confirmation.endsWith('A') ? 'B' : 'A'}` }))
    isRefused(await call({ confirmation }, await keyFor('write')))
    isRefused(await call({ confirmation, arguments: { ...args.arguments, [String(changed)]: 'other' } }))
    assert.match((await call({ confirmation })).content[0].text, / answered \d+/)
    isRefused(await call({ confirmation }))
    const late = await issue()
    nowMs += 5 * 60_000
    isRefused(await call({ confirmation: late }))
  })

  test('a person who can be asked is asked, and only an acceptance of this call counts', async () => {
    const [deletion] = endpoints.filter(({ endpoint, provider }) => endpoint.method === 'DELETE' && provider)
    assert.ok(deletion)
    const options = { key: writer, capabilities: { elicitation: { form: {} } } }
    const args = { operation: deletion.title, arguments: { ...deletion.example.params }, provider: 'embedded' }
    const ask = async (more: object) =>
      (await send(gateway, 'tools/call', { name: 'call_write', arguments: args, ...more }, options)).body.result
    const asked = await ask({})
    assert.equal(asked.resultType, 'input_required')
    assert.equal(asked.inputRequests.confirm.method, 'elicitation/create')
    const { requestState } = asked
    const answered = (action: string, proceed: boolean) => ({
      requestState,
      inputResponses: { confirm: { action, content: { proceed } } },
    })
    assert.match((await ask(answered('decline', true))).content[0].text, /declined/)
    assert.match((await ask(answered('accept', false))).content[0].text, /declined/)
    assert.match((await ask(answered('accept', true))).content[0].text, / answered \d+/)
    assert.match((await ask(answered('accept', true))).content[0].text, /expired, or used/)
  })

  test('a write with an idempotency key happens once, and a confirmed deletion gives its first answer again', async () => {
    const call = (args: object) => callTool(gateway, 'call_write', { provider: 'embedded', ...args }, { key: writer })
    const institutions = async () => {
      const args = { operation: 'personal-finance.listInstitutions', arguments: { id: userId }, provider: 'embedded' }
      return JSON.parse((await callTool(gateway, 'call_read', args, { key: writer })).content[1].text)
    }
    const me = await callTool(
      gateway,
      'call_read',
      { operation: 'personal-finance.me', provider: 'embedded' },
      { key: writer },
    )
    const userId: number = JSON.parse(me.content[1].text).id
    const before = (await institutions()).length
    const creation = {
      operation: 'personal-finance.createInstitution',
      arguments: { id: userId, title: 'Twice', currency_code: 'eur' },
      idempotencyKey: 'create-1',
    }
    const [first, second] = [await call(creation), await call(creation)]
    assert.match(first.content[0].text, /answered 20\d/)
    assert.deepEqual(second, first)
    const now = await institutions()
    assert.equal(now.length, before + 1)

    const { id } = now.find(({ title }: { title: string }) => title === 'Twice')
    const deletion = {
      operation: 'personal-finance.deleteInstitution',
      arguments: { id },
      idempotencyKey: 'delete-1',
    }
    const [, confirmation] = / with confirmation: (\S+)$/.exec((await call(deletion)).content[0].text) ?? []
    const deleted = await call({ ...deletion, confirmation })
    assert.match(deleted.content[0].text, /answered 204/)
    // the first answer got lost, and the client sends the same again
    assert.deepEqual(await call({ ...deletion, confirmation }), deleted)
    assert.equal((await institutions()).length, before)
  })

  test('a key that is revoked, or closed to agents, is refused with the next request', async () => {
    const { keys } = gateway.components
    const { id, key } = await keys.create({ accountId, surface: 'hosted', name: 'Agent' })
    const list = async () => (await send(gateway, 'tools/list', {}, { key: reveal(key) })).status
    assert.equal(await list(), 200)
    await keys.update(id, { agent: 'off' })
    assert.equal(await list(), 403)
    await keys.update(id, { agent: 'read' })
    assert.equal(await list(), 200)
    await keys.revoke(id)
    assert.equal(await list(), 401)
  })

  test('pages of other sites and foreign host names are refused, and no answer permits another origin', async () => {
    for (const origin of ['http://evil.example', 'null', 'http://127.0.0.1:1']) {
      const { status, headers } = await send(gateway, 'tools/list', {}, { key: reader, headers: { origin } })
      assert.equal(status, 403, origin)
      assert.equal(headers.get('access-control-allow-origin'), null)
    }
    const own = await send(gateway, 'tools/list', {}, { key: reader, headers: { origin: gateway.baseUrl } })
    assert.equal(own.status, 200)
    assert.equal(own.headers.get('access-control-allow-origin'), null)
  })

  test('GET and DELETE are 405, and so is a preflight', async () => {
    for (const method of ['GET', 'DELETE', 'OPTIONS']) {
      const response = await fetch(`${gateway.baseUrl}/mcp`, { method, headers: { 'x-gateway-key': reader } })
      assert.deepEqual([method, response.status, response.headers.get('allow')], [method, 405, 'POST'])
    }
  })

  test('a handle opens nothing for another key', async () => {
    const args = { operation: 'translation.languages', maxChars: 200, provider: 'embedded' }
    const { content } = await callTool(gateway, 'call_read', args, { key: reader })
    const handle = /handle (\S+)\.$/.exec(content[0].text)?.[1]
    assert.ok(handle, content[0].text)
    const own = await callTool(gateway, 'read_result', { handle, offset: 200 }, { key: reader })
    assert.equal(own.isError, undefined)
    const foreign = await callTool(gateway, 'read_result', { handle }, { key: writer })
    assert.equal(foreign.isError, true)
    const fetched = await fetch(`${gateway.baseUrl}/mcp/results/${handle}`, { headers: { 'x-gateway-key': writer } })
    assert.equal(fetched.status, 404)
    nowMs += 16 * 60_000
    const late = await callTool(gateway, 'read_result', { handle }, { key: reader })
    assert.equal(late.isError, true)
  })

  test('arguments that hold a key of the gateway are refused, and no answer or log line shows one', async () => {
    const args = { operation: 'exchange-rates.latest', arguments: { base: reader } }
    const result = await callTool(gateway, 'call_read', args, { key: reader })
    assert.equal(result.isError, true)
    assert.ok(!JSON.stringify(result).includes(reader))
    assert.ok(!gateway.logged.some((line) => line.includes(reader) || line.includes(writer)))
  })

  test('the operator API and the self-service API are no operations', async () => {
    for (const operation of ['admin.listKeys', 'me.setProviderKey', 'gateway.listKeys'])
      assert.equal((await callTool(gateway, 'call_write', { operation }, { key: writer })).isError, true)
  })

  test('a body that is too deep, too long or no JSON is refused before it costs anything', async () => {
    const url = `${gateway.baseUrl}/mcp`
    const headers = { authorization: `Bearer ${reader}` }
    const parse = await post(url, { headers, body: '{not json' })
    assert.deepEqual([parse.status, parse.body.error.code], [400, -32700])
    const deep = await post(url, { headers, body: '['.repeat(100_000) })
    assert.equal(deep.status, 400)
    const batch = await post(url, { headers, body: '[]' })
    assert.deepEqual([batch.status, batch.body.error.code], [400, -32600])
  })

  /** Calls that reached a listing, counted by their quota. */
  function callsSoFar(): number {
    return gateway.logged.filter((line) => line.includes('"endpoint"')).length
  }
})
