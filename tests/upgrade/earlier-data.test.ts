// Data folders of earlier versions, dumped as SQL text with fewer sample rows, are upgraded by a start: their keys
// work, and a copy of what was there stays.
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import Database from 'better-sqlite3'
import { gatehouse } from '../backup/command-line.ts'
import { newFolder, startProgram } from '../harness/program.ts'

/** Settings with the master key under which both were made. */
const environment = {
  GATEHOUSE_MASTER_KEY: 'hd7zZXDQwgnyEhDzKqGcnBa2x1XhTUvjB3bLX4fxSBg=',
}
/** Each is named after the last migration of its core tables, with the key of its demo account. */
const dumps = [
  { name: 'core-0002', key: 'gh_live_821K4VefvxI2fyYNqoY1dwiakWcHvp_43BDb0' },
  { name: 'core-0011', key: 'gh_live_voXMZ7q8pxDXzoEBbcXKkj18gulzHo_0ye9u8' },
]

for (const { name, key } of dumps)
  test(`A data folder with the tables of ${name} is upgraded by a start, and copied before`, async (t) => {
    const dataDir = newFolder(t)
    const before = await loadDump(t, dataDir, name)
    const program = await startProgram(t, { dataDir, environment })
    const answer = await fetch(`${program.baseUrl}/v1/proxy/randomness/dice?count=2&sides=6`, {
      headers: { 'x-gateway-key': key },
    })
    assert.equal(answer.status, 200, await answer.text())
    const usage = await fetch(`${program.baseUrl}/v1/me/usage`, { headers: { 'x-gateway-key': key } })
    assert.equal(usage.status, 200, await usage.text())
    program.signal('SIGTERM')
    await program.ended
    const [copy = ''] = readdirSync(join(dataDir, 'backups'))
    assert.match(copy, /^before-.+\.db$/)
    assert.deepEqual(migrationsIn(join(dataDir, 'backups', copy)), before)
    assert.ok(migrationsIn(join(dataDir, 'gatehouse.db')).length > before.length)
  })

test('`gatehouse upgrade check` names the pending migrations and changes nothing', async (t) => {
  const dataDir = newFolder(t)
  const before = await loadDump(t, dataDir, 'core-0011')
  const checked = await gatehouse({ url: undefined, dataDir }, ['upgrade', 'check'])
  assert.equal(checked.code, 0, checked.stderr)
  assert.match(checked.stdout, /\d+ ms {2}core\/0012-repeated-calls\n[\s\S]*Stop every process first/)
  assert.deepEqual(migrationsIn(join(dataDir, 'gatehouse.db')), before)
  assert.deepEqual(
    readdirSync(dataDir).filter((name) => !name.startsWith('gatehouse.db')),
    [],
  )
  const program = await startProgram(t, { dataDir, environment })
  program.signal('SIGTERM')
  await program.ended
  const again = await gatehouse({ url: undefined, dataDir }, ['upgrade', 'check'])
  assert.match(again.stdout, /migrates nothing/)
})

test('Three copies are kept, and a start that migrates nothing makes none', async (t) => {
  const dataDir = newFolder(t)
  await loadDump(t, dataDir, 'core-0011')
  const backups = join(dataDir, 'backups')
  mkdirSync(backups)
  for (const at of [1, 2, 3]) {
    writeFileSync(join(backups, `before-0.0.${at}.db`), '')
    utimesSync(join(backups, `before-0.0.${at}.db`), at, at)
  }
  const times = new Set<number>()
  for (const _ of [1, 2]) {
    const program = await startProgram(t, { dataDir, environment })
    program.signal('SIGTERM')
    await program.ended
    const names = readdirSync(backups).sort()
    assert.equal(names.length, 3)
    times.add(statSync(join(backups, names.at(-1) ?? '')).mtimeMs)
    assert.deepEqual(names.slice(0, 2), ['before-0.0.2.db', 'before-0.0.3.db'])
  }
  assert.equal(times.size, 1, 'the second start has not copied')
})

/** Loads a dump; returns its migrations. */
async function loadDump(t: TestContext, dataDir: string, name: string): Promise<unknown[]> {
  const file = join(dataDir, 'gatehouse.db')
  const database = new Database(file)
  t.after(() => database.close())
  // search indexes are dumped as the tables that hold them
  database.unsafeMode(true)
  database.exec(readFileSync(new URL(`${name}.sql`, import.meta.url), 'utf8'))
  database.close()
  return migrationsIn(file)
}

function migrationsIn(file: string): unknown[] {
  const database = new Database(file, { readonly: true })
  try {
    return database.prepare('select name from migrations order by name').all()
  } finally {
    database.close()
  }
}
