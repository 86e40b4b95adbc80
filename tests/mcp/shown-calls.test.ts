// Guards that a person approves what is made: whoever is asked, in whatever way, is shown all arguments of the call and
// every character of them, or the call is refused.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { reveal } from '../../packages/gateway/src/process/secret.ts'
import { isSeenWhole } from '../../packages/gateway/src/process/unseen.ts'
import { type OpenGateway, openGateway } from '../harness/open-gateway.ts'
import { type AgentOptions, callTool, send } from './agent.ts'

const invisible =
  '\u0000\u001b\u0085\u00ad\u061c\u115f\u180e\u200b\u200d\u200f\u2028\u2029\u202e\u2060\u2066\u3164\ufe0f\ufeff\ufff9'
const tag = String.fromCodePoint(0xe0041, 0xe01ef)

describe('a call that a person is asked about', () => {
  const closing: (() => unknown)[] = []
  let gateway: OpenGateway
  let accountId: string
  let owner: string

  before(async () => {
    gateway = await openGateway({ after: (close) => void closing.unshift(close) })
    const account = await gateway.account()
    accountId = account.accountId
    owner = account.key
  })
  after(async () => {
    for (const close of closing) await close()
  })

  async function agent(): Promise<string> {
    const order = { accountId, surface: 'hosted', name: 'Agent', agent: 'write' } as const
    return reveal((await gateway.components.keys.create(order)).key)
  }
  async function result(tool: string, args: object, options: AgentOptions) {
    const { body } = await send(gateway, 'tools/call', { name: tool, arguments: args }, options)
    return body.result
  }
  const waiting = async (): Promise<{ arguments: string; provider: string | null }[]> => {
    const response = await gateway.call('/v1/me/waiting-calls', { key: owner })
    return JSON.parse(await response.text()).calls
  }

  /** The part of a call that each way of asking shows; undefined where it is refused. */
  const ways = {
    async 'a client that can ask'(text: readonly string[]) {
      const args = { operation: 'translation.translate', arguments: { text, target_lang: 'DE' } }
      const options = { key: await agent(), capabilities: { elicitation: {} } }
      const { inputRequests, isError } = await result('call_write', args, options)
      return isError ? undefined : afterWord(inputRequests.confirm.params.message)
    },
    async 'a client of one API that can ask'(text: readonly string[]) {
      const options = { key: await agent(), capabilities: { elicitation: {} }, path: '/mcp/translation' }
      const { body } = await send(gateway, 'tools/list', {}, options)
      const [tool] = body.result.tools.filter(({ name }: { name: string }) => name.endsWith('translate'))
      const { inputRequests, isError } = await result(tool.name, { body: { text, target_lang: 'DE' } }, options)
      return isError ? undefined : afterWord(inputRequests.confirm.params.message)
    },
    async 'a client that cannot ask'(text: readonly string[]) {
      const args = { operation: 'translation.translate', arguments: { text, target_lang: 'DE' } }
      const { content } = await result('call_write', args, { key: await agent() })
      return content[1] && afterWord(content[1].text)
    },
    async 'the console'(text: readonly string[]) {
      const before = await waiting()
      const args = { operation: 'translation.translate', arguments: { text, target_lang: 'DE' }, provider: 'live' }
      await result('call_write', args, { key: await agent() })
      const [row, ...others] = (await waiting()).slice(before.length)
      assert.deepEqual(others, [])
      if (row) assert.equal(row.provider, 'live')
      return row?.arguments
    },
  }

  for (const [way, shownBy] of Object.entries(ways)) {
    test(`${way} shows all arguments, and every character`, async () => {
      for (const text of [
        ['a'],
        [`${'nice '.repeat(500)}`, 'HIDDEN'],
        [`${'nice '.repeat(3900)}`, 'HIDDEN'],
        [`quote " and \\ and \n and ${invisible} and ${tag} and \ud800`],
      ]) {
        const shown = await shownBy(text)
        assert.ok(shown !== undefined, `${text}`.slice(0, 100))
        assert.ok(isSeenWhole(shown))
        const { body, ...flat } = JSON.parse(shown)
        assert.deepEqual(body ?? flat, { text, target_lang: 'DE' })
      }
    })

    test(`${way} refuses arguments that are too long to be shown`, async () => {
      for (const text of [['x'.repeat(20_000)], [invisible.repeat(500)], Array.from({ length: 7000 }, () => 'x')])
        assert.equal(await shownBy(text), undefined)
    })
  }

  test('is refused for a person who cannot be shown it, even with a confirmation, and nothing waits or is sent', async () => {
    const key = await agent()
    const before = (await waiting()).length
    const args = { operation: 'translation.translate', arguments: { text: ['x'.repeat(30_000)], target_lang: 'DE' } }
    const refused = await callTool(gateway, 'call_write', { ...args, confirmation: 'x' }, { key })
    assert.match(refused.content[0].text, /too long to be shown: more than 20000 characters. Nothing was done/)
    assert.equal((await waiting()).length, before)
  })

  test('is not asked about when its arguments are wrong', async () => {
    const options = { key: await agent(), capabilities: { elicitation: {} } }
    const args = { operation: 'personal-finance.deleteCategory', arguments: { id: 1, more: 2 } }
    assert.match((await result('call_write', args, options)).content[0].text, /has no argument more/)
  })
})

function afterWord(message: string): string {
  return message.slice(message.indexOf('Arguments: ') + 'Arguments: '.length)
}
