// Fine-tuning jobs by the SDK: they are the fine-tunes of the account in another shape.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toFile } from 'openai'
import { openGatewayWorld } from '../../../test/world.ts'

test('a job of any model is queued, runs, succeeds, and answers under the name of its result', async (t) => {
  const { openai, clock } = await openGatewayWorld(t, { now: '2026-11-02T12:00:00Z' })
  const lines = ['Where is the harbour?', 'When is high tide?', 'Who keeps the light?'].map((prompt, at) =>
    JSON.stringify(
      at === 0
        ? { prompt, completion: 'Answer 0.' }
        : {
            messages: [
              { role: 'user', content: prompt },
              { role: 'assistant', content: `Answer ${at}.` },
            ],
          },
    ),
  )
  const file = await openai.files.create({
    file: await toFile(Buffer.from(lines.join('\n')), 'a.jsonl'),
    purpose: 'fine-tune',
  })
  const method = { type: 'supervised' as const, supervised: { hyperparameters: { n_epochs: 2 } } }
  const job = await openai.fineTuning.jobs.create({ model: 'gpt-4o-mini', training_file: file.id, method })
  assert.deepEqual([job.status, job.model, job.hyperparameters.n_epochs], ['queued', 'gpt-4o-mini', 2])
  clock.ms += 600_000
  const made = await openai.fineTuning.jobs.retrieve(job.id)
  assert.equal(made.status, 'succeeded')
  const messages = [{ role: 'user' as const, content: 'When is high tide?' }]
  const answer = await openai.chat.completions.create({ model: made.fine_tuned_model ?? '', messages })
  assert.equal(answer.choices[0]?.message.content, 'Answer 1.')
  const events: string[] = []
  for await (const { message } of openai.fineTuning.jobs.listEvents(job.id, { limit: 3 })) events.push(message)
  assert.deepEqual([events[0], events.at(-1)], ['Fine-tune succeeded', `Created fine-tune: ${job.id}`])
  assert.deepEqual((await openai.fineTuning.jobs.checkpoints.list(job.id)).data, [])
  await assert.rejects(openai.fineTuning.jobs.cancel(job.id), { status: 400, code: 'fine_tune_over' })
  const other = await openai.fineTuning.jobs.create({ model: 'curie', training_file: file.id })
  assert.equal((await openai.fineTuning.jobs.cancel(other.id)).status, 'cancelled')
  const ids: string[] = []
  for await (const { id } of openai.fineTuning.jobs.list({ limit: 1 })) ids.push(id)
  assert.deepEqual(ids.sort(), [job.id, other.id].sort())
})

test('a job without the name of a file, or with values of other types, is refused by name', async (t) => {
  const { openai } = await openGatewayWorld(t, { now: '2026-11-02T12:00:00Z' })
  for (const [param, value] of Object.entries({ training_file: [7, null, [], {}], suffix: [7, {}], method: [7, 'x'] }))
    for (const one of value) {
      const body = { model: 'curie', training_file: 'file-none', [param]: one }
      await assert.rejects(openai.post('/fine_tuning/jobs', { body }), { status: 400, param }, JSON.stringify(one))
    }
})
