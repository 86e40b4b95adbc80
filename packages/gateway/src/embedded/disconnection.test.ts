// What a handler learns of its caller, over real connections: that the caller left before the answer was out, and
// nothing when the answer was taken.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { until } from '../../../../tests/harness/until.ts'
import { Disconnection } from './disconnection.ts'

/** One call of a client that `leave` disconnects. */
async function callOf(t: TestContext) {
  const responses: ServerResponse[] = []
  const server = createServer((_request, response) => void responses.push(response)).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const address = server.address()
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1')
  socket.resume()
  t.after(() => socket.destroy())
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
  await until(() => responses.length === 1)
  const [response] = responses
  if (!response) throw new Error('no call')
  const call: ConstructorParameters<typeof Disconnection>[0] = { response, onDisconnect: undefined }
  // as the pipeline does when a call ends
  response.on('close', () => call.onDisconnect?.abort())
  return { call, response, leave: () => socket.destroy() }
}

test('the signal is aborted once when the caller leaves, and at once when it has left', async (t) => {
  const { call, response, leave } = await callOf(t)
  const { signal } = new Disconnection(call)
  let times = 0
  signal.addEventListener('abort', () => times++)
  assert.equal(signal.aborted, false)
  leave()
  await once(response, 'close')
  call.onDisconnect?.abort()
  assert.deepEqual([signal.aborted, times], [true, 1])
  assert.equal(new Disconnection(call).signal.aborted, true)
})

test('an answer that was taken aborts nothing', async (t) => {
  const { call, response } = await callOf(t)
  const { signal } = new Disconnection(call)
  response.end('whole')
  await once(response, 'close')
  assert.equal(signal.aborted, false)
  assert.equal(new Disconnection(call).signal.aborted, false)
})
