// A connection outlives its answer, and a reader that stops early closes it at once.
import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { Pool, request } from 'undici'
import { until } from '../../../../tests/harness/until.ts'
import { batched, details, eventsIn, framesIn, shortReply } from './fixtures/replies.ts'
import { formats } from './formats.ts'

async function streaming(send: (response: ServerResponse) => void) {
  const connections = new Set<unknown>()
  const closed = Promise.withResolvers<void>()
  const server = createServer((_request, response) => {
    response.on('close', closed.resolve)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    send(response)
  })
  server.on('connection', (socket) => connections.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const pool = new Pool(origin)
  return {
    connections,
    /** Settles when the first response has been closed. */
    closed: closed.promise,
    open: async () => {
      const call = new AbortController()
      const { body } = await request(origin, { signal: call.signal, dispatcher: pool })
      return { body, cancel: () => call.abort() }
    },
    /** True once the client has its connection back. */
    isIdle: () => pool.stats.free === 1,
    close: () => {
      void pool.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}

for (const format of Object.values(formats))
  test(`${format.wire}: consecutive calls share one connection, although answers end before their bodies`, async () => {
    const frames = await framesIn(format.writeStream(batched(shortReply), details))
    const server = await streaming((response) => {
      for (const frame of frames) response.write(frame)
      setTimeout(() => response.end(': bye\n\n'), 20)
    })
    try {
      for (let call = 0; call < 3; call++) {
        const { body, cancel } = await server.open()
        assert.equal((await eventsIn(format.readStream(body, cancel))).at(-1)?.kind, 'end')
        await until(server.isIdle, 'the end of the body')
      }
      assert.equal(server.connections.size, 1)
    } finally {
      server.close()
    }
  })

const endless = {
  'says nothing more': () => undefined,
  'goes on for ever': (response: ServerResponse) => {
    const timer = setInterval(() => response.write(': ping\n\n'), 5)
    response.on('close', () => clearInterval(timer))
  },
}
for (const [name, goOn] of Object.entries(endless))
  test(`a body that ${name} after its answer is soon abandoned without delaying the answer`, async () => {
    const frames = await framesIn(formats.openai.writeStream(batched(shortReply), details))
    const server = await streaming((response) => {
      for (const frame of frames) response.write(frame)
      goOn(response)
    })
    try {
      const { body, cancel } = await server.open()
      const cancelled = Promise.withResolvers<void>()
      let isCancelled = false
      const events = formats.openai.readStream(body, () => {
        isCancelled = true
        cancelled.resolve()
        cancel()
      })
      assert.equal((await eventsIn(events)).at(-1)?.kind, 'end')
      assert.equal(isCancelled, false, 'the answer does not wait for its body')
      await cancelled.promise
      await server.closed
    } finally {
      server.close()
    }
  })

test('a reader that stops during the answer ends the body at once', async () => {
  let ended = false
  async function* bytes() {
    try {
      for (;;) yield Buffer.from('data: {"choices":[{"index":0,"delta":{"content":"x"}}]}\n\n')
    } finally {
      ended = true
    }
  }
  for await (const batch of formats.openai.readStream(bytes(), () => undefined))
    if (batch.some(({ kind }) => kind === 'text')) break
  assert.equal(ended, true)
})
