// A power cut on SQLite: what was acknowledged is still there when all that was not synced is lost. The program runs
// with a library that copies each file of the database whenever it is synced, and starts again from the copies.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { newFolder, operate, type Program, startProgram } from '../harness/program.ts'

const adminKey = randomBytes(24).toString('hex')
const masterKey = randomBytes(32).toString('base64')
const plan = { perMinute: 100_000, perDay: 100_000 }
const keyCount = 10

test('keys, revocations, the vault, plans and writes of providers survive a power cut on SQLite', async (t) => {
  const library = build(t)
  if (library === undefined) return
  const synced = join(newFolder(t), 'synced')
  mkdirSync(synced)
  const dataDir = newFolder(t)
  const secrets = { GATEHOUSE_ADMIN_KEY: adminKey, GATEHOUSE_MASTER_KEY: masterKey }
  const preload = { LD_PRELOAD: library, SYNCED_FROM: dataDir, SYNCED_TO: synced }
  const first = await startProgram(t, { dataDir, environment: { ...secrets, ...preload } })
  const request = (program: Program, method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: object) =>
    operate(program, { method, path, adminKey, ...(body && { body }) })

  await request(first, 'PUT', '/plans/kept', plan)
  const account = await request(first, 'POST', '/accounts', { name: 'Test', plan: 'kept' })
  const created: { id: string; key: string }[] = []
  for (let i = 0; i < 2 * keyCount; i++)
    created.push(await request(first, 'POST', '/keys', { account: account.id, surface: 'hosted', name: `Key ${i}` }))
  const revoked = created.slice(0, keyCount)
  const kept = created.slice(keyCount)
  const key = kept[0]?.key ?? ''
  const user = await finance(first, key, '/me')
  const category = await finance(first, key, `/users/${user.id}/categories`, { title: 'Power cuts' })
  const vault = `/accounts/${account.id}/provider-keys/translation`
  await request(first, 'PUT', vault, { key: 'provider-key-of-the-account' })
  for (const { id } of revoked) await request(first, 'DELETE', `/keys/${id}`)
  first.signal('SIGKILL')
  await first.ended
  // The journal of the first moment, before WAL mode, was deleted long ago; the copies do not follow deletions.
  for (const name of readdirSync(synced)) if (!existsSync(join(dataDir, name))) rmSync(join(synced, name))

  const second = await startProgram(t, { dataDir: synced, environment: secrets })
  const statusOf = async (presented: string) => {
    const headers = { 'x-gateway-key': presented }
    return (await fetch(`${second.baseUrl}/v1/proxy/randomness/bool`, { headers })).status
  }
  for (const { key: presented } of revoked) assert.equal(await statusOf(presented), 401, 'a revoked key stays revoked')
  for (const { key: presented } of kept) assert.equal(await statusOf(presented), 200, 'a new key stays')
  const stored = await request(second, 'GET', `/accounts/${account.id}/provider-keys`)
  assert.match(JSON.stringify(stored), /translation/)
  assert.equal((await finance(second, key, `/categories/${category.id}`)).title, 'Power cuts')
})

async function finance(program: Program, key: string, path: string, body?: object) {
  const response = await fetch(`${program.baseUrl}/v1/proxy/personal-finance${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'x-gateway-key': key, 'x-gateway-provider': 'embedded', 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  assert.ok(response.ok, `${path}: ${response.status} ${text}`)
  return JSON.parse(text)
}

/** Compiles the library; undefined where there is no C compiler or no LD_PRELOAD. Throws under CI. */
function build(t: TestContext): string | undefined {
  const library = join(newFolder(t), 'synced-copies.so')
  const source = join(import.meta.dirname, 'synced-copies.c')
  const built =
    process.platform === 'linux' && spawnSync('cc', ['-shared', '-fPIC', '-o', library, source, '-ldl']).status === 0
  if (built) return library
  if (process.env.CI === 'true') throw new Error('no C compiler, and under CI nothing is left out')
  console.log('not run: the test of a power cut needs Linux and a C compiler')
  return undefined
}
