// A backup holds everything, of one moment, and what is restored from it works.
import assert from 'node:assert/strict'
import { createSecretKey } from 'node:crypto'
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import Database from 'better-sqlite3'
import { listTables, openStore, readRows, type Store, withSnapshot } from '#store'
import { readKeyFile } from '../../packages/gateway/src/account/vault/key-file.ts'
import { dataKeyLabel, open, providerKeyLabel } from '../../packages/gateway/src/account/vault/seal.ts'
import { load } from '../harness/load.ts'
import { keysOf, newAccount, newFolder, operate, startProgram } from '../harness/program.ts'
import { createDatabase, postgresUrl, type StoreTarget } from '../harness/services.ts'
import { gatehouse } from './command-line.ts'

const passphrase = 'a passphrase of some length'
const both = (await postgresUrl()) === undefined ? (['sqlite'] as const) : (['sqlite', 'postgres'] as const)
const firstUsed: StoreTarget = { url: undefined, dataDir: newFolder({ after }) }
before(() => use(firstUsed))

for (const name of both)
  test(`A backup of ${name} under load restores every key, count and secret`, async (t) => {
    const source = await database(t, name)
    const program = await startProgram(t, { dataDir: source.dataDir, environment: settings(source) })
    const accounts = [
      await newAccount(program, { perMinute: 60_000, perDay: 100_000 }),
      await newAccount(program, { perMinute: 60_000, perDay: 100_000 }),
    ]
    const keys = [keysOf(program).gateway, ...accounts.map(({ key }) => key)]
    const [first] = accounts
    assert.ok(first)
    let isOver = false
    const calls = load({
      url: `${program.baseUrl}/v1/proxy/randomness/dice`,
      key: first.key,
      atOnce: 4,
      goOn: () => !isOver,
    })
    const file = join(newFolder(t), 'backup.zip')
    await new Promise((resolve) => setTimeout(resolve, 2500))
    const made = await gatehouse(source, ['backup', '--to', file])
    assert.equal(made.code, 0, made.stderr)
    isOver = true
    assert.equal((await calls).broken, 0)
    program.signal('SIGTERM')
    await program.ended

    const target = await database(t, name)
    copyKey(source, target)
    const restored = await gatehouse(target, ['restore', file])
    assert.equal(restored.code, 0, restored.stderr)
    const store = await openStore({ ...target, isExamined: true })
    t.after(() => store.close())
    const total = await sumOf(store, 'usage')
    assert.ok(total > 0, 'calls were counted before the backup')
    assert.equal(await sumOf(store, 'usage_endpoints'), total, 'the tables are of one moment')
    await openEverySecret(store, target.dataDir)

    const again = await startProgram(t, { dataDir: target.dataDir, environment: settings(target) })
    for (const key of keys) {
      const answer = await fetch(`${again.baseUrl}/v1/proxy/randomness/dice`, { headers: { 'x-gateway-key': key } })
      assert.notEqual(answer.status, 401, await answer.text())
    }
  })

test('A move from SQLite to PostgreSQL and back changes no row', { skip: both.length < 2 }, async (t) => {
  const source = await used(t)
  const folder = newFolder(t)
  let from = source
  for (const [at, name] of (['postgres', 'sqlite'] as const).entries()) {
    const file = join(folder, `${at}.zip`)
    assert.equal((await gatehouse(from, ['backup', '--to', file])).code, 0)
    const target = await database(t, name)
    copyKey(source, target)
    const restored = await gatehouse(target, ['restore', file])
    assert.equal(restored.code, 0, restored.stderr)
    assert.deepEqual(await rowsOf(target), await rowsOf(source))
    from = target
  }
})

test('Search indexes are restored with their database, and another kind of database refuses them by name', async (t) => {
  const source = await used(t)
  const insert = new Database(join(source.dataDir, 'gatehouse.db'))
  insert.exec(`insert into book_catalogue_names (rowid, name) values (7, 'tolkien')`)
  insert.close()
  const file = join(newFolder(t), 'backup.zip')
  assert.equal((await gatehouse(source, ['backup', '--to', file])).code, 0)
  const same = await database(t, 'sqlite')
  copyKey(source, same)
  assert.equal((await gatehouse(same, ['restore', file])).code, 0)
  const found = new Database(join(same.dataDir, 'gatehouse.db'))
  t.after(() => found.close())
  const rows = found.prepare(`select rowid as id from book_catalogue_names where book_catalogue_names match 'tolkien'`)
  assert.deepEqual(rows.all(), [{ id: 7 }])
  if (both.length < 2) return
  const other = await database(t, 'postgres')
  copyKey(source, other)
  const refused = await gatehouse(other, ['restore', file])
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /--without book-catalogue,/)
  assert.equal((await gatehouse(other, ['restore', file, '--without', 'book-catalogue'])).code, 0)
})

test('--suspend-keys disables every key, and --verify writes nothing', async (t) => {
  const source = await used(t)
  const file = join(newFolder(t), 'backup.zip')
  assert.equal((await gatehouse(source, ['backup', '--to', file])).code, 0)
  const target = await database(t, 'sqlite')
  const verified = await gatehouse(target, ['restore', file, '--verify'])
  assert.deepEqual([verified.code, readdirSync(target.dataDir)], [0, []], verified.stderr)
  copyKey(source, target)
  assert.equal((await gatehouse(target, ['restore', file, '--suspend-keys'])).code, 0)
  const store = await openStore({ ...target, isExamined: true })
  t.after(() => store.close())
  const states = await store.db.selectFrom('gateway_keys').select(['enabled']).distinct().execute()
  assert.deepEqual(states, [{ enabled: 0 }])
})

test('The master key and folders come back from a backup that includes them, with the passphrase alone', async (t) => {
  const source = await used(t)
  for (const name of ['config', 'files/translation']) {
    mkdirSync(join(source.dataDir, name), { recursive: true })
    writeFileSync(join(source.dataDir, name, 'translation.json'), `{"in":"${name}"}`)
  }
  const folder = newFolder(t)
  const [file, secret, wrong] = ['backup.zip', 'right', 'wrong'].map((name) => join(folder, name))
  assert.ok(file && secret && wrong)
  writeFileSync(secret, `${passphrase}\n`)
  writeFileSync(wrong, 'another passphrase')
  const options = ['--with-key', '--passphrase-file', secret, '--include', 'config,files']
  const made = await gatehouse(source, ['backup', '--to', file, ...options])
  assert.equal(made.code, 0, made.stderr)
  const target = await database(t, 'sqlite')
  const refused = await gatehouse(target, ['restore', file, '--passphrase-file', wrong])
  assert.deepEqual([refused.code, readdirSync(target.dataDir)], [1, []])
  const restored = await gatehouse(target, ['restore', file, '--passphrase-file', secret])
  assert.equal(restored.code, 0, restored.stderr)
  for (const path of ['master.key', 'config/translation.json', 'files/translation/translation.json'])
    assert.deepEqual(readFileSync(join(target.dataDir, path)), readFileSync(join(source.dataDir, path)))
  assert.equal(existsSync(join(target.dataDir, 'restoring')), false)
})

test('A folder keeps the newest backups', async (t) => {
  const source = await used(t)
  const folder = newFolder(t)
  writeFileSync(join(folder, 'notes.zip'), '')
  for (const _ of [1, 2, 3]) assert.equal((await gatehouse(source, ['backup', '--to', folder, '--keep', '2'])).code, 0)
  const names = readdirSync(folder)
  assert.equal(names.length, 3)
  assert.ok(names.includes('notes.zip'))
})

async function database(t: TestContext, name: 'sqlite' | 'postgres'): Promise<StoreTarget> {
  const created = await createDatabase(name)
  t.after(() => created.drop())
  return created
}

/** Returns a database that a gateway has used: a copy for each test. */
async function used(t: TestContext): Promise<StoreTarget> {
  const target = await database(t, 'sqlite')
  cpSync(firstUsed.dataDir, target.dataDir, { recursive: true })
  return target
}

async function use(target: StoreTarget): Promise<void> {
  const program = await startProgram({ after }, { dataDir: target.dataDir, environment: settings(target) })
  const { key } = await newAccount(program, { perMinute: 1000, perDay: 1000 })
  await operate(program, { method: 'GET', path: '/status' })
  for (const _ of [1, 2, 3])
    await fetch(`${program.baseUrl}/v1/proxy/randomness/dice`, { headers: { 'x-gateway-key': key } })
  program.signal('SIGTERM')
  await program.ended
}

function settings({ url }: StoreTarget): Record<string, string> {
  return { GATEHOUSE_DEFAULT_PROVIDER: 'embedded', ...(url !== undefined && { GATEHOUSE_DATABASE_URL: url }) }
}

function copyKey(from: StoreTarget, to: StoreTarget): void {
  copyFileSync(join(from.dataDir, 'master.key'), join(to.dataDir, 'master.key'))
}

async function sumOf(store: Store, table: 'usage' | 'usage_endpoints'): Promise<number> {
  const { total } = await store.db
    .selectFrom(table)
    .select((select) => select.fn.sum<number>('calls').as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

async function openEverySecret({ db }: Store, dataDir: string): Promise<void> {
  const keyring = await readKeyFile(join(dataDir, 'master.key'))
  const rows = await db
    .selectFrom('provider_keys')
    .innerJoin('data_keys', 'data_keys.account_id', 'provider_keys.account_id')
    .select(['provider_keys.account_id', 'slug', 'version', 'sealed', 'wrapped', 'master_version'])
    .execute()
  assert.ok(rows.length > 0)
  for (const { account_id, slug, version, sealed, wrapped, master_version } of rows) {
    const master = keyring?.keys.get(master_version)
    assert.ok(master)
    const key = createSecretKey(open(master, [...dataKeyLabel(account_id), master_version], wrapped))
    assert.ok(open(key, providerKeyLabel(account_id, slug, version), sealed).length > 0)
  }
}

/** All rows as text, in an order that is the same for both databases. */
async function rowsOf(target: StoreTarget): Promise<Record<string, string[]>> {
  const store = await openStore({ ...target, isExamined: true })
  try {
    return await withSnapshot(store, async (db) => {
      const all: Record<string, string[]> = {}
      for (const table of await listTables(db, store.dialect)) {
        if (table.kind !== 'table') continue
        const rows: string[] = []
        for await (const row of readRows(db, store.dialect, { ...table, columns: [...table.columns].sort() }))
          rows.push(JSON.stringify(row))
        if (rows.length > 0) all[table.name] = rows.sort()
      }
      return all
    })
  } finally {
    await store.close()
  }
}
