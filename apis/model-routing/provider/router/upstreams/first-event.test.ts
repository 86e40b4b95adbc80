// The beginning of an answer: what counts as one, and who ends the call when nobody listens any longer.
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
  seen: { read: number; ended: boolean }
} {
  const seen = { read: 0, ended: false }
  async function* batches(): AsyncGenerator<readonly StreamEvent[]> {
    try {
      for (const event of events) {
        if (event instanceof Error) throw event
        seen.read += 1
        yield [event]
      }
    } finally {
      seen.ended = true
    }
  }
  return { events: batches(), seen }
}

test('an answer begins with its first event that has content, and no event is lost', async () => {
  const { events, seen } = source([start, usage, text, end])
  const answer = await whenBegun(events)
  assert.equal(seen.read, 3)
  assert.deepEqual((await Array.fromAsync(answer)).flat(), [start, usage, text, end])
})

test('an error before that rejects the call, one after it arrives with the events', async () => {
  const error = new ModelError('server', 'Lost')
  await assert.rejects(whenBegun(source([start, usage, error]).events), error)
  const answer = await whenBegun(source([start, text, error]).events)
  await assert.rejects(Array.fromAsync(answer), error)
})

test('a reader that stops ends the call', async () => {
  const { events, seen } = source([start, text, text, text, end])
  for await (const batch of await whenBegun(events)) if (batch.some(({ kind }) => kind === 'text')) break
  assert.deepEqual(seen, { read: 2, ended: true })
})
