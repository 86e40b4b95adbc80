// Streamed responses: server-sent events and bytes.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import fc from 'fast-check'
import { createEventParser } from './event-stream.ts'
import { GatewayError } from './gateway-error.ts'
import type { Call } from './request.ts'
import { type Answer, json, methodsAt, startServer } from './test/server.ts'

const chat: Call = { method: 'POST', path: '/chat', body: ['json'], stream: 'body' }

function events(...chunks: string[]): Answer {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    for (const text of chunks) response.write(text)
    response.end()
  }
}
async function all(values: AsyncIterable<unknown>): Promise<unknown[]> {
  const received: unknown[] = []
  for await (const value of values) received.push(value)
  return received
}
async function streamed(answer: Answer, call: Call = chat, input: object = {}) {
  const server = await startServer(answer)
  try {
    return { values: await all(methodsAt(server.url).method(call).stream(input)), arrived: server.arrived }
  } finally {
    await server.close()
  }
}

test('events are parsed data until [DONE]', async () => {
  const { values } = await streamed(
    events('data: {"a":1}\n\n', 'data: plain\n\ndata: [DONE]\n\n', 'data: {"late":1}\n\n'),
  )
  assert.deepEqual(values, [{ a: 1 }, 'plain'])
})
test('a stream is requested where the endpoint expects it', async () => {
  const inBody = await streamed(events(), chat, { body: { model: 'm' } })
  assert.equal(inBody.arrived[0]?.body.toString(), '{"model":"m","stream":true}')
  assert.equal(inBody.arrived[0]?.headers.accept, 'text/event-stream')
  const inQuery = await streamed(events(), { method: 'GET', path: '/log', stream: 'query' }, { id: 1 })
  assert.equal(inQuery.arrived[0]?.url, '/api/log?id=1&stream=true')
})
test('a plain call whose body asks for a stream returns the events', async () => {
  const server = await startServer(events('data: 1\n\ndata: 2\n\n'))
  const values = await methodsAt(server.url).method(chat)({ body: { stream: true } })
  assert.deepEqual(await all(values), [1, 2])
  await server.close()
})
test('the first event arrives before the stream ends', async () => {
  const server = await startServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: 1\n\n')
  })
  for await (const value of methodsAt(server.url).method(chat).stream()) {
    assert.equal(value, 1)
    break
  }
  await server.close()
})
test('leaving the loop ends the call at the server', async () => {
  let closed: Promise<unknown> = Promise.resolve()
  const server = await startServer((_request, response) => {
    closed = once(response, 'close')
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: 1\n\n')
  })
  for await (const _ of methodsAt(server.url).method(chat).stream()) break
  await closed
  await server.close()
})
test('a stream may outlast the timeout of the call, but can be aborted', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let writeSecond = () => {}
  const server = await startServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: 1\n\n')
    writeSecond = () => void response.write('data: 2\n\n')
  })
  const controller = new AbortController()
  const received: unknown[] = []
  const reading = (async () => {
    const options = { timeoutMs: 60, signal: controller.signal }
    for await (const value of methodsAt(server.url).method(chat).stream({}, options)) {
      received.push(value)
      if (received.length === 1) {
        t.mock.timers.tick(120)
        writeSecond()
      } else controller.abort(new Error('enough'))
    }
  })()
  await assert.rejects(reading, /enough/)
  assert.deepEqual(received, [1, 2])
  await server.close()
})
test('an error before the stream is a GatewayError', async () => {
  await assert.rejects(streamed(json({ error: { code: 'key.invalid' } }, { status: 401 })), GatewayError)
})
test('a truncated stream is an error, not an end', async () => {
  await assert.rejects(
    streamed((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: 1\n\n', () => response.destroy())
    }),
  )
})
test('an endpoint that answers JSON instead gives it as the only value', async () => {
  assert.deepEqual((await streamed(json({ data: 1 }))).values, [{ data: 1 }])
})
test('bytes arrive chunk by chunk', async () => {
  const file: Call = { method: 'GET', path: '/file', answer: 'bytes' }
  const { values } = await streamed((_request, response) => void response.end(Buffer.from([1, 2, 255])), file)
  assert.ok(values.every((value) => value instanceof Uint8Array))
  assert.deepEqual(Buffer.concat(values.filter((value) => value instanceof Uint8Array)), Buffer.from([1, 2, 255]))
})

test('events are the same however the text is chunked and whatever its line ends', () => {
  const event = fc.array(
    fc.string().filter((line) => !/[\r\n]/.test(line)),
    { minLength: 1, maxLength: 3 },
  )
  const ending = fc.constantFrom('\n', '\r\n', '\r')
  fc.assert(
    fc.property(
      fc.array(event, { maxLength: 5 }),
      ending,
      fc.infiniteStream(fc.integer({ min: 1, max: 7 })),
      (list, end, cuts) => {
        const text = list
          .map((lines) => `: note${end}id: 1${end}${lines.map((l) => `data: ${l}${end}`).join('')}${end}`)
          .join('')
        const parser = createEventParser()
        const received: string[] = []
        for (let at = 0; at < text.length; ) {
          const size = cuts.next().value
          received.push(...parser(text.slice(at, at + size)))
          at += size
        }
        assert.deepEqual(
          received,
          list.map((lines) => lines.join('\n')),
        )
      },
    ),
  )
})
test('an endless event is refused before it fills the memory', () => {
  const parser = createEventParser()
  const chunk = `data: ${'x'.repeat(1024 * 1024)}`
  assert.throws(() => {
    for (let count = 0; count < 20; count++) parser(chunk)
  }, /too large/)
})
test('an incomplete event at the end of the stream is dropped', () => {
  assert.deepEqual(createEventParser()('data: 1\n\ndata: 2\n'), ['1'])
})
