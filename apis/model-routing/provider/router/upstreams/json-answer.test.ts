// Guards that no answer of a provider is parsed which is not JSON or would take long to parse.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type OutboundAnswer, OutboundFailure } from '#define/outbound'
import { ModelError } from '../../wire/model-error.ts'
import { readJsonAnswer } from './json-answer.ts'

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

test('an answer that breaks off fails as it broke off', async () => {
  const { answer } = answerOf([])
  async function* body() {
    yield Buffer.from('{"data":')
    throw new OutboundFailure('cut', 'cut')
  }
  await assert.rejects(readJsonAnswer({ ...answer, body: body() }), (error) => error instanceof OutboundFailure)
})
