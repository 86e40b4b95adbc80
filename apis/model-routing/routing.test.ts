// Routes of calls through a running gateway: breakers, limits, preferences, what is forwarded, what is booked, and what
// answers without channels.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openVendor } from './test/vendor.ts'
import { bodyOf, openGatewayWorld } from './test/world.ts'

const request = { model: 'm', messages: [{ role: 'user', content: 'How is the tide?' }] }

test('a channel that failed five times in a row gets no calls, and callers learn when to retry', async (t) => {
  const vendor = await openVendor(t, 'openai', () => ({ status: 500, json: {} }))
  const { post, operate } = await openGatewayWorld(t, {
    channels: [{ name: 'only', base: vendor.base, models: ['m'] }],
  })
  for (let call = 0; call < 5; call++) assert.equal((await post('/v1/chat/completions', request)).status, 500)
  const refused = await post('/v1/chat/completions', request)
  assert.equal(refused.status, 503)
  assert.ok(Number(refused.headers.get('retry-after')) > 0 && Number(refused.headers.get('retry-after')) <= 15)
  assert.equal(vendor.received.length, 5)
  const [channel] = Object((await operate('GET', '/channels')).body.channels)
  assert.deepEqual([channel.state.breaker, channel.state.failures_in_a_row], ['open', 5])
  vendor.script(() => undefined)
  await operate('PATCH', `/channels/${channel.id}`, { weight: 2 })
  assert.equal((await post('/v1/chat/completions', request)).status, 200, 'a channel that was changed starts afresh')
})

test('what a provider says of a call itself leaves its channel open to other calls', async (t) => {
  const statuses = [400, 404, 409, 413, 415, 422]
  const vendor = await openVendor(t, 'openai')
  const { post, operate } = await openGatewayWorld(t, {
    channels: [{ name: 'only', base: vendor.base, models: ['*'] }],
  })
  for (const status of statuses) {
    vendor.script(() => ({ status, json: { error: { message: `The model 'mispelt' is refused with ${status}` } } }))
    for (let call = 0; call < 6; call++)
      assert.equal((await post('/v1/chat/completions', { ...request, model: 'mispelt' })).status, status)
  }
  const [channel] = Object((await operate('GET', '/channels')).body.channels)
  assert.deepEqual([channel.state.breaker, channel.state.failures_in_a_row], ['closed', 0])
  vendor.script(() => undefined)
  for (const model of ['m', 'mispelt'])
    assert.equal((await post('/v1/chat/completions', { ...request, model })).status, 200, model)
})

test('a channel whose provider does not know a model comes last for that model', async (t) => {
  const [first, second] = [await openVendor(t, 'openai'), await openVendor(t, 'openai')]
  first.script(({ body }) =>
    body?.model === 'm' ? { status: 404, json: { error: { message: "The model 'm' does not exist" } } } : undefined,
  )
  const { post } = await openGatewayWorld(t, {
    channels: [
      { name: 'first', base: first.base, models: ['*'], priority: 1 },
      { name: 'second', base: second.base, models: ['m'] },
    ],
  })
  const routeOf = async (model: string) =>
    (await post('/v1/chat/completions', { ...request, model })).headers.get('x-gateway-route')
  assert.deepEqual([await routeOf('m'), await routeOf('m')], ['second/m', 'second/m'])
  assert.equal(first.received.length, 1)
  assert.equal(await routeOf('other'), 'first/other')
})

test('calls beyond the limit of a channel go to the next one', async (t) => {
  const [slow, other] = [await openVendor(t, 'openai'), await openVendor(t, 'openai')]
  slow.script(() => ({
    beforeMs: 300,
    json: { choices: [{ index: 0, message: { role: 'assistant', content: 'x' }, finish_reason: 'stop' }] },
  }))
  const { post } = await openGatewayWorld(t, {
    channels: [
      { name: 'slow', base: slow.base, models: ['m'], priority: 1, limits: { concurrent: 2 } },
      { name: 'other', base: other.base, models: ['m'] },
    ],
  })
  const routes = await Promise.all(
    Array.from({ length: 6 }, async () => (await post('/v1/chat/completions', request)).headers.get('x-gateway-route')),
  )
  assert.equal(routes.filter((route) => route === 'slow/m').length, 2)
  assert.equal(routes.filter((route) => route === 'other/m').length, 4)
  assert.equal((await post('/v1/chat/completions', request)).headers.get('x-gateway-route'), 'slow/m')
})

test('routing preferences choose the channel, in every wire, and are not forwarded', async (t) => {
  const [one, other] = [await openVendor(t, 'openai'), await openVendor(t, 'openai')]
  const { post } = await openGatewayWorld(t, {
    channels: [
      { name: 'one', base: one.base, models: ['m'], priority: 5, prices: { m: { input: '9', output: '9' } } },
      { name: 'other', base: other.base, models: ['m'], prices: { m: { input: '1', output: '1' } } },
    ],
  })
  const preferences = [
    { order: ['other'] },
    { only: ['other'] },
    { ignore: ['one'] },
    { sort: 'price' },
    { max_price: { prompt: 2 } },
  ]
  for (const provider of preferences) {
    const route = (await post('/v1/chat/completions', { ...request, provider })).headers.get('x-gateway-route')
    assert.equal(route, 'other/m', JSON.stringify(provider))
  }
  const [provider] = preferences
  assert.equal(
    (await post('/v1/messages', { ...request, max_tokens: 9, provider })).headers.get('x-gateway-route'),
    'other/m',
  )
  const native = { contents: [{ parts: [{ text: '?' }] }], provider }
  assert.equal((await post('/v1/models/m:generateContent', native)).headers.get('x-gateway-route'), 'other/m')
  for (const { body } of other.received) assert.ok(body && !('provider' in body) && !('models' in body))
  const nobody = await post('/v1/chat/completions', { ...request, provider: { only: ['none'] } })
  assert.deepEqual([nobody.status, (await bodyOf(nobody)).error.param], [404, 'provider'])
})

test('version and beta headers of the messages format reach providers of that format only', async (t) => {
  const [claude, gpt] = [await openVendor(t, 'anthropic'), await openVendor(t, 'openai')]
  const { anthropic, post } = await openGatewayWorld(t, {
    channels: [
      { name: 'claude', kind: 'anthropic', base: claude.base, models: ['c'] },
      { name: 'gpt', base: gpt.base, models: ['g'] },
    ],
  })
  const headers = { 'anthropic-beta': 'some-beta-2026' }
  for (const model of ['c', 'g'])
    await anthropic.messages.create({ model, max_tokens: 9, messages: [{ role: 'user', content: '?' }] }, { headers })
  assert.match(String(claude.received[0]?.headers['anthropic-version']), /^\d{4}-\d\d-\d\d$/)
  assert.equal(claude.received[0]?.headers['anthropic-beta'], 'some-beta-2026')
  await post('/v1/messages', { ...request, model: 'c', max_tokens: 9 })
  assert.equal(
    claude.received[1]?.headers['anthropic-version'],
    '2023-06-01',
    'a caller that names no version gets the first',
  )
  assert.equal(gpt.received[0]?.headers['anthropic-beta'], undefined)
})

test('usage is always requested for a stream, metered to the token, and shown to callers that request it', async (t) => {
  const vendor = await openVendor(t, 'openai')
  const prices = { m: { input: '2.5', output: '10' } }
  const { post, ledger } = await openGatewayWorld(t, {
    channels: [{ name: 'only', base: vendor.base, models: ['m'], prices }],
  })
  const text = await (await post('/v1/chat/completions', { ...request, stream: true })).text()
  assert.doesNotMatch(text, /prompt_tokens/)
  assert.match(text, /: x-gateway-cost 0\.0000975\n\n$/)
  const [row] = await ledger()
  assert.deepEqual([row?.prompt, row?.answer, row?.ended], [11, 7, 'whole'])
  assert.equal(BigInt(row?.cost ?? 0), 11n * 2_500_000n + 7n * 10_000_000n)
})

test('an answer whose usage the provider does not report is counted, and the caller gets the count', async (t) => {
  const vendor = await openVendor(t, 'openai', () => ({
    json: {
      choices: [{ index: 0, message: { role: 'assistant', content: 'The tide is low.' }, finish_reason: 'stop' }],
    },
  }))
  const { anthropic, openai, ledger } = await openGatewayWorld(t, {
    channels: [{ name: 'only', base: vendor.base, models: ['m'] }],
  })
  const question = { model: 'm', messages: [{ role: 'user' as const, content: 'Hello!' }] }
  const { usage } = await anthropic.messages.create({ ...question, max_tokens: 50 })
  assert.equal(usage.output_tokens, 5)
  assert.ok(usage.input_tokens >= 2 && usage.input_tokens <= 12, String(usage.input_tokens))
  // on the provider's own wire the answer stays as it came, and the ledger has the count
  assert.equal((await openai.chat.completions.create(question)).usage, undefined)
  assert.equal((await ledger()).at(-1)?.answer, 5)
})

test("without a channel every name is answered by the gateway's own model, and the answer says so", async (t) => {
  const { openai, anthropic } = await openGatewayWorld(t)
  const { data, response } = await openai.chat.completions
    .create({ model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hello!' }] })
    .withResponse()
  assert.match(data.model, /^gatehouse\//)
  assert.equal(response.headers.get('x-gateway-route'), `built-in/${data.model}`)
  const message = await anthropic.messages.create({
    model: 'claude',
    max_tokens: 50,
    messages: [{ role: 'user', content: 'Hi' }],
  })
  assert.match(message.model, /^gatehouse\//)
  const unknown = openai.chat.completions.create({
    model: 'gatehouse/none',
    messages: [{ role: 'user', content: 'Hi' }],
  })
  await assert.rejects(unknown, { status: 404, code: 'model_not_found' })
})

test("accounts are isolated: another account's identical call is a separate call", async (t) => {
  const vendor = await openVendor(t, 'openai')
  const { post, gateway } = await openGatewayWorld(t, {
    channels: [{ name: 'only', base: vendor.base, models: ['m'] }],
  })
  const on = { 'x-gateway-cache': 'on' }
  await (await post('/v1/chat/completions', request, on)).text()
  const { key } = await gateway.account()
  const other = await post('/v1/chat/completions', request, { ...on, 'x-gateway-key': key })
  assert.equal(other.headers.get('x-gateway-cache'), 'miss')
})

const frame = (json: object) => `event: ${Reflect.get(json, 'type')}\ndata: ${JSON.stringify(json)}\n\n`
const answers = {
  openai: [
    frame({ id: 'c', model: 'm', choices: [{ index: 0, delta: { content: 'low' }, finish_reason: 'stop' }] }),
    'data: [DONE]\n\n',
  ],
  anthropic: [
    frame({ type: 'message_start', message: { id: 'm', model: 'm', content: [], usage: { input_tokens: 1 } } }),
    frame({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'low' } }),
    frame({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } }),
    frame({ type: 'message_stop' }),
  ],
}
for (const kind of ['openai', 'anthropic'] as const)
  test(`a later stream of ${kind} uses the connection of an earlier one, even when an answer ends before its body`, async (t) => {
    // the vendor ends the body some time after the last frame
    const vendor = await openVendor(t, kind, () => ({ frames: answers[kind], everyMs: 20 }))
    const { post } = await openGatewayWorld(t, { channels: [{ name: 'only', kind, base: vendor.base, models: ['*'] }] })
    // a connection comes back some time after its answer: a call in between opens another
    const connections = () => new Set(vendor.received.map(({ connection }) => connection)).size
    for (let call = 0; call < 2 || (connections() === call && call < 50); call++) {
      const answer = await post('/v1/chat/completions', { ...request, stream: true })
      assert.match(await answer.text(), /low[\s\S]*\[DONE\]/)
    }
    assert.ok(connections() < vendor.received.length)
  })
