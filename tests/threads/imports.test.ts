// Imports run on their own thread: their progress reaches the operator, and a file that hangs the importer does
// not hang the provider.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { until } from '../harness/until.ts'
import { type HostileCalls, openHostile } from './hostile-calls.ts'

type Sent = string | Uint8Array | ReadableStream<Uint8Array>

async function send({ gateway }: HostileCalls, body: Sent): Promise<string> {
  const response = await fetch(`${gateway.baseUrl}/v1/admin/imports/hostile?file=a.txt`, {
    method: 'POST',
    headers: { 'x-gateway-admin-key': gateway.adminKey, 'content-type': 'application/octet-stream' },
    body,
    duplex: 'half',
  })
  return response.text()
}

test('an import reports its counts and the provider forgets what it had read', async (t) => {
  const calls = await openHostile(t)
  assert.equal((await calls.call('/seen')).status, 200)
  const events = await send(calls, new Uint8Array(5_000_000))
  assert.match(events, /"phase":"reading","counts":\{"size":5000000\},"percent":100/)
  assert.match(events, new RegExp(`"counts":\\{"size":5000000,"account":${calls.gateway.demoAccountId.length}\\}`))
  assert.ok((await calls.call('/seen')).body.seen.includes('refreshed'))
})

test('a thread whose import waits for its file is not idle', async (t) => {
  const calls = await openHostile(t, { threadLimits: { backgroundIdleMs: 300 } })
  let sent = 0
  const slow = new ReadableStream<Uint8Array>({
    async pull(controller) {
      // several idle times long: that nothing ends meanwhile can only be seen by waiting
      if (sent++ > 0) await wait(2000)
      controller.enqueue(Buffer.from('chunk'))
      if (sent > 1) controller.close()
    },
  })
  assert.match(await send(calls, slow), /"counts":\{"size":10,/)
})

test('a job runs there too, on another instance of the provider, which then reads its tables again', async (t) => {
  const { gateway, call } = await openHostile(t)
  const leaving = new AbortController()
  // on a busy machine it ends by its own deadline
  const waiting = call('/wait', { signal: leaving.signal }).catch(() => undefined)
  const seen = async () => (await call('/seen')).body.seen
  await until(async () => (await seen()).includes('waiting'), 'the provider that serves calls')
  const swept = () => gateway.logged.find((line) => line.includes('is swept'))
  await until(() => swept() !== undefined, 'the job')
  assert.match(swept() ?? '', /"seen":0/)
  await until(async () => (await seen()).includes('refreshed'), 'the refresh')
  leaving.abort()
  await waiting
})

test('a refused file keeps its reason', async (t) => {
  assert.match(await send(await openHostile(t), 'BAD'), /a\.txt is bad/)
})

test('an importer that hangs is ended, while the provider goes on', async (t) => {
  const calls = await openHostile(t, { threadLimits: { longestSliceMs: 4000 } })
  const hanging = send(calls, 'LOOP')
  assert.equal((await calls.call('/refuse')).status, 409)
  assert.match(await hanging, /provider\.restarted/)
  assert.match(await send(calls, 'fine'), /"size":4/)
})
