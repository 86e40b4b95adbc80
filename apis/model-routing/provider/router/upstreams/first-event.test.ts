// The beginning of an answer: what counts as one, and who ends the call when nobody listens any more.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Batches } from '../../wire/batches.ts'
import { ModelError } from '../../wire/model-error.ts'
import type { StreamEvent } from '../../wire/stream-event.ts'
import { whenBegun } from './first-event.ts'

const start: StreamEvent = { kind: 'start', model: 'm' }
const usage: StreamEvent = { kind: 'usage', usage: { prompt: 3 } }
const text: StreamEvent = { kind: 'text', choice: 0, text: 'low' }
const end: StreamEvent = { kind: 'end' }

function source(events: readonly (StreamEvent | Error)[]): {
  events: Batches
  seen: { given: number; ended: boolean }
} {
  const seen = { given: 0, ended: false }
  async function* batches(): AsyncGenerator<readonly StreamEvent[]> {
    try {
      for (const event of events) {
        if (event instanceof Error) throw event
        seen.given += 1
        yield [event]
      }
    } finally {
      seen.ended = true
    }
  }
  return { events: batches(), seen }
}

test('an answer has begun with its first event that says something, and none of its events is lost', async () => {
  const { events, seen } = source([start, usage, text, end])
  const answer = await whenBegun(events)
  assert.equal(seen.given, 3)
  assert.deepEqual((await Array.fromAsync(answer)).flat(), [start, usage, text, end])
})

test('a fault before that is the fault of the beginning, one after it comes in the events', async () => {
  const fault = new ModelError('server', 'Lost')
  await assert.rejects(whenBegun(source([start, usage, fault]).events), fault)
  const answer = await whenBegun(source([start, text, fault]).events)
  await assert.rejects(Array.fromAsync(answer), fault)
})

test('whoever stops listening ends the call', async () => {
  const { events, seen } = source([start, text, text, text, end])
  for await (const batch of await whenBegun(events)) if (batch.some(({ kind }) => kind === 'text')) break
  assert.deepEqual(seen, { given: 2, ended: true })
})
