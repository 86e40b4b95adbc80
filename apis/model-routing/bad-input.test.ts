// Invalid calls of the chat endpoints and of the relayed ones: the wire's own error and status, never a 500, and
// nothing is sent to a provider.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { openVendor, type Vendor } from './test/vendor.ts'
import { bodyOf, openGatewayWorld, type World } from './test/world.ts'

const closing: (() => unknown)[] = []
const t = { after: (close: () => unknown) => void closing.unshift(close) }
let vendor: Vendor
let routed: World
before(async () => {
  vendor = await openVendor(t, 'openai')
  const claude = await openVendor(t, 'anthropic')
  routed = await openGatewayWorld(t, {
    channels: [
      { name: 'only', base: vendor.base, models: ['m'] },
      { name: 'claude', kind: 'anthropic', base: claude.base, models: ['c'] },
    ],
  })
})
after(async () => {
  for (const close of closing) await close()
})
const messages = [{ role: 'user', content: '?' }]

const chat: Readonly<Record<string, unknown>> = {
  'no model': { messages },
  'no messages': { model: 'c' },
  'messages that are none': { model: 'c', messages: [] },
  'an unknown role': { model: 'c', messages: [{ role: 'king', content: '?' }] },
  'a role that is null': { model: 'c', messages: [{ role: null, content: '?' }] },
  'content that is a number': { model: 'c', messages: [{ role: 'user', content: 3 }] },
  'a tool result for no call': { model: 'c', messages: [{ role: 'tool', content: 'x' }] },
  'a tool that is a string': { model: 'c', messages, tools: ['x'] },
  'a temperature that is a string': { model: 'c', messages, temperature: 'warm' },
  'provider preferences that are a string': { model: 'c', messages, provider: 'x' },
  'models that are a string': { model: 'c', messages, models: 'x' },
}
for (const [what, body] of Object.entries(chat))
  test(`chat completions refuse ${what}`, async () => {
    const response = await routed.post('/v1/chat/completions', body)
    const { error } = await bodyOf(response)
    assert.equal(response.status, 400)
    assert.equal(error.type, 'invalid_request_error')
    assert.equal(typeof error.message, 'string')
    assert.ok('param' in error && 'code' in error)
    assert.equal(vendor.received.length, 0)
  })

const message: Readonly<Record<string, unknown>> = {
  'no model': { max_tokens: 5, messages },
  'no max_tokens': { model: 'm', messages },
  'no messages': { model: 'm', max_tokens: 5 },
  'a system message': { model: 'm', max_tokens: 5, messages: [{ role: 'king', content: '?' }] },
  'a block without a type': { model: 'm', max_tokens: 5, messages: [{ role: 'user', content: [{}] }] },
}
for (const [what, body] of Object.entries(message))
  test(`messages refuse ${what}`, async () => {
    const response = await routed.post('/v1/messages', body)
    const { type, error } = await bodyOf(response)
    assert.deepEqual([response.status, type, error.type], [400, 'error', 'invalid_request_error'])
    assert.equal(vendor.received.length, 0)
  })

const relayed: readonly [string, unknown, string | undefined][] = [
  ['/v1/embeddings', { model: 'm' }, 'input'],
  ['/v1/embeddings', { input: 'a' }, 'model'],
  ['/v1/embeddings', { model: 3, input: 'a' }, 'model'],
  ['/v1/embeddings', { model: 'm', input: 'a', dimensions: 'many' }, 'dimensions'],
  ['/v1/moderations', {}, 'input'],
  ['/v1/rerank', { model: 'm', query: 'q' }, 'documents'],
  ['/v1/audio/speech', { model: 'm' }, 'input'],
  ['/v1/edits', { model: 'm' }, 'instruction'],
  ['/v1/edits', { model: 'm', instruction: 'x', n: 99 }, 'n'],
  ['/v1/responses/compact', {}, 'model'],
]
for (const [path, body, param] of relayed)
  test(`${path} refuses ${JSON.stringify(body)}`, async () => {
    const response = await routed.post(path, body)
    const { error } = await bodyOf(response)
    assert.deepEqual([response.status, error.type, error.param], [400, 'invalid_request_error', param])
    assert.equal(vendor.received.length, 0)
  })

const part = (name: string, text: string) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`
const twice = part('file"; filename="a.wav', 'RIFF') + part('purpose', 'batch') + part('model', 'm')
for (const path of ['/v1/files', '/v1/audio/transcriptions', '/v1/audio/translations'])
  for (const [what, body] of [
    ['that breaks off', '--x\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\n\r\nRIFF'],
    ['without a part', '--x--\r\n'],
    ['whose file is a plain field', `${part('file', 'RIFF')}${part('purpose', 'batch')}${part('model', 'm')}--x--\r\n`],
    ['that has every part twice', `${twice}${twice}--x--\r\n`],
    ['whose words are files', `${part('model"; filename="m', 'm')}${part('purpose"; filename="p', 'batch')}--x--\r\n`],
    [
      'whose expiry is not a number',
      `${twice}${part('expires_after[anchor]', 'created_at')}${part('expires_after[seconds]', 'soon')}--x--\r\n`,
    ],
    ['whose part has no name', '--x\r\ncontent-disposition: form-data\r\n\r\na\r\n--x--\r\n'],
  ] as const)
    test(`${path} refuses a form ${what}`, async () => {
      const response = await fetch(`${routed.gateway.baseUrl}/v1/proxy/model-routing${path}`, {
        method: 'POST',
        headers: { 'x-gateway-key': routed.gateway.key, 'content-type': 'multipart/form-data; boundary=x' },
        body,
      })
      const { error } = await bodyOf(response)
      // the channel itself judges the recording that it is sent
      if (path === '/v1/files') assert.deepEqual([response.status, typeof error?.message], [400, 'string'])
      else assert.ok(response.status < 500)
    })

test("a form whose recording is not audio is refused by the gateway's own models too", async () => {
  const { gateway } = await openGatewayWorld(t)
  const odd = [part('file', 'RIFF') + part('model', 'm'), twice + twice, part('file"; filename="a.wav', 'RIFF')]
  for (const body of [...odd, part('model"; filename="m', 'm') + part('file"; filename="a.wav', 'RIFF'), ''])
    for (const path of ['/v1/audio/transcriptions', '/v1/audio/translations']) {
      const response = await fetch(`${gateway.baseUrl}/v1/proxy/model-routing${path}`, {
        method: 'POST',
        headers: { 'x-gateway-key': gateway.key, 'content-type': 'multipart/form-data; boundary=x' },
        body: `${body}--x--\r\n`,
      })
      assert.equal(response.status, 400)
      await response.text()
    }
})

test('no JSON object makes a chat endpoint fail with a 500', async () => {
  const paths = [
    '/v1/chat/completions',
    '/v1/completions',
    '/v1/messages',
    '/v1/models/m:generateContent',
    '/v1/embeddings',
  ]
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), fc.object({ maxDepth: 3 }), async (path, body) => {
      const response = await routed.post(path, { model: 'm', messages, prompt: 'a', input: 'a', ...body })
      await response.text()
      assert.ok(response.status < 500, `${path} ${response.status} ${JSON.stringify(body)}`)
    }),
    { numRuns: 150 },
  )
})

test('an edit is answered by a chat model', async () => {
  vendor.received.length = 0
  const response = await routed.post('/v1/edits', { model: 'm', instruction: 'Fix the spelling.', input: 'The tyde' })
  const { object, choices, usage } = await bodyOf(response)
  assert.deepEqual([object, choices[0].text, usage.total_tokens], ['edit', 'The tide is low.', 18])
  assert.match(vendor.received[0]?.text ?? '', /Fix the spelling/)
})

test('guardrails apply to relayed calls too', async () => {
  const guardrails = [{ name: 'cards', on: 'before', action: 'redact', pattern: '\\d{16}', replacement: '[card]' }]
  await routed.operate('PUT', '/guardrails', { guardrails })
  vendor.received.length = 0
  vendor.script(() => ({ json: { object: 'list', data: [], model: 'm' } }))
  await routed.post('/v1/embeddings', { model: 'm', input: ['card 4111111111111111'] })
  assert.deepEqual(vendor.received[0]?.body?.input, ['card [card]'])
})

test('the built-in models refuse more choices than they give in one call', async () => {
  const ask = (prompts: number, n: number) =>
    routed.post('/v1/completions', { model: 'gatehouse/echo-1', prompt: Array(prompts).fill('a'), n, max_tokens: 1 })
  const refused = await ask(65, 2)
  const { error } = await bodyOf(refused)
  assert.deepEqual([refused.status, error.param], [400, 'n'])
  assert.match(error.message, /at most 128 choices/)
  const most = await ask(64, 2)
  assert.equal((await bodyOf(most)).choices.length, 128)
})
