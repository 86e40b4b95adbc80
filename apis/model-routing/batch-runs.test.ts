// How batches are worked on, with a channel behind the router: each call is routed and charged as by itself, providers
// that ask to wait are waited for, and neither a restart nor another process loses or repeats what has been answered.
import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { reveal } from '../../packages/gateway/src/process/secret.ts'
import { eachStore } from '../../tests/harness/services.ts'
import { until } from '../../tests/harness/until.ts'
import { begun, chatLine, ended, linesIn, messagesEnded } from './test/batches.ts'
import { openVendor, type Vendor, type VendorKind, words } from './test/vendor.ts'
import { type KnownJson, openGatewayWorld, type World, type WorldOptions } from './test/world.ts'

const sentence = words.join('')
const now = '2026-11-02T12:00:00Z'
const prices = { '*': { input: '1', output: '2' } }

describe('batches over channels', () => {
  const closing: (() => unknown)[] = []
  const t = { after: (close: () => unknown) => void closing.unshift(close) }
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
  })
  const opened = async (kind: VendorKind, options: WorldOptions = {}): Promise<{ vendor: Vendor; world: World }> => {
    const vendor = await openVendor(t, kind)
    const channel = { name: 'only', kind, base: vendor.base, models: ['*'], prices }
    return { vendor, world: await openGatewayWorld(t, { now, channels: [channel], ...options }) }
  }

  test('each call is sent as it was written, and charged to the key that made the batch', async () => {
    const { vendor, world } = await opened('openai')
    const body = '{"model":"m-1","n_big":12345678901234567890,  "messages":[{"role":"user","content":"?"}]}'
    const line = `{"custom_id":"a","method":"POST","url":"/v1/chat/completions","body":${body}}`
    const { id } = await begun(world, [line, chatLine('b')])
    const batch = await ended(world, id)
    assert.deepEqual(batch.request_counts, { total: 2, completed: 2, failed: 0 })
    assert.ok(vendor.received.some(({ text }) => text === body))
    const answer = (await linesIn(world, batch.output_file_id)).get('a')
    // the provider's own answer, with its own id
    assert.deepEqual(
      [answer.response.body.id, answer.response.body.choices[0].message.content],
      ['chatcmpl-vendor', sentence],
    )
    const rows = await world.ledger()
    assert.deepEqual(
      rows.map((row) => [row.endpoint, row.channel, Number(row.prompt), Number(row.answer)]),
      [1, 2].map(() => ['chatCompletions', 'only', 11, 7]),
    )
    assert.equal(new Set(rows.map((row) => row.key)).size, 1)
    assert.notEqual(rows[0]?.key, '')
  })

  test('messages get the version and beta headers of the call that made the batch', async () => {
    const { vendor, world } = await opened('anthropic')
    const params = { model: 'm-1', max_tokens: 50, messages: [{ role: 'user' as const, content: '?' }] }
    const { id } = await world.anthropic.messages.batches.create(
      { requests: [{ custom_id: 'a', params }] },
      { headers: { 'anthropic-beta': 'tides-2026' } },
    )
    const { request_counts: counts } = await messagesEnded(world, id)
    assert.equal(counts.succeeded, 1)
    assert.deepEqual(
      vendor.received.map(({ headers, body }) => [headers['anthropic-beta'], body]),
      [['tides-2026', params]],
    )
  })

  test('a provider that asks to wait is asked again after that time, and no sooner', async () => {
    const { vendor, world } = await opened('openai')
    const limited = { status: 429, headers: { 'retry-after': '30' }, json: { error: { message: 'slow down' } } }
    vendor.script(() => limited)
    const { id } = await begun(world, [chatLine('a')])
    await until(() => vendor.received.length === 1)
    const waiting = async () => (await world.openai.batches.retrieve(id)).status
    assert.equal(await waiting(), 'in_progress')
    vendor.script(() => undefined)
    for (let look = 0; look < 5; look++) await waiting()
    assert.equal(vendor.received.length, 1)
    const batch = await ended(world, id, 30_001)
    assert.deepEqual(batch.request_counts, { total: 1, completed: 1, failed: 0 })
    assert.equal(vendor.received.length, 2)
  })

  test('a cancelled batch makes no further call, finishes those under way, and says which were not made', async () => {
    const { vendor, world } = await opened('openai')
    const release = heldBack(vendor)
    const lines = Array.from({ length: 10 }, (_, at) => chatLine(`c${at}`))
    const { id } = await begun(world, lines)
    await until(() => vendor.received.length === 4)
    const cancelling = await world.openai.batches.cancel(id)
    assert.equal(cancelling.status, 'cancelling')
    release()
    const batch = await ended(world, id)
    assert.deepEqual([batch.status, batch.request_counts], ['cancelled', { total: 10, completed: 4, failed: 0 }])
    assert.equal(vendor.received.length, 4)
    const unmade = [...(await linesIn(world, batch.error_file_id)).values()]
    assert.deepEqual(
      unmade.map(({ response, error }: KnownJson) => [response, error.code]),
      Array.from({ length: 6 }, () => [null, 'batch_cancelled']),
    )
    // cancelling what has ended changes nothing
    assert.equal((await world.openai.batches.cancel(id)).status, 'cancelled')
  })

  test('a batch ends with the key that made it, while other keys of the account see it', async () => {
    const { vendor, world } = await opened('openai')
    vendor.script(() => ({ status: 429, headers: { 'retry-after': '30' }, json: { error: { message: 'slow down' } } }))
    const { keys } = world.gateway.components
    const { accountId, key } = await world.gateway.account()
    const lost = await keys.create({ accountId, surface: 'hosted', name: 'Lost' })
    const withKey = (value: string) => ({
      ...world,
      openai: world.openai.withOptions({ defaultHeaders: { 'x-gateway-key': value } }),
    })
    const { id } = await begun(withKey(reveal(lost.key)), [chatLine('a')])
    await until(() => vendor.received.length > 0)
    await keys.revoke(lost.id)
    const before = vendor.received.length
    const batch = await ended(withKey(key), id, 30_001)
    assert.deepEqual([batch.status, vendor.received.length], ['cancelled', before])
  })

  test('what has not been called within a day is not called any more', async () => {
    const { vendor, world } = await opened('anthropic')
    vendor.script(() => ({ status: 429, headers: { 'retry-after': '30' }, json: { error: { message: 'slow down' } } }))
    const params = { model: 'm-1', max_tokens: 50, messages: [{ role: 'user' as const, content: '?' }] }
    const { id } = await world.anthropic.messages.batches.create({ requests: [{ custom_id: 'a', params }] })
    await until(() => vendor.received.length > 0)
    const before = vendor.received.length
    world.clock.ms += 86_400_000
    const { request_counts: counts } = await messagesEnded(world, id, 30_001)
    assert.deepEqual([counts.expired, counts.errored, vendor.received.length], [1, 0, before])
    for await (const { result } of await world.anthropic.messages.batches.results(id))
      assert.deepEqual(result, { type: 'expired' })
  })

  test('an account has a bounded number of batches under way', async () => {
    const { vendor, world } = await opened('openai')
    const release = heldBack(vendor)
    const first = await begun(world, [chatLine('a')])
    for (let made = 1; made < 20; made++) await begun(world, [chatLine('a')])
    await assert.rejects(begun(world, [chatLine('a')]), { status: 429, code: 'batch_limit' })
    // of which two are worked on at once
    await until(() => vendor.received.length === 2)
    release()
    await ended(world, first.id)
    await begun(world, [chatLine('a')])
  })
})

await eachStore('a batch', (database) =>
  test('goes on after a restart: what was answered is not asked again', async (t) => {
    const vendor = await openVendor(t, 'openai')
    const channel = { name: 'only', kind: 'openai', base: vendor.base, models: ['*'] }
    const closing: (() => unknown)[] = []
    const first = await openGatewayWorld(
      { after: (close) => void closing.unshift(close) },
      { now, channels: [channel], database: database.target },
    )
    const lines = Array.from({ length: 8 }, (_, at) => chatLine(`c${at}`, `question ${at}`))
    // two are answered, and the others are under way when the process ends
    vendor.script((_, count) => (count <= 2 ? undefined : { frames: [], end: 'hang' }))
    const { id } = await begun(first, lines)
    await until(async () => (await first.openai.batches.retrieve(id)).request_counts?.completed === 2)
    for (const close of closing) await close()
    const answered = new Set(vendor.received.slice(0, 2).map(({ text }) => text))
    vendor.script(() => undefined)
    const asked = vendor.received.length
    const key = first.gateway.key
    const second = await openGatewayWorld(t, { now, database: database.target, key })
    const batch = await ended(second, id)
    assert.deepEqual([batch.status, batch.request_counts], ['completed', { total: 8, completed: 8, failed: 0 }])
    const again = vendor.received.slice(asked).map(({ text }) => text)
    assert.equal(new Set(again).size, 6)
    assert.ok(again.every((text) => !answered.has(text)))
  }),
)

/** Answers nothing until the result is called. */
function heldBack(vendor: Vendor): () => void {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  vendor.script(() => ({ ...answered, after: released }))
  return release
}
const answered = {
  json: {
    ...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: 'm' },
    choices: [{ index: 0, message: { role: 'assistant', content: sentence }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
  },
}
