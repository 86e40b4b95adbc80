import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRepeats } from './repeats.ts'
import { problem, text } from './tool.ts'

const call = (keyId: string, idempotencyKey: string) => ({ keyId, idempotencyKey, digest: 'same' })

test('a key keeps its newest fifty answers, and pushes out those of no other key', async () => {
  const repeats = createRepeats({ clock: () => 0 })
  let runs = 0
  const run = async () => text(`run ${++runs}`)
  const other = await repeats.once(call('other', 'first'), run)
  for (let count = 0; count < 1000; count++) await repeats.once(call('busy', `${count}`), run)
  assert.equal(await repeats.once(call('other', 'first'), run), other)
  const before = runs
  await repeats.once(call('busy', '999'), run)
  await repeats.once(call('busy', '950'), run)
  assert.equal(runs, before)
  await repeats.once(call('busy', '949'), run)
  assert.equal(runs, before + 1)
})

test('an answer is given again for an hour, while the call still runs as well, and a failure is not', async () => {
  let now = 0
  const repeats = createRepeats({ clock: () => now })
  let runs = 0
  const run = async () => text(`run ${++runs}`)
  const both = await Promise.all([repeats.once(call('a', 'one'), run), repeats.once(call('a', 'one'), run)])
  assert.equal(both[0], both[1])
  now = 3_599_999
  assert.equal(await repeats.once(call('a', 'one'), run), both[0])
  now = 3_600_000
  assert.notEqual(await repeats.once(call('a', 'one'), run), both[0])
  await repeats.once(call('a', 'two'), async () => problem('no'))
  const question = { content: [], question: { inputRequests: {}, requestState: 'x' } }
  await repeats.once(call('a', 'two'), async () => question)
  assert.equal((await repeats.once(call('a', 'two'), run)).isError, undefined)
})
