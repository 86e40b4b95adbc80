// Events are the same however their bytes are split; a stream that is too large, late or interrupted is an upstream
// error.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { OutboundFailure } from '#define'
import { DrainingBytes } from './draining.ts'
import { all, from, pieces, whole } from './fixtures/replies.ts'
import { ModelError } from './model-error.ts'
import { type ServerEvent, ServerEventParser } from './sse.ts'

async function* readEvents(chunks: AsyncIterable<Uint8Array>, mostBytes?: number): AsyncGenerator<ServerEvent> {
  const parser = new ServerEventParser(mostBytes)
  for await (const chunk of new DrainingBytes(chunks, undefined)) yield* parser.take(chunk)
  yield* parser.end()
}

const cuts = fc.array(fc.nat(2_000), { maxLength: 40 })
const lineEnd = fc.constantFrom('\n', '\r\n', '\r')
const content = fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) => text.replace(/[\r\n]/g, ' '))

test('events are the same wherever the bytes are split, with every kind of line break', async () => {
  const event = fc.record({
    name: fc.option(content, { nil: undefined }),
    data: fc.array(content, { minLength: 1, maxLength: 3 }),
    comment: fc.option(content, { nil: undefined }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { maxLength: 6 }),
      lineEnd,
      cuts,
      fc.boolean(),
      async (events, end, cutPoints, bom) => {
        const text = events
          .map(({ name, data, comment }) =>
            [
              ...(comment === undefined ? [] : [`: ${comment}`]),
              ...(name === undefined ? [] : [`event: ${name}`]),
              ...data.map((line) => `data: ${line}`),
              'id: 1',
              '',
              '',
            ].join(end),
          )
          .join('')
        const expected = events.map(({ name, data }) => ({ name, data: data.join('\n') }))
        assert.deepEqual(await all(readEvents(pieces(`${bom ? '\uFEFF' : ''}${text}`, cutPoints))), expected)
      },
    ),
    { numRuns: 300 },
  )
})

test('a split at any byte of a stream with all line breaks and wide characters yields the same events', async () => {
  const text = ': hi\r\nevent: a\r\ndata: 東京 😀\r\n\r\ndata:x\rdata: y\r\rdata\n\nevent: b\ndata: z\n\n'
  const expected = await all(readEvents(whole(text)))
  assert.deepEqual(expected, [
    { name: 'a', data: '東京 😀' },
    { name: undefined, data: 'x\ny' },
    { name: undefined, data: '' },
    { name: 'b', data: 'z' },
  ])
  for (let cut = 0; cut <= Buffer.byteLength(text); cut++)
    assert.deepEqual(await all(readEvents(pieces(text, [cut]))), expected, `cut at ${cut}`)
  const bytes = [...Buffer.from(text)].map((byte) => Buffer.of(byte))
  assert.deepEqual(await all(readEvents(from(bytes))), expected)
})

test('arbitrary bytes yield events or an error, and the same ones wherever they are split', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 300 }),
      fc.array(fc.nat(300), { maxLength: 10 }),
      async (bytes, cutPoints) => {
        const cut = [...new Set([...cutPoints.map((point) => point % (bytes.length + 1)), bytes.length])].sort(
          (a, b) => a - b,
        )
        const parts = cut.map((end, index) => bytes.subarray(index === 0 ? 0 : cut[index - 1], end))
        assert.deepEqual(await all(readEvents(from(parts))), await all(readEvents(from([bytes]))))
      },
    ),
    { numRuns: 300 },
  )
})

test('a last event without its blank line counts', async () => {
  assert.deepEqual(await all(readEvents(whole('data: [DONE]'))), [{ name: undefined, data: '[DONE]' }])
})

test('an event is delivered as soon as its bytes have arrived', async () => {
  async function* slow() {
    yield Buffer.from('data: 1\n\n')
    throw new Error('read on before the first event was given')
  }
  const events = readEvents(slow())
  assert.deepEqual((await events.next()).value, { name: undefined, data: '1' })
})

const expectFault = async (chunks: AsyncIterable<Uint8Array>, code: string, most?: number) =>
  assert.rejects(all(readEvents(chunks, most)), (failure) => {
    assert.ok(failure instanceof ModelError)
    assert.equal(failure.code, code)
    assert.equal(failure.retry, true)
    return true
  })

test('an event above the limit is refused, in one line or in many', async () => {
  await expectFault(whole(`data: ${'x'.repeat(2_000)}\n\n`), 'large_answer', 1_000)
  await expectFault(whole('data: 0123456789\n'.repeat(200)), 'large_answer', 1_000)
  const endless = {
    async *[Symbol.asyncIterator]() {
      for (;;) yield Buffer.alloc(100, 120)
    },
  }
  await expectFault(endless, 'large_answer', 1_000)
})

test('interruptions, time-outs and aborts are distinguished', async () => {
  const failing = (cause: unknown) => ({
    async *[Symbol.asyncIterator]() {
      yield Buffer.from('data: 1\n\n')
      throw cause
    },
  })
  await expectFault(failing(new OutboundFailure('cut', 'socket closed')), 'cut_stream')
  await expectFault(failing(new Error('socket closed')), 'cut_stream')
  await expectFault(failing(new OutboundFailure('slow', 'idle')), 'slow_stream')
  const aborted = new OutboundFailure('aborted', 'caller gone')
  await assert.rejects(all(readEvents(failing(aborted))), (failure) => failure === aborted)
})
