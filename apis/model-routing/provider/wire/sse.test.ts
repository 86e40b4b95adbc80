// Frames and their data are the same however their bytes are split; a stream that is too large, late or interrupted is
// an upstream error.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { OutboundFailure } from '#define/outbound'
import { sampled } from '../../../../tests/harness/seed.ts'
import { all, from, pieces, whole } from './fixtures/replies.ts'
import { formats } from './formats.ts'
import { ModelError } from './model-error.ts'
import { type Frame, FrameReader, interruption } from './sse.ts'

async function* readFrames(chunks: AsyncIterable<Uint8Array>, mostBytes?: number): AsyncGenerator<Frame> {
  const reader = new FrameReader(mostBytes)
  for await (const chunk of chunks) yield* reader.take(chunk)
  yield* reader.end()
}
async function* readEvents(chunks: AsyncIterable<Uint8Array>, mostBytes?: number): AsyncGenerator<string> {
  for await (const { data } of readFrames(chunks, mostBytes)) if (data !== undefined) yield data
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
        const expected = events.map(({ data }) => data.join('\n')).filter((data) => data.trim() !== '')
        assert.deepEqual(await all(readEvents(pieces(`${bom ? '\uFEFF' : ''}${text}`, cutPoints))), expected)
      },
    ),
    { numRuns: sampled(300) },
  )
})

test('a split at any byte of a stream with all line breaks and wide characters yields the same events', async () => {
  const text = ': hi\r\nevent: a\r\ndata: 東京 😀\r\n\r\ndata:x\rdata: y\r\rdata\n\nevent: b\ndata: z\n\n'
  const expected = await all(readEvents(whole(text)))
  assert.deepEqual(expected, ['東京 😀', 'x\ny', 'z'])
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
    { numRuns: sampled(300) },
  )
})

test('a last event without its blank line counts', async () => {
  assert.deepEqual(await all(readEvents(whole('data: [DONE]'))), ['[DONE]'])
})

test('an event is delivered as soon as its bytes have arrived', async () => {
  async function* slow() {
    yield Buffer.from('data: 1\n\n')
    throw new Error('read on before the first event was given')
  }
  const events = readEvents(slow())
  assert.deepEqual((await events.next()).value, '1')
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

test('interruptions, time-outs and aborts are distinguished', () => {
  const codeOf = (cause: unknown) => {
    const failure = interruption(cause)
    return failure instanceof ModelError && failure.retry ? failure.code : failure
  }
  assert.equal(codeOf(new OutboundFailure('cut', 'socket closed')), 'cut_stream')
  assert.equal(codeOf(new Error('socket closed')), 'cut_stream')
  assert.equal(codeOf(new OutboundFailure('slow', 'idle')), 'slow_stream')
  const aborted = new OutboundFailure('aborted', 'caller gone')
  assert.equal(codeOf(aborted), aborted)
})

test('frames are cut where they end, whatever their line ends, and nothing is lost', async () => {
  const frame = fc.tuple(
    fc.constantFrom('data: a', 'event: x', ': c', 'data:'),
    fc.constantFrom('\n\n', '\r\n\r\n', '\r\r'),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { maxLength: 6 }), cuts, async (parts, cutPoints) => {
      const frames = parts.map(([line, end]) => line + end)
      const bytesOf = async (chunks: AsyncIterable<Buffer>) =>
        (await all(readFrames(chunks))).map(({ bytes }) => bytes.toString())
      assert.deepEqual(await bytesOf(whole(frames.join(''))), frames)
      const taken = await bytesOf(pieces(frames.join(''), cutPoints))
      assert.equal(taken.join(''), frames.join(''))
      assert.ok(taken.every((one) => /[\n\r]$/.test(one)))
    }),
    { numRuns: sampled(500) },
  )
})

const said: Readonly<Record<string, string>> = {
  openai: 'data: {"id":"a","choices":[{"index":0,"delta":{"content":"hi"},"finish_reason":"stop"}]}\n\n',
  completions: 'data: {"id":"a","choices":[{"index":0,"text":"hi","finish_reason":"stop"}]}\n\n',
  gemini: 'data: {"candidates":[{"content":{"parts":[{"text":"hi"}]},"finishReason":"STOP"}]}\n\n',
  anthropic: [
    { type: 'message_start', message: { id: 'm', model: 'm', usage: { input_tokens: 1, output_tokens: 1 } } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'hi' } },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
    { type: 'message_stop' },
  ]
    .map((frame) => `event: ${frame.type}\ndata: ${JSON.stringify(frame)}\n\n`)
    .join(''),
}
const idle = [
  'data:\n\n',
  'data: \n\n',
  'data:  \t\n\n',
  'data\n\n',
  ': PING\n\n',
  'event: ping\ndata:\n\n',
  '\n\n',
  'id: 7\n\n',
  'retry: 9\n\n',
  'data:\ndata:\n\n',
]

test('events without data, comments and blank lines never end a stream, wherever they stand', async () => {
  for (const [wire, format] of Object.entries(formats)) {
    const frames = (said[wire] ?? '').split(/(?<=\n\n)/)
    const expected = await all(format.readStream(whole(said[wire] ?? '')))
    const read = async (text: string) =>
      (await all(format.readStream(from([...Buffer.from(text)].map((byte) => Buffer.of(byte)))))).flat()
    for (const nothing of idle)
      for (let at = 0; at <= frames.length; at++)
        for (const end of ['\n', '\r\n', '\r']) {
          const text = frames.toSpliced(at, 0, nothing).join('').replaceAll('\n', end)
          assert.deepEqual(await read(text), expected.flat(), `${wire}: ${JSON.stringify(text)}`)
        }
  }
})
