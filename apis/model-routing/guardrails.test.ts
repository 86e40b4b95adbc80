// The operator's rules for requests to models and their answers, in each wire, complete and streamed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyPatterns } from './provider/router/guardrails/matching.ts'
import { RuleProblem, readRules } from './provider/router/guardrails/rule.ts'
import { openVendor, words } from './test/vendor.ts'
import { bodyOf, openGatewayWorld } from './test/world.ts'

type Rules = readonly Readonly<Record<string, unknown>>[]
async function openGuarded(t: Parameters<typeof openGatewayWorld>[0], guardrails: Rules) {
  const vendor = await openVendor(t, 'openai')
  const routed = await openGatewayWorld(t, { channels: [{ name: 'only', base: vendor.base, models: ['*'] }] })
  const { status, body } = await routed.operate('PUT', '/guardrails', { guardrails })
  assert.equal(status, 200, JSON.stringify(body))
  return { ...routed, vendor }
}
const ask = (content: string, more: object = {}) => ({ model: 'm', messages: [{ role: 'user', content }], ...more })

test("a call that a rule denies is not sent and is refused in its wire's format", async (t) => {
  const { post, vendor } = await openGuarded(t, [
    { name: 'secrets', on: 'before', pattern: 'sk-[a-z0-9]{8}', message: 'No keys, please.' },
  ])
  const openai = await post('/v1/chat/completions', ask('my key is sk-12345678'))
  assert.deepEqual([openai.status, (await bodyOf(openai)).error.message], [403, 'No keys, please.'])
  const anthropic = await post('/v1/messages', ask('my key is sk-12345678', { max_tokens: 5 }))
  const body = await bodyOf(anthropic)
  assert.deepEqual(
    [anthropic.status, body.error.type, body.error.message],
    [403, 'permission_error', 'No keys, please.'],
  )
  assert.equal(vendor.received.length, 0)
  assert.equal((await post('/v1/chat/completions', ask('hello'))).status, 200)
})

test('redacted text does not reach the provider, system prompts, tool results and arguments included', async (t) => {
  const { post, vendor } = await openGuarded(t, [
    { name: 'cards', on: 'before', action: 'redact', pattern: '\\d{16}', replacement: '[card]' },
  ])
  const card = '4111111111111111'
  const call = { id: 'c', type: 'function', function: { name: 'pay', arguments: `{"card":"${card}"}` } }
  await post('/v1/chat/completions', {
    model: 'm',
    messages: [
      { role: 'system', content: `never ${card}` },
      { role: 'user', content: [{ type: 'text', text: `pay with ${card} and ${card}` }] },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c', content: `paid with ${card}` },
    ],
  })
  assert.doesNotMatch(vendor.received[0]?.text ?? '', /4111/)
  assert.equal(vendor.received[0]?.text.split('[card]').length, 6)
})

test('an answer is checked as a whole, even where a match begins in one chunk of a stream and ends in the next', async (t) => {
  const { post } = await openGuarded(t, [{ name: 'tides', on: 'after', action: 'redact', pattern: 'tide is' }])
  const whole = await bodyOf(await post('/v1/chat/completions', ask('?')))
  assert.equal(whole.choices[0].message.content, 'The [redacted] low.')
  const streamed = await (await post('/v1/chat/completions', ask('?', { stream: true }))).text()
  assert.match(streamed, /The \[redacted\] low\./)
  assert.doesNotMatch(streamed, /tide/)
})

test('an answer that a rule denies is refused as a whole, streamed or not, and is charged', async (t) => {
  const { post, ledger } = await openGuarded(t, [{ name: 'low', on: 'after', pattern: 'LOW', flags: 'i' }])
  for (const stream of [false, true]) {
    const response = await post('/v1/chat/completions', ask('?', { stream }))
    assert.equal(response.status, 403)
    assert.doesNotMatch(await response.text(), new RegExp(words[0] ?? ''))
  }
  assert.deepEqual(
    (await ledger()).map(({ ended }) => ended),
    ['whole', 'whole'],
  )
})

test('an answer that does not satisfy a schema is refused', async (t) => {
  const { post, vendor } = await openGuarded(t, [
    { name: 'form', on: 'after', schema: { type: 'object', required: ['level'] }, models: ['json-*'] },
  ])
  const say = (content: string) =>
    vendor.script(() => ({
      json: {
        id: 'c',
        object: 'chat.completion',
        created: 1,
        model: 'm',
        choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      },
    }))
  say('{"level":3}')
  assert.equal((await post('/v1/chat/completions', { ...ask('?'), model: 'json-1' })).status, 200)
  say('{"depth":3}')
  assert.equal((await post('/v1/chat/completions', { ...ask('?'), model: 'json-1' })).status, 403)
  assert.equal((await post('/v1/chat/completions', ask('?'))).status, 200, 'the rule is for other models')
})

test('a pattern that backtracks endlessly is stopped and counts as a match', () => {
  const deny = { pattern: /(a+)+$/g, replacement: '[gone]', denies: true }
  // unbounded, this would take years
  const slow = `${'a'.repeat(40)}!`
  assert.deepEqual(applyPatterns({ patterns: [deny], texts: ['b', slow] }), { deniedBy: 0 })
  assert.deepEqual(applyPatterns({ patterns: [deny], texts: ['b', 'c'] }), { texts: ['b', 'c'] })
  // one time for the whole call: when it is over, the other strings are not searched any more
  let reads = 0
  const clock = () => 1000 * reads++
  const redact = { ...deny, denies: false }
  assert.deepEqual(applyPatterns({ patterns: [redact], texts: [slow, 'b', 'c'] }, clock), {
    texts: ['[gone]', '[gone]', '[gone]'],
  })
})

test('invalid rules are refused by name', () => {
  const wrong: readonly unknown[] = [
    'x',
    [3],
    [{ pattern: 'a' }],
    [{ name: 'a' }],
    [{ name: 'a', pattern: '(' }],
    [{ name: 'a', pattern: 'a', flags: 'y' }],
    [{ name: 'a', pattern: 'a', schema: {} }],
    [{ name: 'a', on: 'both', schema: {} }],
    [{ name: 'a', pattern: 'a', action: 'log' }],
    [{ name: 'a', pattern: 'a', colour: 'red' }],
  ]
  for (const given of wrong) assert.throws(() => readRules(given), RuleProblem, JSON.stringify(given))
})
