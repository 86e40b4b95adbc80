// The operator's rules for requests to models and their answers, in each wire, complete and streamed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../tests/harness/until.ts'
import { applyPatterns } from './provider/router/guardrails/matching.ts'
import { RuleProblem, readRules } from './provider/router/guardrails/rule.ts'
import type { Tables } from './tables.ts'
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

const encoded = (text: string) => Buffer.from(text).toString('base64')
const secret = 'SECRET-1'
const calling = { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'f', input: {} }] }
const messagesWith: readonly (readonly [where: string, messages: readonly object[], more?: object])[] = [
  [
    'a document of text',
    [user({ type: 'document', source: { type: 'text', media_type: 'text/plain', data: secret } })],
  ],
  [
    'its title',
    [user({ type: 'document', title: secret, source: { type: 'text', media_type: 'text/plain', data: 'x' } })],
  ],
  ['blocks of a document', [user({ type: 'document', source: { type: 'content', content: secret } })]],
  [
    'a file of text',
    [user({ type: 'document', source: { type: 'base64', media_type: 'text/csv', data: encoded(secret) } })],
  ],
  [
    'a search result',
    [user({ type: 'search_result', source: 's', title: 't', content: [{ type: 'text', text: secret }] })],
  ],
  [
    'a search result of a tool',
    [
      user({ type: 'text', text: 'q' }),
      calling,
      user({
        ...{ type: 'tool_result', tool_use_id: 't' },
        content: [{ type: 'search_result', source: secret, title: 't', content: [] }],
      }),
    ],
  ],
  [
    'a thought',
    [user(), { role: 'assistant', content: [{ type: 'thinking', thinking: secret, signature: '' }] }, user()],
  ],
  ['what a tool is for', [user()], { tools: [{ name: 'f', description: secret, input_schema: { type: 'object' } }] }],
]
function user(part: object = { type: 'text', text: 'q' }) {
  return { role: 'user', content: [part] }
}
test('rules read documents of text, search results, thoughts and what tools are for', async (t) => {
  const { post, vendor, operate } = await openGuarded(t, [
    { name: 'secrets', on: 'before', action: 'redact', pattern: 'SECRET-\\d', replacement: '[gone]' },
  ])
  const own = await openVendor(t, 'anthropic')
  await operate('POST', '/channels', {
    name: 'own',
    kind: 'anthropic',
    base: own.base,
    models: ['claude'],
    priority: 9,
  })
  for (const [where, messages, more] of messagesWith)
    for (const [model, provider] of [
      ['m', vendor],
      ['claude', own],
    ] as const) {
      await post('/v1/messages', { model, max_tokens: 5, messages, ...more })
      const text = provider.received.at(-1)?.text ?? ''
      assert.doesNotMatch(text + Buffer.from(text.replace(/.*"data":"/, ''), 'base64').toString(), /SECRET/, where)
    }
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

const patternOf = (pattern: string, flags = '') => readRules([{ name: 'a', pattern, flags }])[0]?.pattern ?? ''
const applied = async (pattern: string, texts: readonly string[], denies = false) =>
  applyPatterns({ patterns: [{ pattern, replacement: '[gone]', denies }], texts })

test('a pattern that backtracks endlessly elsewhere costs no more than its text is long', async () => {
  // these would take years
  const slow = `${'a'.repeat(100_000)}!`
  for (const pattern of ['(a+)+$', '(a|a)+$', '(a*)*b'].map((one) => patternOf(one)))
    assert.deepEqual(await applied(pattern, ['c!', slow], true), { texts: ['c!', slow] })
  assert.deepEqual(await applied(patternOf('(a+)+'), [slow]), { texts: ['[gone]!'] })
})

test('many matches cost a bounded time: a string that cannot be searched in it is replaced entirely', async () => {
  // each match looks for the b until the end of the text
  const slow = 'a'.repeat(200_000)
  const from = performance.now()
  assert.deepEqual(await applied(patternOf('a[^b]*b|a'), [slow, 'c']), { texts: ['[gone]', '[gone]'] })
  assert.ok(performance.now() - from < 10_000)
  assert.deepEqual(await applied(patternOf('a'), [`a${'b'.repeat(2 ** 20)}`]), { texts: ['[gone]'] })
})

test('a pattern means what it means in JavaScript', async () => {
  const texts = ['ab', 'AB', 'a\u00a0b', 'a\ufeffb', 'a\nb', 'a_b', '4111 1111', 'Ünïcode', '\\', '[', 'a-b', '']
  const sources = [
    'a\\sb',
    'a[\\s_]b',
    'a\\Sb',
    'a[^\\S\\n]b',
    '[\\s\\S]',
    '\\d{4}',
    '^.$',
    '\\u0061',
    '(?<n>a)b',
    '\\\\',
    '\\[',
  ]
  for (const source of [...sources, '\\bb', 'a\\-b', '\\p{Lu}', 'b$', 'a|b', '[^a]', 'x*'])
    for (const flags of ['u', 'iu', 'msu']) {
      const isValid = !(source === 'a\\-b')
      const expression = new RegExp(source, isValid ? flags : flags.replace('u', ''))
      const found = async (text: string) => 'deniedBy' in (await applied(patternOf(source, flags), [text], true))
      // nothing is searched for in nothing
      for (const text of texts.filter((one) => one !== ''))
        assert.equal(await found(text), expression.test(text), `${source} ${flags} ${JSON.stringify(text)}`)
      if (source !== 'x*')
        for (const text of texts)
          assert.deepEqual(await applied(patternOf(source, flags), [text]), {
            texts: [text.replace(new RegExp(expression, `${expression.flags}g`), '[gone]')],
          })
    }
})

test('what RE2 cannot say is refused with what it cannot', () => {
  for (const pattern of ['a(?=b)', '(?<!a)b', '(a)\\1', 'a{1001}'])
    assert.throws(
      () => patternOf(pattern),
      /guardrails\[0\]: pattern .* no lookaheads, lookbehinds and back references/,
    )
})

test('a rule of an earlier version that cannot be run refuses calls, until the operator has written it again', async (t) => {
  const { post, operate, gateway, vendor } = await openGuarded(t, [{ name: 'a', pattern: 'a', models: ['other'] }])
  await gateway.components.store.db
    .withTables<Pick<Tables, 'model_routing_settings'>>()
    .updateTable('model_routing_settings')
    .set({ value: JSON.stringify([{ name: 'a', pattern: 'a(?=b)' }]) })
    .execute()
  await until(async () => (await post('/v1/chat/completions', ask('hello'))).status === 403, 'the rule is read')
  const sent = vendor.received.length
  const { error } = await bodyOf(await post('/v1/chat/completions', ask('hello')))
  assert.match(error.message, /operator has to write it again/)
  assert.equal(vendor.received.length, sent)
  await operate('PUT', '/guardrails', { guardrails: [] })
  assert.equal((await post('/v1/chat/completions', ask('hello'))).status, 200)
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
    [{ name: 'a', on: 'after', schema: { items: [{ pattern: '^(a+)+$' }] } }],
    [{ name: 'a', on: 'after', schema: { patternProperties: { '^(a+)+$': {} } } }],
    [{ name: 'a', pattern: 'a', action: 'log' }],
    [{ name: 'a', pattern: 'a', colour: 'red' }],
  ]
  for (const given of wrong) assert.throws(() => readRules(given), RuleProblem, JSON.stringify(given))
})
