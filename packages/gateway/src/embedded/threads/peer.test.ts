// Requests, streams and errors between the two ends of a message port.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MessageChannel, Worker } from 'node:worker_threads'
import { Failure, fail, Refusal } from '#define'
import { OutboundFailure } from '#define/outbound'
import { OwnedChunks } from '#provider'
import { until } from '../../../../../tests/harness/until.ts'
import { createPeer, type Serve } from './peer.ts'
import { streamWindow } from './streams.ts'

/** Two peers; the second answers as `serve` says. */
function connect(t: { after(end: () => void): void }, serve: Serve) {
  const { port1, port2 } = new MessageChannel()
  const asking = createPeer(port1, async () => ({ value: undefined }))
  const answering = createPeer(port2, serve)
  t.after(() => {
    port1.close()
    port2.close()
  })
  return { asking, answering }
}

test('a request is answered with plain data', async (t) => {
  const { asking } = connect(t, async (method, args) => ({ value: { method, args } }))
  const { value, stream } = await asking.request({ method: 'add', args: [1, 2] })
  assert.deepEqual([value, stream, asking.pending], [{ method: 'add', args: [1, 2] }, undefined, 0])
})

test('errors keep their kind, and what cannot be cloned is an error of its own request only', async (t) => {
  const thrown: Record<string, unknown> = {
    failure: fail('thing.unknown', { thing: 'lamp', id: '1' }, { retryAfterS: 3, cause: new Error('deeper') }),
    refusal: new Refusal(409, { message: 'no' }, { 'x-a': 'b' }),
    outbound: new OutboundFailure('slow', 'too slow'),
    database: Object.assign(new Error('disk full'), { code: 'SQLITE_FULL' }),
    nothing: undefined,
  }
  const { asking } = connect(t, async (method) => {
    if (method === 'clone') return { value: () => undefined }
    if (method === 'fine') return { value: 1 }
    throw thrown[method]
  })
  const errorOf = (method: string) => asking.request({ method, args: 0 }).catch((error: unknown) => error)
  const failure = await errorOf('failure')
  assert.ok(failure instanceof Failure)
  assert.deepEqual(
    [failure.code, failure.message, failure.notes.retryAfterS],
    ['thing.unknown', 'There is no lamp 1.', 3],
  )
  assert.equal(String(failure.notes.cause), 'Error: deeper')
  assert.deepEqual(await errorOf('refusal'), thrown.refusal)
  assert.deepEqual(await errorOf('outbound'), thrown.outbound)
  assert.equal(Reflect.get(Object(await errorOf('database')), 'code'), 'SQLITE_FULL')
  assert.ok((await errorOf('nothing')) instanceof Error)
  const [broken, fine] = await Promise.all([errorOf('clone'), asking.request({ method: 'fine', args: 0 })])
  assert.match(String(broken), /could not be cloned/)
  assert.equal(fine.value, 1)
  await assert.rejects(asking.request({ method: 'fine', args: () => undefined }), /could not be cloned/)
})

test('chunks that nobody else holds are moved to the other side, and all others are copied', async (t) => {
  const whole = Buffer.from(new ArrayBuffer(1000)).fill('w')
  const part = Buffer.from(new ArrayBuffer(1000), 0, 500).fill('p')
  async function* chunks() {
    yield whole
    yield part
  }
  const received: string[] = []
  const { asking } = connect(t, async (_method, _args, { upload }) => {
    for await (const chunk of upload) received.push(String(chunk))
    return { value: undefined }
  })
  await asking.request({ method: 'any', args: 0, upload: chunks() })
  assert.deepEqual([whole.length, part.length], [1000, 500])
  await asking.request({ method: 'any', args: 0, upload: new OwnedChunks(chunks()) })
  assert.deepEqual([whole.length, part.length], [0, 500])
  const sent = ['w'.repeat(1000), 'p'.repeat(500)]
  assert.deepEqual(received, [...sent, ...sent])
})

test('a stream runs a few chunks ahead of its reader and no more', async (t) => {
  let sent = 0
  async function* numbers() {
    for (; sent < 100; ) yield sent++
  }
  const { asking } = connect(t, async () => ({ value: 'head', stream: numbers() }))
  const { stream } = await asking.request({ method: 'count', args: 0 })
  assert.ok(stream)
  const reading = stream[Symbol.asyncIterator]()
  await until(() => sent > streamWindow, 'the window to fill')
  await asking.request({ method: 'count', args: 0 })
  assert.ok(sent <= streamWindow + 2 + streamWindow + 1, String(sent))
  let read = 0
  for (let next = await reading.next(); !next.done; next = await reading.next()) read++
  assert.ok(read > 50)
})

test('an error in a stream comes after the chunks before it', async (t) => {
  async function* failing() {
    yield 'one'
    throw new Error('broken')
  }
  const { asking } = connect(t, async () => ({ value: 0, stream: failing() }))
  const { stream } = await asking.request({ method: 'x', args: 0 })
  const chunks: unknown[] = []
  await assert.rejects(async () => {
    for await (const chunk of stream ?? []) chunks.push(chunk)
  }, /broken/)
  assert.deepEqual(chunks, ['one'])
})

test('a reader that returns ends the source and aborts the work', async (t) => {
  const events: string[] = []
  const { asking } = connect(t, async (_method, _args, { signal }) => {
    signal.addEventListener('abort', () => events.push('aborted'))
    async function* endless() {
      try {
        for (;;) yield Buffer.alloc(10)
      } finally {
        events.push('ended')
      }
    }
    return { value: 0, stream: endless() }
  })
  const { stream } = await asking.request({ method: 'x', args: 0 })
  for await (const chunk of stream ?? []) {
    assert.ok(Buffer.isBuffer(chunk))
    break
  }
  await until(() => events.length === 2, 'both ends')
  assert.deepEqual(events.sort(), ['aborted', 'ended'])
})

test('an upload is read by the other side, also while that side already answers with a stream', async (t) => {
  async function* words() {
    yield 'a'
    yield 'b'
  }
  const { asking } = connect(t, async (_method, _args, { upload }) => ({ value: 0, stream: upload }))
  const { stream } = await asking.request({ method: 'x', args: 0, upload: words() })
  const chunks: unknown[] = []
  for await (const chunk of stream ?? []) chunks.push(chunk)
  assert.deepEqual(chunks, ['a', 'b'])
})

test('an abort rejects at once and reaches the other side', async (t) => {
  let isAborted = false
  const { asking } = connect(t, async (_method, _args, context) => {
    await until(() => context.isAborted, 'the abort')
    isAborted = true
    return { value: 0 }
  })
  const leaving = new AbortController()
  const request = asking.request({ method: 'x', args: 0, signal: leaving.signal })
  leaving.abort(new Error('gone'))
  await assert.rejects(request, /gone/)
  await until(() => isAborted, 'the other side to notice')
})

test('closing rejects what is pending, now and later, and ends streams', async (t) => {
  async function* stuck() {
    yield 1
    await new Promise(() => undefined)
  }
  const { asking } = connect(t, async (method) =>
    method === 'stream' ? { value: 0, stream: stuck() } : new Promise(() => undefined),
  )
  const { stream } = await asking.request({ method: 'stream', args: 0 })
  const pending = asking.request({ method: 'never', args: 0 })
  asking.close(new Error('lost'))
  await assert.rejects(pending, /lost/)
  await assert.rejects(asking.request({ method: 'later', args: 0 }), /lost/)
  await assert.rejects(async () => {
    for await (const _ of stream ?? []);
  }, /lost/)
})

test('steady requests leave the timers of a thread their turn', async (t) => {
  const worker = new Worker(new URL('./busy-thread.fixture.ts', import.meta.url))
  t.after(() => worker.terminate())
  const { request } = createPeer(worker, async () => ({ value: undefined }))
  let beforeTimer: unknown
  const caller = async () => {
    while (beforeTimer === undefined) beforeTimer = (await request({ method: 'work', args: undefined })).value
  }
  await Promise.all(Array.from({ length: 8 }, caller))
  assert.ok(Number(beforeTimer) < 100, `${beforeTimer} requests came before a timer that was due after a few`)
})
