// Imports run on a thread of their own: their progress reaches the operator, and a file that hangs the importer does
// not hang the provider.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type HostileCalls, openHostile } from './hostile-calls.ts'

async function send({ gateway }: HostileCalls, body: string | Uint8Array): Promise<string> {
  const response = await fetch(`${gateway.baseUrl}/v1/admin/imports/hostile?file=a.txt`, {
    method: 'POST',
    headers: { 'x-gateway-admin-key': gateway.adminKey, 'content-type': 'application/octet-stream' },
    body,
  })
  return response.text()
}

test('an import reports its counts and the provider forgets what it had read', async (t) => {
  const calls = await openHostile(t)
  assert.deepEqual((await calls.call('/seen')).body.seen, [])
  const events = await send(calls, new Uint8Array(5_000_000))
  assert.match(events, /"size":\d+/)
  assert.match(events, new RegExp(`"counts":\\{"size":5000000,"account":${calls.gateway.demoAccountId.length}\\}`))
  assert.deepEqual((await calls.call('/seen')).body.seen, ['refreshed'])
})

test('a refused file keeps its reason', async (t) => {
  assert.match(await send(await openHostile(t), 'BAD'), /a\.txt is bad/)
})

test('an importer that hangs is ended, while the provider goes on', async (t) => {
  const calls = await openHostile(t)
  const hanging = send(calls, 'LOOP')
  assert.equal((await calls.call('/refuse')).status, 409)
  assert.match(await hanging, /provider\.restarted/)
  assert.match(await send(calls, 'fine'), /"size":4/)
})
