// A backup that is damaged, of another master key, or interrupted: refused, and nothing has changed.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, type TestContext, test } from 'node:test'
import { openArchive, writeArchive } from '../../packages/gateway/src/start/archive/archive-file.ts'
import { newFolder, startProgram } from '../harness/program.ts'
import type { StoreTarget } from '../harness/services.ts'
import { gatehouse } from './command-line.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-test-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, 'backup.zip')
const source: StoreTarget = { url: undefined, dataDir: join(folder, 'source') }

before(async () => {
  const program = await startProgram({ after }, { dataDir: source.dataDir })
  program.signal('SIGTERM')
  await program.ended
  assert.equal((await gatehouse(source, ['backup', '--to', file])).code, 0)
})

test('One changed byte is refused, wherever it is', async (t) => {
  const whole = readFileSync(file)
  const copy = join(newFolder(t), 'copy.zip')
  const step = Math.max(1, Math.floor(whole.length / 100))
  for (let at = 0; at < whole.length; at += step) {
    const changed = Buffer.from(whole)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    writeFileSync(copy, changed)
    await assert.rejects(openArchive(copy), { name: 'ArchiveRefused' }, `byte ${at}`)
  }
  for (const length of [0, 10, 1000, whole.length - 1]) {
    writeFileSync(copy, whole.subarray(0, length))
    await assert.rejects(openArchive(copy), { name: 'ArchiveRefused' }, `${length} bytes`)
  }
  const target = await emptyTarget(t)
  assert.equal((await gatehouse(target, ['restore', copy])).code, 1)
  assert.deepEqual(readdirSync(target.dataDir), ['master.key'])
})

test('A part that was replaced is refused while rows are written, and none stays', async (t) => {
  const copy = join(newFolder(t), 'copy.zip')
  // the last table, when all others are written
  await rewritten(copy, 'tables/usage_sums.jsonl', (content) => Buffer.concat([content, Buffer.from('[1]\n')]))
  const target = await emptyTarget(t)
  const refused = await gatehouse(target, ['restore', copy])
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /usage_sums|columns/)
  assert.deepEqual(rowsIn(target), [0, 0])
})

test('A manifest that was replaced is refused as by another master key', async (t) => {
  const copy = join(newFolder(t), 'copy.zip')
  await rewritten(copy, 'manifest.json', (content) => Buffer.from(content.toString().replace('"rows":1', '"rows":2')))
  const target = await emptyTarget(t)
  assert.match((await gatehouse(target, ['restore', copy])).stderr, /not the master key of the backup/)
  assert.deepEqual(readdirSync(target.dataDir), ['master.key'])
})

test('Another master key and a missing one are refused before anything is written', async (t) => {
  const target = await emptyTarget(t)
  const key = randomBytes(32).toString('base64')
  writeFileSync(join(target.dataDir, 'master.key'), JSON.stringify({ current: 1, keys: { 1: key } }), {
    mode: 0o600,
  })
  assert.match((await gatehouse(target, ['restore', file])).stderr, /not the master key of the backup/)
  assert.deepEqual(readdirSync(target.dataDir), ['master.key'])
  const without = { url: undefined, dataDir: newFolder(t) }
  assert.match((await gatehouse(without, ['restore', file])).stderr, /master key is missing/)
  assert.deepEqual(readdirSync(without.dataDir), [])
})

test('A database in use is refused', async (t) => {
  const target = await emptyTarget(t)
  assert.equal((await gatehouse(target, ['restore', file])).code, 0)
  const again = await gatehouse(target, ['restore', file])
  assert.equal(again.code, 1)
  assert.match(again.stderr, /The database is in use/)
})

test('A restore that is killed leaves no row or all, and can be repeated', async (t) => {
  const begunMs = performance.now()
  assert.equal((await gatehouse(await emptyTarget(t), ['restore', file])).code, 0)
  const wholeMs = performance.now() - begunMs
  // most of the first half is the start of its process
  for (const share of [0.3, 0.6, 0.75, 0.9]) {
    const afterMs = share * wholeMs
    const target = await emptyTarget(t)
    await gatehouse(target, ['restore', file], afterMs)
    const again = await gatehouse(target, ['restore', file])
    if (again.code !== 0) assert.match(again.stderr, /The database is in use/)
    const [plans = 0, keys = 0] = rowsIn(target)
    assert.ok(plans > 0 && keys > 0, `killed after ${afterMs} of ${wholeMs} ms`)
  }
})

test('A backup that is killed leaves no file that passes for one', async (t) => {
  for (let afterMs = 200; afterMs <= 800; afterMs += 300) {
    const to = newFolder(t)
    await gatehouse(source, ['backup', '--to', to, '--keep', '3'], afterMs)
    for (const name of readdirSync(to).filter((each) => each.endsWith('.zip'))) await openArchive(join(to, name))
    assert.equal((await gatehouse(source, ['backup', '--to', to, '--keep', '3'])).code, 0)
  }
})

test('A backup that fails leaves an event for the operator, each time, and one that succeeds leaves none', async (t) => {
  const before = eventsIn(source).length
  const missing = join(newFolder(t), 'missing', 'passphrase')
  const full = join(newFolder(t), 'full.zip')
  for (const args of [
    ['--to', file],
    ['--to', full, '--with-key', '--passphrase-file', missing],
  ]) {
    const failed = await gatehouse(source, ['backup', ...args])
    assert.equal(failed.code, 1)
    const event = eventsIn(source).at(-1)
    assert.equal(event?.type, 'backup.failed')
    assert.equal(event?.account_id, null)
    const { reason } = JSON.parse(String(event?.data))
    assert.ok(reason !== '' && failed.stderr.includes(reason), `${reason} in ${failed.stderr}`)
  }
  assert.equal((await gatehouse(source, ['backup', '--to', full])).code, 0)
  assert.equal(eventsIn(source).length, before + 2)
})

/** An empty data folder with the master key of the backup. */
async function emptyTarget(t: TestContext): Promise<StoreTarget> {
  const dataDir = newFolder(t)
  copyFileSync(join(source.dataDir, 'master.key'), join(dataDir, 'master.key'))
  return { url: undefined, dataDir }
}

/** Writes a copy of the backup with right sums of the file and one part changed. */
async function rewritten(to: string, changed: string, change: (content: Buffer) => Buffer): Promise<void> {
  const archive = await openArchive(file)
  const manifest: { tables: { name: string; sha256?: string }[] } = JSON.parse(
    Buffer.concat(await Array.fromAsync(archive.read('manifest.json'))).toString(),
  )
  const tables = manifest.tables.filter(({ sha256 }) => sha256 !== undefined)
  await writeArchive(to, async (add) => {
    for (const name of [...tables.map((table) => `tables/${table.name}.jsonl`), 'manifest.json']) {
      const content = Buffer.concat(await Array.fromAsync(archive.read(name)))
      await add(name, one(name === changed ? change(content) : content))
    }
  })
}

async function* one(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}

function eventsIn({ dataDir }: StoreTarget) {
  const database = new DatabaseSync(join(dataDir, 'gatehouse.db'), { readOnly: true })
  try {
    return database.prepare('select type, account_id, data from events order by id').all()
  } finally {
    database.close()
  }
}

function rowsIn({ dataDir }: StoreTarget): number[] {
  const database = new DatabaseSync(join(dataDir, 'gatehouse.db'), { readOnly: true })
  try {
    return ['plans', 'gateway_keys'].map((table) =>
      Number(database.prepare(`select count(*) as rows from ${table}`).get()?.rows),
    )
  } finally {
    database.close()
  }
}
