// A backup holds the added APIs, and the gateway that is restored from it serves them.
import assert from 'node:assert/strict'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gatehouse } from '../backup/command-line.ts'
import { openGateway } from '../harness/open-gateway.ts'
import { newFolder } from '../harness/program.ts'
import { createDatabase } from '../harness/services.ts'
import { smallApi } from '../harness/small-api.ts'
import { admin, petDocument } from './document.ts'

test('an added API is in a backup and comes back with it', async (t) => {
  const [source, target] = [await createDatabase('sqlite'), await createDatabase('sqlite')]
  for (const database of [source, target]) t.after(() => database.drop())
  const first = await openGateway(t, { apis: [smallApi()], dataDir: source.dataDir })
  assert.equal((await admin(first, 'POST', '/apis', petDocument())).status, 201)
  const { key } = first
  const json = { 'content-type': 'application/json' }
  const made = await first.call('/v1/proxy/pet-shop/pets', { method: 'POST', body: '{"name":"Ada"}', headers: json })
  const { id } = Object(await made.json())
  const file = join(newFolder(t), 'backup.zip')
  const saved = await gatehouse(source, ['backup', '--to', file])
  assert.equal(saved.code, 0, saved.stderr)
  copyFileSync(join(source.dataDir, 'master.key'), join(target.dataDir, 'master.key'))
  const restored = await gatehouse(target, ['restore', file])
  assert.equal(restored.code, 0, restored.stderr)

  const second = await openGateway(t, { apis: [smallApi()], dataDir: target.dataDir })
  const read = await second.call(`/v1/proxy/pet-shop/pets/${id}`, { key })
  assert.deepEqual([read.status, Object(await read.json()).name], [200, 'Ada'])
  assert.equal((await admin(second, 'GET', '/apis/pet-shop/document')).text, JSON.stringify(petDocument()))
})
