// Guards that no answer of a provider is parsed which is not JSON or would take long to parse.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ChunkSink, type OutboundAnswer, OutboundFailure } from '#define'
import { ModelError } from '../../wire/model-error.ts'
import { readJsonAnswer, readJsonBytes } from './json-answer.ts'

/** An answer in these chunks, and how many of them were read. */
function answerOf(chunks: readonly string[]) {
  const read = { chunks: 0 }
  async function* body() {
    for (const chunk of chunks) {
      read.chunks++
      yield Buffer.from(chunk)
    }
  }
  const answer: OutboundAnswer = {
    status: 200,
    headers: {},
    body: body(),
    bytes: () => assert.fail('must be read in chunks'),
    cancel: () => {},
  }
  return { answer, read }
}

const withCode = (code: string) => (error: unknown) => error instanceof ModelError && error.code === code

test('an answer is parsed however it was cut', async () => {
  const { answer } = answerOf(['{"data":[1', ',2,"', 'é"]}'])
  assert.deepEqual(await readJsonAnswer(answer), { data: [1, 2, 'é'] })
})

test('an answer nested too deeply is given up while it arrives, and one that is not JSON at its end', async () => {
  const nested = answerOf(Array.from({ length: 100 }, () => '['.repeat(10)))
  await assert.rejects(readJsonAnswer(nested.answer), withCode('large_answer'))
  assert.equal(nested.read.chunks, 13)
  await assert.rejects(readJsonAnswer(answerOf(['{"data":']).answer), withCode('malformed_answer'))
})

test('an answer longer than 64 MiB is given up', async () => {
  const chunk = 'x'.repeat(1024 * 1024)
  const { answer, read } = answerOf(['"', ...Array.from({ length: 80 }, () => chunk)])
  await assert.rejects(readJsonAnswer(answer), withCode('large_answer'))
  assert.equal(read.chunks, 65)
})

/** An answer whose body is pushed: what has arrived at once, and the rest by `sink`. */
function pushedAnswer(chunks: readonly string[], hasEnded: boolean) {
  const pushed: { sink: ChunkSink | undefined; cancelled: boolean } = { sink: undefined, cancelled: false }
  const body = {
    pushTo(sink: ChunkSink) {
      pushed.sink = sink
      for (const chunk of chunks) sink.push(Buffer.from(chunk))
      if (hasEnded) sink.end()
    },
    pause: () => {},
    resume: () => {},
    cancel: () => {
      pushed.cancelled = true
    },
    [Symbol.asyncIterator]: () => assert.fail('is pushed'),
  }
  const answer: OutboundAnswer = {
    status: 200,
    headers: {},
    body,
    bytes: () => assert.fail('is pushed'),
    cancel: () => {},
  }
  return { answer, pushed }
}

test('a body that has arrived is there at once, another when it ends', async () => {
  const { answer } = pushedAnswer(['{"data":[1]}'], true)
  assert.deepEqual(readJsonBytes(answer), { bytes: Buffer.from('{"data":[1]}'), value: { data: [1] } })
  const late = pushedAnswer(['{"data"'], false)
  const reading = readJsonAnswer(late.answer)
  late.pushed.sink?.push(Buffer.from(':[2]}'))
  late.pushed.sink?.end()
  assert.deepEqual(await reading, { data: [2] })
})

test('a pushed body that costs too much is cancelled, and one that breaks off or is not JSON fails', async () => {
  const nested = pushedAnswer(
    Array.from({ length: 100 }, () => '['.repeat(10)),
    false,
  )
  await assert.rejects(readJsonAnswer(nested.answer), withCode('large_answer'))
  assert.ok(nested.pushed.cancelled)
  nested.pushed.sink?.end()
  const cut = pushedAnswer(['{"data":'], false)
  const reading = readJsonAnswer(cut.answer)
  cut.pushed.sink?.end(new OutboundFailure('cut', 'cut'))
  await assert.rejects(reading, (error: unknown) => error instanceof OutboundFailure)
  await assert.rejects(readJsonAnswer(pushedAnswer(['{"data":'], true).answer), withCode('malformed_answer'))
})
