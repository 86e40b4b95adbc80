// What a handler learns of its caller, over real connections: that the caller left before the answer was out, and
// nothing when the answer was taken.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { until } from '../../../../tests/until.ts'
import { Disconnection } from './disconnection.ts'

/** One call of a client that `leave` disconnects, and how often a listener was notified. */
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
  const notified = { times: 0, abort: () => void notified.times++ }
  return { call, response, notified, leave: () => socket.destroy() }
}

test('a caller that leaves cancels, once; a listener that was removed is not notified', async (t) => {
  const { call, response, notified, leave } = await callOf(t)
  const disconnection = new Disconnection(call)
  const removed = { abort: () => assert.fail('it was removed') }
  disconnection.add(notified)
  disconnection.add(removed)
  disconnection.remove(removed)
  assert.equal(disconnection.aborted, false)
  leave()
  await once(response, 'close')
  disconnection.abort()
  assert.deepEqual([disconnection.aborted, notified.times], [true, 1])
  assert.equal(new Disconnection(call).aborted, true)
})

test('an answer that was taken cancels nothing', async (t) => {
  const { call, response, notified } = await callOf(t)
  const disconnection = new Disconnection(call)
  disconnection.add(notified)
  response.end('whole')
  await once(response, 'close')
  assert.deepEqual([disconnection.aborted, notified.times], [false, 0])
  assert.equal(new Disconnection(call).aborted, false)
})
