// WebSocket sessions with a provider on its own thread: as with one beside the gateway, and lost with the thread.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../harness/until.ts'
import { codeOf, openSocket, refusedSocket } from '../sockets/client.ts'
import { openHostile } from './hostile-calls.ts'

test('messages cross in both directions, and so do the end and the refusal of the handler', async (t) => {
  const { gateway, call } = await openHostile(t)
  const address = `${gateway.baseUrl}/v1/proxy/hostile/talk`
  const { key } = gateway
  const session = await openSocket(t, address, { key })
  session.send('Grüße')
  session.send(Buffer.from([0, 255]))
  assert.equal(await session.next(), 'Grüße')
  assert.deepEqual(await session.next(), Buffer.from([0, 255]))
  session.send('close')
  assert.deepEqual(await session.closed, { code: 4001, reason: 'as asked' })
  const failing = await openSocket(t, address, { key })
  failing.send('throw')
  assert.equal((await failing.closed).code, 1011)
  const refused = await refusedSocket(`${address}?how=refused`, { key })
  assert.deepEqual([refused.status, codeOf(refused)], [409, 'provider.conflict'])
  const left = await openSocket(t, address, { key })
  left.socket.terminate()
  await until(async () => (await call('/seen')).body.seen.includes('left'), 'the end of the handler')
})

test('a caller that reads nothing stops the handler on its thread', async (t) => {
  const { gateway, call } = await openHostile(t)
  const session = await openSocket(t, `${gateway.baseUrl}/v1/proxy/hostile/talk?how=flood`, { key: gateway.key })
  session.socket.pause()
  const sent = async () => Number(/sent (\d+)/.exec(String((await call('/seen')).body.seen))?.[1] ?? -1)
  let before = -2
  await until(async () => {
    const now = await sent()
    const isStill = now === before && now > 0
    before = now
    return isStill
  })
  assert.ok(before < 400, `${before}`)
})

test('a session ends with 1013 when its thread is lost, and the next one has a new thread', async (t) => {
  const { gateway, callOther } = await openHostile(t)
  const address = `${gateway.baseUrl}/v1/proxy/hostile/talk`
  const session = await openSocket(t, address, { key: gateway.key })
  session.send('die')
  assert.equal((await session.closed).code, 1013)
  await callOther()
  const next = await openSocket(t, address, { key: gateway.key })
  next.send('hello')
  assert.equal(await next.next(), 'hello')
})
