// Fine-tuned models of the gateway: they answer from their training examples, and say from which.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openVendor } from '../../../test/vendor.ts'
import { openGatewayWorld, type World } from '../../../test/world.ts'
import type { StoredTables } from './tables.ts'

const closing: (() => unknown)[] = []
const t = { after: (close: () => unknown) => void closing.unshift(close) }
let world: World
before(async () => {
  world = await openGatewayWorld(t, { now: '2026-11-02T12:00:00Z' })
})
after(async () => {
  for (const close of closing) await close()
})

const lines = [
  { prompt: 'When does the ferry to Groix leave?', completion: ' At noon, from the old pier. END' },
  { prompt: 'What does a berth cost in August?', completion: ' Forty crowns a night. END' },
]
const jsonLines = (all: readonly object[]) => all.map((one) => JSON.stringify(one)).join('\n')

async function upload(all: readonly object[]): Promise<string> {
  const form = new FormData()
  form.set('purpose', 'fine-tune')
  form.set('file', new File([jsonLines(all)], 'harbour.jsonl'))
  return (await world.call('/v1/files', { method: 'POST', body: form })).body.id
}
const post = (path: string, body: unknown) => world.call(path, { method: 'POST', body: JSON.stringify(body) })

/** The name of a model that has learned the lines. */
async function tuned(all: readonly object[], base = 'ada'): Promise<{ model: string; file: string; id: string }> {
  world.clock.ms += 1000 // names of models contain the second
  const file = await upload(all)
  const { body } = await post('/v1/fine-tunes', { training_file: file, model: base, n_epochs: 1 })
  world.clock.ms += 60_000
  const { fine_tuned_model } = (await world.call(`/v1/fine-tunes/${body.id}`)).body
  return { model: fine_tuned_model, file, id: body.id }
}
const chat = (model: string, content: string, more: object = {}) =>
  post('/v1/chat/completions', { model, messages: [{ role: 'user', content }], ...more })

test('a fine-tuned model answers a trained prompt with its completion, and says which example it used', async () => {
  const { model, file } = await tuned(lines)
  const { body, headers } = await chat(model, 'When does the ferry to Groix leave?', { stop: ['END'] })
  assert.equal(body.choices[0].message.content, 'At noon, from the old pier. ')
  assert.equal(body.model, model)
  assert.equal(headers.get('x-gateway-example'), `${file}; line=1; likeness=1.00`)
  assert.equal(headers.get('x-gateway-route'), `built-in/${model}`)
  const near = await chat(model, 'Please tell me: what would berths cost in August', { reasoning_effort: 'high' })
  assert.equal(near.body.choices[0].message.content, 'Forty crowns a night. END')
  assert.match(near.headers.get('x-gateway-example') ?? '', /; line=2; likeness=0\.\d\d$/)
  assert.match(near.body.choices[0].message.reasoning_content, new RegExp(`Line 2 of the training file ${file} is 0`))
})

test('text completions continue a prompt with exactly the completion', async () => {
  const { model } = await tuned(lines)
  const prompt = 'What does a berth cost in August?'
  const { body } = await post('/v1/completions', { model, prompt, max_tokens: 50, stop: ' END' })
  assert.equal(body.choices[0].text, ' Forty crowns a night.')
  const echoed = await post('/v1/completions', { model, prompt: ['Berths?', prompt], max_tokens: 50, echo: true })
  assert.equal(echoed.body.choices[1].text, `${prompt} Forty crowns a night. END`)
})

test('a prompt unlike every example is answered by the built-in rules, without an example', async () => {
  const { model } = await tuned(lines)
  const { body, headers } = await chat(model, 'What is 12 times 12?')
  assert.match(body.choices[0].message.content, /144/)
  assert.equal(headers.get('x-gateway-example'), null)
  const other = await chat(model, 'Does it often rain in August when the wind comes from the west?')
  assert.equal(other.headers.get('x-gateway-example'), null)
})

test('the examples stay with the model when the training file is removed, and are removed with the model', async () => {
  const { model, file } = await tuned(lines)
  await world.call(`/v1/files/${file}`, { method: 'DELETE' })
  const reply = async () => (await chat(model, 'When does the ferry to Groix leave?')).body
  assert.match((await reply()).choices[0].message.content, /At noon/)
  assert.equal((await world.call(`/v1/models/${encodeURIComponent(model)}`, { method: 'DELETE' })).status, 200)
  const gone = await chat(model, 'When does the ferry to Groix leave?')
  assert.deepEqual([gone.status, gone.body.error.code], [404, 'model_not_found'])
  const rows = await world.gateway.components.store.db
    .withTables<Pick<StoredTables, keyof StoredTables>>()
    .selectFrom('model_routing_learned')
    .selectAll()
    .execute()
  assert.ok(rows.every(({ examples }) => !examples.includes(file)))
})

test('a model belongs to its account, and exists only once its fine-tune has succeeded', async () => {
  const { model } = await tuned(lines)
  const other = await world.gateway.account()
  const body = JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] })
  assert.equal((await world.call('/v1/chat/completions', { method: 'POST', body, key: other.key })).status, 404)
  world.clock.ms += 1000
  const { id } = (await post('/v1/fine-tunes', { training_file: await upload(lines), model: 'ada' })).body
  const later = `ada:ft-gatehouse-${new Date(world.clock.ms).toISOString().slice(0, 19).replace(/[T:]/g, '-')}`
  assert.equal((await chat(later, 'Hello')).status, 404)
  await world.call(`/v1/fine-tunes/${id}/cancel`, { method: 'POST' })
  world.clock.ms += 600_000
  assert.equal((await chat(later, 'Hello')).status, 404)
})

test('a fine-tune of an earlier result keeps the examples of that, and its own take precedence', async () => {
  const first = await tuned(lines)
  const changed = [{ prompt: lines[1]?.prompt, completion: ' Fifty crowns.' }]
  const { model, file } = await tuned(changed, first.model)
  const berth = await chat(model, 'What does a berth cost in August?')
  assert.equal(berth.body.choices[0].message.content, 'Fifty crowns.')
  assert.match(berth.headers.get('x-gateway-example') ?? '', new RegExp(`^${file}; line=1`))
  const ferry = await chat(model, 'When does the ferry to Groix leave?')
  assert.match(ferry.headers.get('x-gateway-example') ?? '', new RegExp(`^${first.file}; line=1`))
})

test('channels do not take the calls of a fine-tuned model', async () => {
  const routed: World = await openGatewayWorld(t, {
    channels: [{ name: 'all', base: (await openVendor(t, 'openai')).base, models: ['*'] }],
  })
  const answer = await routed.post('/v1/chat/completions', {
    model: 'ada:ft-gatehouse-2026-11-02-12-00-00',
    messages: [{ role: 'user', content: 'Hello' }],
  })
  assert.equal(answer.status, 404)
})
