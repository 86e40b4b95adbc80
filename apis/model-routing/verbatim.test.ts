// A caller and a provider of one wire get each other's bytes: requests, complete answers and streams pass as they came,
// and are metered, guarded and cached all the same.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { chatStreams, messageStreams, nativeStreams, wholeAnswers } from './test/event-formats.ts'
import { openVendor, type Script, type Vendor, type VendorKind } from './test/vendor.ts'
import { openGatewayWorld, type World } from './test/world.ts'

interface Wire {
  readonly kind: VendorKind
  readonly streams: Readonly<Record<string, string>>
  readonly path: (stream: boolean) => string
  /** The text of a request; `rest` are further members. */
  readonly text: (rest: string) => string
}
const wires: readonly Wire[] = [
  {
    kind: 'openai',
    streams: chatStreams,
    path: () => '/v1/chat/completions',
    text: (rest) => `{ "model":"m" ,"messages":[{"role":"user","content":"How is the tide?"}]${rest}}`,
  },
  {
    kind: 'anthropic',
    streams: messageStreams,
    path: () => '/v1/messages',
    text: (rest) => `{"max_tokens":64, "model":"m","messages":[{"role":"user","content":"How is the tide?"}]${rest}}\n`,
  },
  {
    kind: 'gemini',
    streams: nativeStreams,
    path: (stream) => `/v1/models/m:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    text: (rest) => `{"contents":[{"parts":[{"text":"How is the tide?"}]}]${rest}}`,
  },
]

const streamed = (text: string, cuts: number): Script => {
  const bytes = Buffer.from(text)
  const size = Math.ceil(bytes.length / cuts)
  const frames = Array.from({ length: cuts }, (_, index) => bytes.toString('latin1', index * size, (index + 1) * size))
  return () => ({ frames, everyMs: cuts > 1 ? 1 : 0 })
}
const whole =
  (text: string): Script =>
  () => ({ text, headers: { 'content-type': 'application/json' } })
const askedFor = (kind: VendorKind, rest = '') => (kind === 'gemini' ? rest : `,"stream":true${rest}`)

for (const { kind, streams, path, text } of wires)
  describe(`a provider of the kind ${kind}`, () => {
    const closing: (() => unknown)[] = []
    const t = { after: (close: () => unknown) => void closing.unshift(close) }
    let vendor: Vendor
    let world: World
    const ask = (body: string, stream: boolean, headers: Record<string, string> = {}) =>
      fetch(`${world.gateway.baseUrl}/v1/proxy/model-routing${path(stream)}`, {
        method: 'POST',
        headers: { 'x-gateway-key': world.gateway.key, 'content-type': 'application/json', ...headers },
        body,
      })
    before(async () => {
      vendor = await openVendor(t, kind)
      world = await openGatewayWorld(t, { channels: [{ name: 'only', kind, base: vendor.base, mapping: { m: 'v' } }] })
    })
    after(async () => {
      for (const close of closing) await close()
    })

    for (const [what, stream] of Object.entries(streams))
      test(`streams ${what} as it came, however it is cut`, async () => {
        const options = kind === 'openai' ? ',"stream_options":{"include_usage":true}' : ''
        for (const cuts of [1, 2, 7, 61]) {
          vendor.script(streamed(stream, cuts))
          const answer = await ask(text(askedFor(kind, options)), true)
          assert.equal(answer.status, 200)
          assert.equal(await answer.text(), stream)
        }
      })

    test('gives complete answers as they came, with the id of the provider', async () => {
      const answer = wholeAnswers[kind]
      vendor.script(() => ({ ...whole(answer)(Object(0), 0), headers: ids }))
      const response = await ask(text(''), false)
      assert.equal(await response.text(), answer)
      assert.equal(response.headers.get('x-upstream-request-id'), 'req_vendor')
      const [last] = (await world.ledger()).slice(-1)
      assert.deepEqual([last?.prompt, last?.answer, last?.ended], [11, 7, 'whole'])
    })

    test('gets requests as they were written, except for the name of the model and what the router adds', async () => {
      const rest =
        ',"x_new":{"id":12345678901234567890,"n":1.0,"s":"\\u00e9\\/"},"metadata":{},"max_completion_tokens":9 ,"temperature":1.0'
      vendor.script(whole(wholeAnswers[kind]))
      assert.equal((await ask(text(rest), false)).status, 200)
      const expected = text(rest).replace('"model":"m"', '"model":"v"')
      assert.equal(vendor.received.at(-1)?.text, expected)
      assert.equal((await ask(text(`${rest},"models":["m"],"provider":{"only":["only"]}`), false)).status, 200)
      const received = vendor.received.at(-1)?.text ?? ''
      assert.deepEqual(JSON.parse(received), JSON.parse(expected))
      assert.match(received, /"id":12345678901234567890,"n":1\.0,"s":"\\u00e9\\\/"/)
      assert.match(received, /"max_completion_tokens":9/)
    })

    test('is cached and guarded without its bytes being changed, unless a rule redacts them', async () => {
      const answer = wholeAnswers[kind]
      vendor.script(whole(answer))
      const headers = { 'x-gateway-cache': 'on' }
      const bodies = [await ask(text(''), false, headers), await ask(text(''), false, headers)]
      assert.deepEqual(
        bodies.map((one) => one.headers.get('x-gateway-cache')),
        ['miss', 'hit'],
      )
      for (const body of bodies) assert.equal(await body.text(), answer)
      await world.operate('PUT', '/guardrails', { guardrails: [{ name: 'none', pattern: 'nowhere in it' }] })
      assert.equal(await (await ask(text(''), false)).text(), answer)
      const [first = ''] = Object.values(streams)
      vendor.script(streamed(first, 3))
      const options = kind === 'openai' ? ',"stream_options":{"include_usage":true}' : ''
      assert.equal(await (await ask(text(askedFor(kind, options)), true)).text(), first)
      const redacting = [{ name: 'words', on: 'after', action: 'redact', pattern: 'low|9007199254740993' }]
      await world.operate('PUT', '/guardrails', { guardrails: redacting })
      vendor.script(whole(answer))
      assert.doesNotMatch(await (await ask(text(''), false)).text(), /9007199254740993/)
      await world.operate('PUT', '/guardrails', { guardrails: [] })
    })

    test('a member that is named twice is read the same by rules and provider', async () => {
      await world.operate('PUT', '/guardrails', { guardrails: [{ name: 'word', pattern: 'forbidden' }] })
      vendor.script(whole(wholeAnswers[kind]))
      const hidden = text('').replace(/"(content|text)":"How/, '"$1":"forbidden","$1":"How')
      assert.equal((await ask(hidden, false)).status, 200)
      assert.doesNotMatch(vendor.received.at(-1)?.text ?? '', /forbidden/)
      await world.operate('PUT', '/guardrails', { guardrails: [] })
    })
  })

const ids = { 'content-type': 'application/json', 'x-request-id': 'req_vendor', 'request-id': 'req_vendor' }

test('the usage is requested for metering, and its frame is left out for callers who did not ask for it', async (t) => {
  const vendor = await openVendor(t, 'openai')
  const { post, ledger } = await openGatewayWorld(t, { channels: [{ name: 'only', base: vendor.base, models: ['*'] }] })
  const [stream = ''] = Object.values(chatStreams)
  const without = stream
    .split(/(?<=\n\n)/)
    .filter((frame) => !frame.includes('prompt_tokens'))
    .join('')
  for (const cuts of [1, 3]) {
    vendor.script(streamed(stream, cuts))
    const body = { model: 'm', messages: [{ role: 'user', content: '?' }], stream: true }
    assert.equal(await (await post('/v1/chat/completions', body)).text(), without)
    assert.deepEqual(vendor.received.at(-1)?.body, { ...body, stream_options: { include_usage: true } })
  }
  assert.deepEqual(
    (await ledger()).map(({ prompt, answer }) => [prompt, answer]),
    [
      [11, 7],
      [11, 7],
    ],
  )
})

test('as one array, a stream of the native format has the elements of the provider', async (t) => {
  const vendor = await openVendor(t, 'gemini')
  const { post } = await openGatewayWorld(t, {
    channels: [{ name: 'only', kind: 'gemini', base: vendor.base, models: ['*'] }],
  })
  for (const stream of Object.values(nativeStreams)) {
    vendor.script(streamed(stream, 3))
    const answer = await post('/v1/models/m:streamGenerateContent', { contents: [{ parts: [{ text: '?' }] }] })
    const elements = stream.split('\n\n').flatMap((frame) => (frame === '' ? [] : [frame.slice('data: '.length)]))
    assert.equal(await answer.text(), `[${elements.join(',\r\n')}]`)
  }
})

test('integers beyond 2^53 in the inputs and results of tools keep their digits on every wire and in every format', async (t) => {
  const big = '9007199254740993'
  const vendors = await Promise.all(wires.map(async ({ kind }) => ({ kind, vendor: await openVendor(t, kind) })))
  const world = await openGatewayWorld(t, {
    channels: vendors.map(({ kind, vendor }) => ({ name: kind, kind, base: vendor.base, models: [`${kind}-model`] })),
  })
  const input = `{"id":${big}}`
  const schema = `{"type":"object","properties":{"id":{"type":"integer","maximum":18446744073709551615}}}`
  const quoted = JSON.stringify(input)
  const requests: readonly (readonly [(model: string) => string, (model: string) => string])[] = [
    [
      () => '/v1/chat/completions',
      (model) =>
        `{"model":"${model}","tools":[{"type":"function","function":{"name":"f","parameters":${schema}}}],"messages":[{"role":"user","content":"?"},{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":${quoted}}}]},{"role":"tool","tool_call_id":"c1","content":${quoted}}]}`,
    ],
    [
      () => '/v1/messages',
      (model) =>
        `{"model":"${model}","max_tokens":9,"tools":[{"name":"f","input_schema":${schema}}],"messages":[{"role":"user","content":"?"},{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"f","input":${input}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":${quoted}}]}]}`,
    ],
    [
      () => '/v1/responses',
      (model) =>
        `{"model":"${model}","tools":[{"type":"function","name":"f","parameters":${schema}}],"input":[{"role":"user","content":"?"},{"type":"function_call","call_id":"c1","name":"f","arguments":${quoted}},{"type":"function_call_output","call_id":"c1","output":${quoted}}]}`,
    ],
    [
      () => '/api/chat',
      (model) =>
        `{"model":"${model}","stream":false,"tools":[{"type":"function","function":{"name":"f","parameters":${schema}}}],"messages":[{"role":"user","content":"?"},{"role":"assistant","content":"","tool_calls":[{"function":{"name":"f","arguments":${input}}}]},{"role":"tool","tool_name":"f","content":${quoted}}]}`,
    ],
    [
      (model) => `/v1/models/${model}:generateContent`,
      () =>
        `{"tools":[{"functionDeclarations":[{"name":"f","parametersJsonSchema":${schema}}]}],"contents":[{"role":"user","parts":[{"text":"?"}]},{"role":"model","parts":[{"functionCall":{"name":"f","args":${input}}}]},{"role":"user","parts":[{"functionResponse":{"name":"f","response":${input}}}]}]}`,
    ],
  ]
  for (const { kind, vendor } of vendors)
    for (const [path, text] of requests) {
      vendor.script(whole(wholeAnswers[kind]))
      const body = text(`${kind}-model`)
      const answer = await world.call(path(`${kind}-model`), { method: 'POST', body })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      const received = vendor.received.at(-1)?.text ?? ''
      assert.equal(received.split(big).length, 3, received)
      assert.match(received, /18446744073709551615/)
      const raw = await fetch(`${world.gateway.baseUrl}/v1/proxy/model-routing${path(`${kind}-model`)}`, {
        method: 'POST',
        headers: { 'x-gateway-key': world.gateway.key, 'content-type': 'application/json' },
        body,
      })
      assert.match(await raw.text(), new RegExp(big))
    }
})

test('a stream of messages names itself in a header, and ends with its cost', async (t) => {
  const vendor = await openVendor(t, 'anthropic')
  const channel = {
    name: 'only',
    kind: 'anthropic',
    base: vendor.base,
    models: ['*'],
    prices: { '*': { call: '0.5' } },
  }
  const { post, ledger } = await openGatewayWorld(t, { channels: [channel] })
  const [stream = ''] = Object.values(messageStreams)
  vendor.script(streamed(stream, 3))
  const messages = [{ role: 'user', content: '?' }]
  const answer = await post('/v1/messages', { model: 'm', max_tokens: 9, messages, stream: true })
  assert.match(answer.headers.get('request-id') ?? '', /^req_/)
  assert.equal(await answer.text(), `${stream}: x-gateway-cost 0.5\n\n`)
  assert.equal((await ledger())[0]?.ended, 'whole')
})
