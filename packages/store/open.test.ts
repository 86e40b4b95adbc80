// Guards opening a database: concurrent processes, lost connections and invalid URLs.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { CompiledQuery, sql } from 'kysely'
import { openRelay } from '../../tests/harness/relay.ts'
import { eachStore } from '../../tests/harness/services.ts'
import { until } from '../../tests/harness/until.ts'
import { postgresSetup } from './dialects/postgres.ts'
import { openStore } from './open.ts'

const opener = fileURLToPath(new URL('./open.ts', import.meta.url))

await eachStore('an open store', (database) => {
  test('answers a ping', async () => {
    await assert.doesNotReject(database.store.ping())
  })

  test('reads 64-bit integers and sums as numbers, and fails for one that a number cannot represent exactly', async () => {
    const { db } = database.store
    const day = '2024-05-02'
    await db
      .insertInto('day_counters')
      .values({ subject: 'a', day, reserved: 2 ** 40 })
      .execute()
    await db
      .insertInto('day_counters')
      .values({ subject: 'b', day, reserved: 2 ** 40 })
      .execute()
    const sum = await db
      .selectFrom('day_counters')
      .select((column) => [column.fn.sum<number>('reserved').as('total'), column.fn.countAll<number>().as('rows')])
      .executeTakeFirstOrThrow()
    assert.deepEqual({ ...sum }, { total: 2 ** 41, rows: 2 })
  })

  test('reads bytes as they were stored', async () => {
    const { db } = database.store
    const sealed = Buffer.from([0, 1, 255, 0, 39])
    await db.insertInto('peppers').values({ version: 7, sealed, master_version: 1, created_at: 1 }).execute()
    const row = await db.selectFrom('peppers').select('sealed').where('version', '=', 7).executeTakeFirstOrThrow()
    assert.deepEqual(Buffer.from(row.sealed), sealed)
  })

  test('rolls back a failed transaction and reports the first error', async () => {
    const { db } = database.store
    const failing = db.transaction().execute(async (tx) => {
      await tx.insertInto('usage_batches').values({ id: 'lost', flushed_at: 1 }).execute()
      throw new Error('the first error')
    })
    await assert.rejects(failing, /the first error/)
    assert.deepEqual(await db.selectFrom('usage_batches').selectAll().execute(), [])
  })

  test('distinguishes a duplicate from other errors, and takes neither for a lost database', async () => {
    const { db, dialect } = database.store
    const insert = () => db.insertInto('usage_batches').values({ id: 'twice', flushed_at: 1 }).execute()
    await insert()
    await assert.rejects(insert, (error) => dialect.isDuplicate(error) && !dialect.isUnavailable(error))
    await assert.rejects(
      sql`select nonsense`.execute(db),
      (error) => !dialect.isDuplicate(error) && !dialect.isBusy(error),
    )
  })

  test('a transaction that only reads keeps its snapshot, and keeps nobody from writing', async () => {
    const other = await database.another()
    const names = async (db: typeof other.db) =>
      (await db.selectFrom('day_counters').select('subject').where('day', '=', 'read').execute()).length
    const insert = other.db.insertInto('day_counters').values({ subject: 'writer', day: 'read', reserved: 1 })
    const reading = database.store.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
    const counts = await reading.execute(async (tx) => {
      const before = await names(tx)
      const outcome = await Promise.race([insert.execute().then(() => 'written'), setTimeout(3000, 'waits')])
      return [before, outcome, await names(tx)]
    })
    assert.deepEqual(counts, [0, 'written', 0])
    assert.equal(await names(other.db), 1)
  })

  test('two transactions that read first and write later both succeed', async () => {
    const other = await database.another()
    const raise = (db: typeof other.db, subject: string) =>
      db.transaction().execute(async (tx) => {
        await tx.selectFrom('day_counters').selectAll().execute()
        await tx.insertInto('day_counters').values({ subject, day: 'd', reserved: 1 }).execute()
      })
    for (let round = 0; round < 5; round++)
      await Promise.all([raise(database.store.db, `one ${round}`), raise(other.db, `two ${round}`)])
    const rows = await other.db.selectFrom('day_counters').select('subject').where('day', '=', 'd').execute()
    assert.equal(rows.length, 10)
  })

  test('a repeated statement sees a table that was altered in between', async () => {
    const { db } = database.store
    await db.executeQuery(CompiledQuery.raw('create table changing (a integer)'))
    await db.executeQuery(CompiledQuery.raw('insert into changing values (1)'))
    const all = () => db.executeQuery<Record<string, unknown>>(CompiledQuery.raw('select * from changing'))
    assert.deepEqual({ ...(await all()).rows[0] }, { a: 1 })
    await db.executeQuery(CompiledQuery.raw('alter table changing add column b integer default 2'))
    assert.deepEqual({ ...(await all()).rows[0] }, { a: 1, b: 2 })
  })
})

await eachStore('a new database', (database) => {
  test('can be opened by several processes at the same moment', async () => {
    const { url, dataDir } = await database.empty()
    const script = `
      import { openStore } from ${JSON.stringify(opener)}
      const store = await openStore(${JSON.stringify({ url, dataDir })})
      await store.db.selectFrom('audit').selectAll().execute()
      await store.close()`
    assert.deepEqual(await Promise.all([run(script), run(script), run(script)]), [0, 0, 0])
  })
})

await eachStore('a lost connection', (database) => {
  if (database.name === 'sqlite') return
  const lose = async () => {
    const others = sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
    await others.execute(database.store.db)
  }
  const openTelling = async () => {
    const lost: string[] = []
    const store = await openStore({ ...database.target, log: { warn: (message) => lost.push(message) } })
    return { store, lost }
  }

  test('that was idle does not end the process, is reported once, and the next query opens a new one', {
    timeout: 10_000,
  }, async () => {
    const { store, lost } = await openTelling()
    await store.ping()
    await lose()
    await until(() => lost.length > 0, 'the loss is reported')
    await store.ping()
    await store.close()
    assert.deepEqual(lost, ['a database connection was lost'])
  })

  test('in the middle of a transaction fails that transaction and nothing else', { timeout: 10_000 }, async () => {
    const { store, lost } = await openTelling()
    const transaction = store.db.transaction().execute(async (tx) => {
      await tx.insertInto('usage_batches').values({ id: 'half', flushed_at: 1 }).execute()
      await lose()
      await until(() => lost.length > 0, 'the loss is reported')
      await tx.insertInto('usage_batches').values({ id: 'other half', flushed_at: 1 }).execute()
    })
    await assert.rejects(transaction, (error) => store.dialect.isUnavailable(error))
    assert.deepEqual(await store.db.selectFrom('usage_batches').selectAll().execute(), [])
    await store.close()
  })
})

test('a transaction that SQLite has ended by itself, as on a full disk, reports the error that ended it', async () => {
  const store = await openStore({ url: 'sqlite::memory:', dataDir: '.' })
  await store.db.insertInto('usage_batches').values({ id: 'there', flushed_at: 1 }).execute()
  const ending = store.db.transaction().execute(async (tx) => {
    await sql`insert or rollback into usage_batches values ('there', 2)`.execute(tx)
  })
  await assert.rejects(ending, (error) => store.dialect.isDuplicate(error))
  await store.ping()
  await store.close()
})

test('only its owner can read the SQLite file', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-test-'))
  const store = await openStore({ dataDir: join(dataDir, 'made', 'on the way') })
  for (const end of ['', '-wal', '-shm']) {
    const { mode } = await stat(join(dataDir, 'made', 'on the way', `gatehouse.db${end}`))
    assert.equal(mode & 0o077, 0, end)
  }
  await store.close()
  await rm(dataDir, { recursive: true })
})

test('a URL of an unknown scheme is refused without repeating it', async () => {
  const opening = openStore({ url: 'mysql://root:private@db/x', dataDir: '.' })
  await assert.rejects(
    opening,
    (error) => error instanceof Error && /mysql/.test(error.message) && !/private/.test(error.message),
  )
})

await eachStore('a database that hangs', (database) => {
  // SQLite is a file of this machine
  if (database.name !== 'postgres') return

  suite('behind a relay', { concurrency: true }, () => {
    test('rejects whatever waits for it within 5 s, transactions too, and works when it is back', async (t) => {
      const relay = await openRelay(database.target.url ?? '')
      const store = await openStore({ ...database.target, url: relay.url })
      t.after(async () => {
        await relay.cut()
        await store.close()
      })
      await Promise.all(Array.from({ length: 10 }, () => store.ping()))
      const writing = store.db.transaction().execute(async (tx) => {
        await sql`select 1`.execute(tx)
        relay.mute()
        await sql`select 1`.execute(tx)
      })
      writing.catch(() => undefined)
      await until(() => relay.isMute())
      const begunMs = performance.now()
      // more than the pool has connections
      const waiting = [writing, ...Array.from({ length: 30 }, () => store.ping())]
      for (const outcome of await Promise.allSettled(waiting)) {
        assert.ok(outcome.status === 'rejected')
        assert.ok(store.dialect.isUnavailable(outcome.reason), String(outcome.reason))
      }
      const tookMs = performance.now() - begunMs
      assert.ok(tookMs < 5000, `${tookMs} ms`)
      await assert.rejects(store.ping(), (error) => store.dialect.isUnavailable(error))
      await relay.mend()
      await until(() =>
        store.ping().then(
          () => true,
          () => false,
        ),
      )
    })

    test('spares slow statements of a database that answers', async () => {
      const { rows } = await sql<{ slept: number }>`select 1 as slept from pg_sleep(6)`.execute(database.store.db)
      assert.deepEqual(rows, [{ slept: 1 }])
    })

    test('is waited for by a patient store', async (t) => {
      const relay = await openRelay(database.target.url ?? '')
      const store = await openStore({ ...database.target, url: relay.url, isPatient: true })
      t.after(async () => {
        await relay.cut()
        await store.close()
      })
      await store.ping()
      relay.mute()
      const answer = store.ping().then(
        () => 'answered',
        () => 'rejected',
      )
      assert.equal(await Promise.race([answer, setTimeout(6000, 'waiting')]), 'waiting')
    })
  })
})

test('an unreachable PostgreSQL counts as unavailable', async () => {
  const url = 'postgres://nobody@127.0.0.1:1/none'
  const { traits } = postgresSetup({ url, onConnectionLost: () => undefined })
  await assert.rejects(openStore({ url, dataDir: '.' }), (error) => traits.isUnavailable(error))
})

function run(script: string): Promise<number | null> {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], { stdio: 'inherit' })
  return new Promise((resolve) => {
    child.once('close', resolve)
  })
}
