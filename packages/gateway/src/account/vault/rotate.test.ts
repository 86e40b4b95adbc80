// Guards the rotation of the master key: whatever moment it is killed at, every record still opens, and it can be
// finished.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { eachStore, type TestDatabase } from '../../../../../tests/harness/services.ts'
import { reveal, Secret } from '../../process/secret.ts'
import { createPeppers } from '../keys/peppers.ts'
import { readKeyFile } from './key-file.ts'
import { createMasterSeal } from './master-seal.ts'
import { openMasterKey } from './open-master-key.ts'
import { NothingToRotate, rotateMasterKey } from './rotate.ts'
import { addAccounts, openVault } from './test-world.fixture.ts'

const accountCount = 12
const accountIds = Array.from({ length: accountCount }, (_, index) => `acc_${index}`)
const keyOf = (accountId: string) => `provider-key-of-${accountId}`
const pepperedKey = 'gh_live_text'

/** Opens everything from scratch, as a newly started process would, and checks every record. */
async function checkAll(database: TestDatabase, pepperHash: string): Promise<void> {
  const { vault, masterKey, store, clock } = await openVault(database.store, database.target)
  for (const id of accountIds) {
    const secret = await vault.open(id, 'weather')
    assert.equal(secret && reveal(secret), keyOf(id))
  }
  const masterSeal = createMasterSeal({ store, masterKey, randomBytes })
  const peppers = await createPeppers({ store, masterSeal, clock, randomBytes })
  assert.equal(peppers.hash(pepperedKey).hash, pepperHash)
}

async function versionsInRows({ store }: TestDatabase): Promise<number[]> {
  const dataKeys = await store.db.selectFrom('data_keys').select('master_version').distinct().execute()
  const peppers = await store.db.selectFrom('peppers').select('master_version').distinct().execute()
  return [...new Set([...dataKeys, ...peppers].map((row) => row.master_version))]
}

const versionsInFile = async ({ target }: TestDatabase) => [
  ...((await readKeyFile(join(target.dataDir, 'master.key')))?.keys.keys() ?? []),
]

await eachStore('master-key rotation', (database) => {
  const rotating = async (options: { onProgress?: () => void; batchRows?: number } = {}) => {
    const masterKey = await openMasterKey({
      source: { dataDir: database.target.dataDir },
      store: database.store,
      randomBytes,
    })
    return rotateMasterKey({ store: database.store, masterKey, randomBytes, batchRows: 5, ...options })
  }
  let pepperHash = ''

  before(async () => {
    await addAccounts(database.store, ...accountIds)
    const { vault, masterKey, clock, store } = await openVault(database.store, database.target)
    for (const id of accountIds) await vault.put(id, 'weather', new Secret(keyOf(id)))
    const masterSeal = createMasterSeal({ store, masterKey, randomBytes })
    pepperHash = (await createPeppers({ store, masterSeal, clock, randomBytes })).hash(pepperedKey).hash
  })

  test('afterwards every record is under the new key, opens, and the old key is gone', async () => {
    const result = await rotating()
    assert.deepEqual(result, { version: 2, rewrapped: accountCount + 1, unreadable: [], remaining: [] })
    assert.deepEqual(await versionsInRows(database), [2])
    assert.deepEqual(await versionsInFile(database), [2])
    await checkAll(database, pepperHash)
  })

  test('rotation half done: interrupted after any step, everything opens, and the next run finishes the same rotation', async () => {
    const startVersion = (await versionsInFile(database))[0] ?? 0
    let crashes = 0
    for (let stepsToCrash = 1; ; stepsToCrash++) {
      let steps = 0
      const version = startVersion + stepsToCrash
      const crash = () => {
        if (++steps === stepsToCrash) throw new Error('crash')
      }
      const outcome = await rotating({ onProgress: crash }).catch((error: unknown) => error)
      await checkAll(database, pepperHash)
      if (!(outcome instanceof Error)) break
      crashes++
      const finished = await rotating()
      // If it was interrupted after its very last step, the rotation was complete and the next run is another one.
      assert.ok(finished.version === version || finished.version === version + 1)
      await checkAll(database, pepperHash)
      assert.deepEqual(await versionsInFile(database), [finished.version])
      assert.deepEqual(await versionsInRows(database), [finished.version])
      if (finished.version === version + 1) break
    }
    assert.ok(crashes >= 5, `${crashes} crashes`)
  })

  test('a process that runs throughout goes on opening records, and sealing for new accounts, with the new key', async () => {
    const longOpen = await openVault(await database.another(), database.target)
    await longOpen.vault.open('acc_0', 'weather')
    const { version } = await rotating()
    await addAccounts(database.store, `acc_new_${version}`)
    const secret = await longOpen.vault.open('acc_1', 'weather')
    assert.equal(secret && reveal(secret), keyOf('acc_1'))
    await longOpen.vault.put(`acc_new_${version}`, 'weather', new Secret('a-key-of-the-new'))
    assert.deepEqual(await versionsInRows(database), [version])
  })

  test('records added and opened during a rotation are never lost', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `acc_busy_${index}`)
    await addAccounts(database.store, ...ids)
    const other = await openVault(await database.another(), database.target)
    const adding = (async () => {
      for (const id of ids) {
        await other.vault.put(id, 'weather', new Secret(keyOf(id)))
        other.vault.forget('acc_2', 'weather')
        assert.ok(await other.vault.open('acc_2', 'weather'))
      }
    })()
    const rotations = (async () => {
      for (let round = 0; round < 3; round++) await rotating({ batchRows: 2 })
    })()
    await Promise.all([adding, rotations])
    const { vault } = await openVault(database.store, database.target)
    for (const id of ids) {
      const secret = await vault.open(id, 'weather')
      assert.equal(secret && reveal(secret), keyOf(id))
    }
    await checkAll(database, pepperHash)
  })

  test('two concurrent rotations are one rotation', async () => {
    const earlier = (await versionsInFile(database))[0] ?? 0
    const results = await Promise.all([rotating({ batchRows: 1 }), rotating({ batchRows: 1 })])
    const highest = Math.max(...results.map((result) => result.version))
    assert.ok(highest <= earlier + 2)
    assert.deepEqual(await versionsInFile(database), [highest])
    assert.deepEqual(await versionsInRows(database), [highest])
    await checkAll(database, pepperHash)
  })

  test('a record that does not open is reported, and the old key is kept for it', async () => {
    await addAccounts(database.store, 'acc_broken')
    const { vault } = await openVault(database.store, database.target)
    await vault.put('acc_broken', 'weather', new Secret('provider-key-1'))
    const { db } = database.store
    const row = await db
      .selectFrom('data_keys')
      .selectAll()
      .where('account_id', '=', 'acc_broken')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('data_keys')
      .set({ wrapped: Buffer.of(1, 2, 3) })
      .where('account_id', '=', 'acc_broken')
      .execute()
    const result = await rotating()
    assert.deepEqual(result.unreadable, ['data-key / acc_broken'])
    assert.deepEqual(result.remaining, [row.master_version])
    await checkAll(database, pepperHash)
    await db.updateTable('data_keys').set({ wrapped: row.wrapped }).where('account_id', '=', 'acc_broken').execute()
    assert.deepEqual((await rotating()).remaining, [])
    await checkAll(database, pepperHash)
  })

  test('kill -9 at any moment of a rotation loses no record', async () => {
    const { dataDir, url } = database.target
    for (const lines of [0, 2, 5]) {
      const child = startRotation({ dataDir, url })
      const exit = new Promise<void>((resolve) => child.once('close', () => resolve()))
      let seen = 0
      if (child.stdout === null) assert.fail('the child has no output')
      const output = createInterface({ input: child.stdout })
      output.on('line', () => {
        if (seen++ >= lines) child.kill('SIGKILL')
      })
      await exit
      assert.equal(child.signalCode, 'SIGKILL', 'the rotation was still running')
      await checkAll(database, pepperHash)
    }
    const { version } = await rotating()
    assert.deepEqual(await versionsInFile(database), [version])
    assert.deepEqual(await versionsInRows(database), [version])
    await checkAll(database, pepperHash)
  })
})

await eachStore('master-key rotation of an environment key', (database) => {
  test('asks for a new key first, then moves every record to it', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-test-'))
    const { store } = database
    const [old, next] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]
    const withOld = await openMasterKey({ source: { dataDir, environment: old }, store, randomBytes })
    await createPeppers({
      store,
      masterSeal: createMasterSeal({ store, masterKey: withOld, randomBytes }),
      clock: () => 1,
      randomBytes,
    })
    await assert.rejects(rotateMasterKey({ store, masterKey: withOld, randomBytes }), NothingToRotate)
    const both = await openMasterKey({ source: { dataDir, environment: `2:${next},1:${old}` }, store, randomBytes })
    assert.deepEqual(await rotateMasterKey({ store, masterKey: both, randomBytes }), {
      version: 2,
      rewrapped: 1,
      unreadable: [],
      remaining: [1],
    })
    const withNew = await openMasterKey({ source: { dataDir, environment: `2:${next}` }, store, randomBytes })
    await createPeppers({
      store,
      masterSeal: createMasterSeal({ store, masterKey: withNew, randomBytes }),
      clock: () => 1,
      randomBytes,
    })
    await rm(dataDir, { recursive: true })
  })
})

/** A separate process that rotates again and again, row by row, and prints a line after each step. */
function startRotation(target: { dataDir: string; url: string | undefined }): ChildProcess {
  const own = (path: string) => JSON.stringify(fileURLToPath(new URL(path, import.meta.url)))
  const script = `
    import { randomBytes } from 'node:crypto'
    import { openStore } from ${own('../../../../store/mod.ts')}
    import { openMasterKey } from ${own('./open-master-key.ts')}
    import { rotateMasterKey } from ${own('./rotate.ts')}
    const { url, dataDir } = ${JSON.stringify(target)}
    const store = await openStore({ url, dataDir })
    const masterKey = await openMasterKey({ source: { dataDir }, store, randomBytes })
    const onProgress = ({ step }) => console.log(step)
    for (;;) await rotateMasterKey({ store, masterKey, randomBytes, batchRows: 1, onProgress })`
  return spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}
