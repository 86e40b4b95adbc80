// What a first start offers a newcomer, and later starts and production mode do not.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { newFolder, type Program, projectFolder, startProgram } from '../harness/program.ts'
import { until } from '../harness/until.ts'

const sh = promisify(execFile)
const anyKey = /gh_(?:live|market|admin)_[0-9A-Za-z]+_[0-9A-Za-z]{6}/g

const begunMs = performance.now()
const dataDir = join(newFolder({ after }), 'not', 'there', 'yet')
const first = await startProgram({ after }, { dataDir })

test('a first start prints each key once and, for each port, a curl line that works as printed', async (t) => {
  const printed = first.stdout()
  const [line = '', marketLine = ''] = printed.split('\n').filter((one) => one.trimStart().startsWith('curl '))
  const { stdout } = await sh('/bin/sh', ['-c', line])
  assert.equal(JSON.parse(stdout).rolls.length, 2, stdout)
  t.diagnostic(
    `start to first answered call: ${Math.round(performance.now() - begunMs)} ms, resident ${resident(first)} MB`,
  )
  // the market is prepared with its first call, which a busy machine may answer with "call again"
  const market = async () => JSON.parse((await sh('/bin/sh', ['-c', marketLine])).stdout)
  await until(async () => (await market()).data !== undefined, 'the market', 60_000)
  const table = printed.slice(0, printed.indexOf('First calls:'))
  for (const [name, prefix] of Object.entries({ gateway: 'live', market: 'market', admin: 'admin' }))
    assert.match(table, new RegExp(`^ +${name} key +gh_${prefix}_\\w+$`, 'm'))
  assert.equal(table.match(anyKey)?.length, 3)
  assert.equal(line.match(anyKey)?.join(), table.match(anyKey)?.[0])
  assert.equal(marketLine.match(anyKey)?.join(), table.match(anyKey)?.[1])
})

test('a first start stores the same keys and addresses in first-run.json, readable by its owner only', () => {
  const file = join(dataDir, 'first-run.json')
  assert.equal(statSync(file).mode & 0o777, 0o600)
  const run: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'))
  assert.deepEqual(Object.keys(run).sort(), ['adminKey', 'baseUrl', 'gatewayKey', 'marketKey', 'marketUrl'])
  assert.deepEqual([run.gatewayKey, run.marketKey, run.adminKey], first.stdout().match(anyKey)?.slice(0, 3))
  assert.equal(run.baseUrl, first.baseUrl)
  assert.match(run.marketUrl ?? '', /^http:\/\/127\.0\.0\.1:\d+$/)
})

test('the lines of the README that read the keys work for data in another folder', async () => {
  const readme = readFileSync(join(projectFolder, 'README.md'), 'utf8')
  const stored: Record<string, string> = JSON.parse(readFileSync(join(dataDir, 'first-run.json'), 'utf8'))
  for (const [variable, name] of [
    ['KEY', 'gatewayKey'],
    ['MARKET_KEY', 'marketKey'],
  ] as const) {
    const line = new RegExp(`^${variable}=.*$`, 'm').exec(readme)?.[0]
    const env = { ...process.env, GATEHOUSE_DATA: dataDir }
    const { stdout } = await sh('/bin/sh', ['-c', `${line}; echo "$${variable}"`], { env })
    assert.equal(stdout.trim(), stored[name])
  }
})

test('nothing in the data folder is readable by other users', () => {
  assert.equal(statSync(dataDir).mode & 0o077, 0)
  const files = readdirSync(dataDir)
  for (const file of ['gatehouse.db', 'master.key', 'admin.key', 'first-run.json'])
    assert.ok(files.includes(file), file)
  for (const file of files) assert.equal(statSync(join(dataDir, file)).mode & 0o077, 0, file)
})

test('a second start prints no key, and the account and its keys are still there', async (t) => {
  const key = first.stdout().match(/gh_live_\w+/)?.[0] ?? ''
  const account = await accountOf(first.baseUrl, key)
  first.signal('SIGTERM')
  assert.equal((await first.ended).code, 0)
  const stored = readFileSync(join(dataDir, 'first-run.json'), 'utf8')
  const second = await startProgram(t, { dataDir })
  assert.equal(second.stdout().match(anyKey), null)
  assert.deepEqual(await accountOf(second.baseUrl, key), account)
  assert.equal(readFileSync(join(dataDir, 'first-run.json'), 'utf8'), stored)
  const call = await fetch(`${second.baseUrl}/v1/proxy/randomness/dice?count=2`, { headers: { 'x-gateway-key': key } })
  assert.equal(call.status, 200)
})

test('production mode creates no demo account and no first-run file, and prints no key', async (t) => {
  const folder = newFolder(t)
  const program = await startProgram(t, { dataDir: folder, environment: { GATEHOUSE_PRODUCTION: 'true' } })
  assert.equal(program.stdout().match(anyKey), null)
  assert.equal(existsSync(join(folder, 'first-run.json')), false)
  const adminKey = readFileSync(join(folder, 'admin.key'), 'utf8').trim()
  const accounts = await fetch(`${program.baseUrl}/v1/admin/accounts`, { headers: { 'x-gateway-admin-key': adminKey } })
  assert.deepEqual(await accounts.json(), { accounts: [] })
})

function resident({ pid }: Program): number {
  const file = `/proc/${pid}/status`
  const kilobytes = existsSync(file) ? /^VmRSS:\s+(\d+)/m.exec(readFileSync(file, 'utf8'))?.[1] : undefined
  return Math.round(Number(kilobytes) / 1024)
}

async function accountOf(baseUrl: string, key: string): Promise<unknown> {
  const me = await fetch(`${baseUrl}/v1/me`, { headers: { 'x-gateway-key': key } })
  assert.equal(me.status, 200)
  return me.json()
}
