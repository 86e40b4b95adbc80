// The operator's work with channels: creating, changing, keys, tests, dry runs, the file; through a running gateway.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { checkOf } from '#derive'
import { channelEndpoints, channelExamples } from './provider/router/operator/channel-endpoints.ts'
import { openVendor } from './test/vendor.ts'
import { bodyOf, openGatewayWorld } from './test/world.ts'

const request = { model: 'm', messages: [{ role: 'user', content: '?' }] }

test('the examples of the operator fit their declarations', () => {
  for (const [id, endpoint] of Object.entries(channelEndpoints)) {
    const example = channelExamples[id]
    assert.deepEqual(checkOf(endpoint.returns, 'output')(example?.output), [], id)
    if ('body' in endpoint) assert.deepEqual(checkOf(endpoint.body?.schema ?? {}, 'body')(example?.body), [], id)
  }
})

test('a channel is created, shown, changed and removed, each with effect on the next call', async (t) => {
  const [one, other] = [await openVendor(t, 'openai'), await openVendor(t, 'openai')]
  const { operate, post } = await openGatewayWorld(t, {})
  assert.match((await post('/v1/chat/completions', request)).headers.get('x-gateway-route') ?? '', /^built-in/)
  const created = await operate('POST', '/channels', {
    name: 'c',
    base: one.base,
    models: ['m'],
    prices: { m: { input: 2.5, long_from: 200_000, long_input: '5' } },
  })
  assert.equal(created.status, 201)
  const { id, base, prices, key_stored } = created.body
  const shown = { m: { input: '2.5', long_from: '200000', long_input: '5' } }
  assert.deepEqual([base, prices, key_stored], [`${one.base}/v1`, shown, false])
  assert.equal((await post('/v1/chat/completions', request)).headers.get('x-gateway-route'), 'c/m')
  assert.equal(one.received[0]?.headers.authorization, undefined)
  const changed = await operate('PATCH', `/channels/${id}`, { base: other.base, mapping: { m: 'n' } })
  assert.deepEqual([changed.status, changed.body.models, changed.body.prices], [200, ['m'], shown])
  assert.equal((await post('/v1/chat/completions', request)).headers.get('x-gateway-route'), 'c/n')
  assert.equal(other.received.length, 1)
  assert.deepEqual((await operate('GET', `/channels/${id}`)).body.mapping, { m: 'n' })
  assert.deepEqual((await operate('DELETE', `/channels/${id}`)).body, { removed: true })
  assert.equal((await operate('GET', `/channels/${id}`)).status, 404)
  assert.match((await post('/v1/chat/completions', request)).headers.get('x-gateway-route') ?? '', /^built-in/)
})

test("once there are channels, a model that none serves is unknown, in each wire's format", async (t) => {
  const vendor = await openVendor(t, 'openai')
  const { post } = await openGatewayWorld(t, { channels: [{ name: 'c', base: vendor.base, models: ['other'] }] })
  const openai = await post('/v1/chat/completions', request)
  const { error } = await bodyOf(openai)
  assert.deepEqual(
    [openai.status, error.code, error.param, error.message],
    [404, 'model_not_found', 'model', "The model 'm' does not exist"],
  )
  const anthropic = await post('/v1/messages', { ...request, max_tokens: 5 })
  assert.deepEqual([anthropic.status, (await bodyOf(anthropic)).error.type], [404, 'not_found_error'])
  const native = await post('/v1/models/m:generateContent', { contents: [{ parts: [{ text: '?' }] }] })
  assert.deepEqual([native.status, (await bodyOf(native)).error.status], [404, 'NOT_FOUND'])
  assert.equal((await post('/v1/chat/completions', { ...request, model: 'gatehouse/echo-1' })).status, 200)
})

test('a key is stored, used, replaced and removed, and never shown', async (t) => {
  const vendor = await openVendor(t, 'openai')
  const { operate, post, gateway } = await openGatewayWorld(t, {
    channels: [{ name: 'c', base: vendor.base, models: ['m'], key: 'first-key-of-test' }],
  })
  const [{ id }] = (await operate('GET', '/channels')).body.channels as [{ id: string }] // the one from above
  await post('/v1/chat/completions', request)
  const stored = await operate('PUT', `/channels/${id}/key`, { key: 'second-key-of-test' })
  assert.equal(stored.body.key_stored, true)
  await post('/v1/chat/completions', request)
  assert.equal((await operate('DELETE', `/channels/${id}/key`)).body.key_stored, false)
  await post('/v1/chat/completions', request)
  assert.deepEqual(
    vendor.received.map(({ headers }) => headers.authorization),
    ['Bearer first-key-of-test', 'Bearer second-key-of-test', undefined],
  )
  const seen = JSON.stringify([(await operate('GET', '/channels')).body, gateway.logged])
  assert.doesNotMatch(seen, /key-of-test/)
})

test('invalid channels are refused with the reason', async (t) => {
  const { operate } = await openGatewayWorld(t, { channels: [{ name: 'taken', models: ['m'] }] })
  const wrong: readonly [Readonly<Record<string, unknown>>, RegExp][] = [
    [{ name: 'c' }, /models/],
    [{ name: 'c', models: ['m'], kind: 'x' }, /kind/],
    [{ name: 'c', models: ['m'], base: 'ftp://h' }, /base/],
    [{ name: 'c', models: ['m'], base: 'http://user:pass@h' }, /base/],
    [{ name: 'c\n', models: ['m'] }, /name/],
    [{ name: 'c', models: ['m'], mapping: { a: 'b', b: 'a' } }, /circle: a -> b -> a/],
    [{ name: 'c', models: ['m'], prices: { m: { input: '0.0000001' } } }, /six decimals/],
    [{ name: 'c', models: ['m'], prices: { m: { inputs: '1' } } }, /inputs/],
    [{ name: 'c', models: ['m'], prices: { m: { long_input: '2' } } }, /long_from/],
    [{ name: 'c', models: ['m'], prices: { m: { long_from: '2.5', long_input: '2' } } }, /long_from/],
    [{ name: 'c', models: ['m'], headers: { Authorization: 'x' } }, /Authorization/],
    [{ name: 'c', models: ['m'], headers: { 'x-a': 'b\r\nc: d' } }, /x-a/],
    [{ name: 'c', models: ['m'], weight: 0 }, /weight/],
    [{ name: 'c', models: ['m'], limits: { concurrent: 0 } }, /concurrent/],
    [{ name: 'c', models: ['m'], colour: 'red' }, /colour/],
  ]
  for (const [channel, says] of wrong) {
    const { status, body } = await operate('POST', '/channels', channel)
    assert.equal(status, 400, JSON.stringify(channel))
    assert.match(JSON.stringify(body), says)
  }
  assert.equal((await operate('POST', '/channels', { name: 'taken', models: ['m'] })).status, 409)
  assert.equal((await operate('PATCH', '/channels/none', { weight: 2 })).status, 404)
})

test('a test of a channel says whether the provider answers', async (t) => {
  const vendor = await openVendor(t, 'openai', ({ path }) =>
    path.endsWith('/models') ? { json: { object: 'list', data: [{ id: 'm' }, { id: 'n' }] } } : undefined,
  )
  const { operate } = await openGatewayWorld(t, { channels: [{ name: 'c', base: vendor.base, models: ['m'] }] })
  const [{ id }] = (await operate('GET', '/channels')).body.channels as [{ id: string }] // the one from above
  const listed = await operate('POST', `/channels/${id}/test`)
  assert.deepEqual([listed.body.ok, listed.body.status, listed.body.models], [true, 200, ['m', 'n']])
  assert.equal((await operate('POST', `/channels/${id}/test?model=m`)).body.ok, true)
  vendor.script(() => ({ status: 401, json: { error: { message: 'bad key sk-1' } } }))
  const refused = await operate('POST', `/channels/${id}/test`)
  assert.deepEqual([refused.status, refused.body.ok, refused.body.status], [200, false, 401])
  await operate('PATCH', `/channels/${id}`, { base: 'http://127.0.0.1:9' })
  const unreachable = await operate('POST', `/channels/${id}/test`)
  assert.deepEqual([unreachable.body.ok, unreachable.body.status], [false, null])
})

test('a dry run explains the choice that a call then makes, and sends nothing', async (t) => {
  const vendor = await openVendor(t, 'openai')
  const channel = (name: string, more: object) => ({ name, base: vendor.base, models: ['m'], ...more })
  const { operate, post } = await openGatewayWorld(t, {
    channels: [
      channel('low', { priority: 1 }),
      channel('high', { priority: 2, mapping: { m: 'n' } }),
      channel('off', { enabled: false }),
    ],
  })
  const { body } = await operate('POST', '/routes/explain', { model: 'm', models: ['x'], cache_key: 'k' })
  const steps = body.steps as { model: string; candidates: Record<string, unknown>[] }[] // as declared
  assert.equal(body.answered_by, 'channel')
  assert.deepEqual(
    steps[0]?.candidates.map(({ name, place, passed_over, upstream_model }) => [
      name,
      place,
      passed_over,
      upstream_model,
    ]),
    [
      ['high', 1, null, 'n'],
      ['low', 2, null, 'm'],
      ['off', null, 'is turned off', 'm'],
    ],
  )
  assert.deepEqual(
    steps[1]?.candidates.map(({ place }) => place),
    [null, null, null],
  )
  assert.equal(vendor.received.length, 0)
  assert.equal((await post('/v1/chat/completions', request)).headers.get('x-gateway-route'), 'high/n')
  const wrong = await operate('POST', '/routes/explain', { model: 'm', provider: { sort: 'luck' } })
  assert.equal(wrong.status, 400)
})

test('calls with one cache key go to one channel, and the dry run says which', async (t) => {
  const vendors = [await openVendor(t, 'openai'), await openVendor(t, 'openai'), await openVendor(t, 'openai')]
  const channels = vendors.map(({ base }, index) => ({ name: `c${index}`, base, models: ['m'] }))
  const { post } = await openGatewayWorld(t, { channels })
  for (let key = 0; key < 6; key++) {
    const routes = new Set<string | null>()
    for (let call = 0; call < 4; call++) {
      const response = await post('/v1/chat/completions', { ...request, prompt_cache_key: `k${key}` })
      routes.add(response.headers.get('x-gateway-route'))
    }
    assert.equal(routes.size, 1)
  }
  assert.ok(vendors.filter(({ received }) => received.length > 0).length > 1, 'keys are spread over the channels')
})

/** A data folder with the operator's file. */
function folderWith(t: TestContext, config: unknown): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-test-'))
  t.after(() => rmSync(dataDir, { recursive: true, force: true }))
  mkdirSync(join(dataDir, 'config'))
  writeFileSync(join(dataDir, 'config', 'model-routing.json'), JSON.stringify(config))
  return dataDir
}

test('channels and rules from the file work alongside the others, and can only be changed in the file', async (t) => {
  const vendor = await openVendor(t, 'openai')
  const dataDir = folderWith(t, {
    channels: [{ name: 'From File', base: vendor.base, models: ['m'], key: 'file-key-of-test' }],
    guardrails: [{ name: 'no', on: 'before', pattern: 'forbidden' }],
  })
  const { operate, post } = await openGatewayWorld(t, { dataDir })
  assert.equal((await post('/v1/chat/completions', request)).headers.get('x-gateway-route'), 'From%20File/m')
  assert.equal(vendor.received[0]?.headers.authorization, 'Bearer file-key-of-test')
  const forbidden = { ...request, messages: [{ role: 'user', content: 'forbidden' }] }
  assert.equal((await post('/v1/chat/completions', forbidden)).status, 403)
  assert.equal((await operate('GET', '/guardrails')).body.of_the_file, 1)
  assert.equal((await operate('PATCH', '/channels/file.from-file', { weight: 2 })).status, 409)
  assert.equal((await operate('DELETE', '/channels/file.from-file')).status, 409)
})

test('an invalid file prevents the start with the reason', async (t) => {
  const dataDir = folderWith(t, { channels: [{ name: 'c', models: 'm' }] })
  await assert.rejects(openGatewayWorld(t, { dataDir }), /config\/model-routing\.json: models/)
})
