// A data folder that is moved or removed while the gateway runs: SQLite goes on with a file that has no name any more,
// so nothing is acknowledged that would be lost with the process.
import assert from 'node:assert/strict'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openGateway } from '../harness/open-gateway.ts'
import { newFolder } from '../harness/program.ts'

const gone = [503, 'the database file was moved or removed since it was opened\n']

test('without its data folder the gateway is not ready and acknowledges no write', async (t) => {
  const parent = newFolder(t)
  const dataDir = join(parent, 'data')
  const gateway = await openGateway(t, { dataDir })
  const ready = async () => {
    const answer = await fetch(`${gateway.baseUrl}/readyz`)
    return [answer.status, await answer.text()]
  }
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await gateway.call(path, { method: 'POST', headers, body: JSON.stringify(body) })
    return [answer.status, JSON.parse(await answer.text()).error?.code]
  }
  const addKey = () => post('/v1/me/keys', { name: 'another' })
  const finance = '/v1/proxy/personal-finance'
  const user = JSON.parse(await (await gateway.call(`${finance}/me`)).text())
  const addCategory = () => post(`${finance}/users/${user.id}/categories`, { title: 'Food' })
  assert.deepEqual(await ready(), [200, 'ready\n'])
  assert.deepEqual([(await addKey())[0], (await addCategory())[0]], [201, 201])

  renameSync(dataDir, join(parent, 'elsewhere'))
  assert.deepEqual(await ready(), gone)
  assert.deepEqual(await addKey(), [503, 'store.unavailable'])
  assert.deepEqual(await addCategory(), [503, 'store.unavailable'])
  // a provider that opens now finds no database, and makes no empty one
  assert.equal((await gateway.call('/v1/proxy/translation/v2/usage')).status, 503)
  assert.equal((await gateway.call('/v1/proxy/randomness/bool')).status, 200)

  renameSync(join(parent, 'elsewhere'), dataDir)
  assert.deepEqual(await ready(), [200, 'ready\n'])
  assert.deepEqual([(await addKey())[0], (await addCategory())[0]], [201, 201])
})
