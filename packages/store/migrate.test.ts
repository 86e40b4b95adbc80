// Guards migrations: forward only, all or nothing, never on a database that is newer than the program.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachStore } from '../../tests/harness/services.ts'
import {
  type Migration,
  type MigrationDb,
  MigrationError,
  migrate,
  migrationList,
  refuseNewer,
  tryMigrations,
} from './migrate.ts'
import type { Store } from './open.ts'

const table = (name: string, tableName: string): Migration => ({
  name,
  up: async (db: MigrationDb) => {
    await db.schema.createTable(tableName).addColumn('id', 'text').execute()
  },
})
const first = table('0001-first', 'bird_songs_notes')
const second = table('0002-second', 'bird_songs_rests')

const applied = async ({ db }: Store, prefix: string) => {
  const rows = await db.selectFrom('migrations').select('name').where('name', 'like', `${prefix}/%`).execute()
  return rows.map((row) => row.name).sort()
}
const tables = async ({ db }: Store) => (await db.introspection.getTables()).map((table) => table.name)

await eachStore('migrations', (database) => {
  test('run once, in order, and are recorded under their prefix', async () => {
    await database.store.migrate('bird-songs', [first])
    await database.store.migrate('bird-songs', [first, second])
    await database.store.migrate('bird-songs', [first, second])
    assert.deepEqual(await applied(database.store, 'bird-songs'), ['bird-songs/0001-first', 'bird-songs/0002-second'])
    assert.ok((await tables(database.store)).includes('bird_songs_rests'))
  })

  test('a database newer than the program is refused with the names of its migrations', async () => {
    await database.store.migrate('newer', [table('0001-a', 'newer_a'), table('0002-b', 'newer_b')])
    const older = database.store.migrate('newer', [table('0001-a', 'newer_a')])
    await assert.rejects(
      older,
      (error) => error instanceof MigrationError && /newer than this program.*newer\/0002-b/.test(error.message),
    )
  })

  test('a program serves newer tables that say so, applies nothing, and is refused by others with their version', async () => {
    const target = (version: string) => ({
      db: database.store.db,
      traits: database.store.dialect,
      version,
      now: () => 1,
    })
    const old = table('0001-a', 'within_a')
    await migrate(target('1.9.0'), 'within', [old])
    await migrate(target('1.10.0'), 'within', [old, { ...table('0002-b', 'within_b'), runsWith: '1.9.0' }])
    for (const version of ['1.9.0', '1.9.3', '1.10.0', '2.0.0']) await migrate(target(version), 'within', [old])
    await refuseNewer(target('1.9.0'), 'within', [old])
    for (const version of ['1.8.9', '0.10.0', 'unknown'])
      await assert.rejects(migrate(target(version), 'within', [old]), /has within\/0002-b\. Start version 1\.10\.0/)
    await migrate(target('1.11.0'), 'within', [
      old,
      { ...table('0002-b', 'within_b'), runsWith: '1.9.0' },
      table('0003-c', 'within_c'),
    ])
    await assert.rejects(migrate(target('1.9.0'), 'within', [old]), /within\/0003-c\. Start version 1\.11\.0/)
    await assert.rejects(migrate(target('1.9.0'), 'within', []), MigrationError)
  })

  test('pending migrations can be tried: each is named, with its parts, and nothing of it stays', async () => {
    const target = { db: database.store.db, traits: database.store.dialect, now: () => 1 }
    await migrate(target, 'tried', [table('0001-a', 'tried_a')])
    let parts = 2
    const list = [table('0001-a', 'tried_a'), { ...table('0002-b', 'tried_b'), prepare: async () => parts-- > 0 }]
    const tried = await tryMigrations(target, [{ prefix: 'tried', list }])
    assert.deepEqual([parts, tried.map(({ name }) => name)], [-1, ['tried/0002-b']])
    assert.deepEqual(await applied(database.store, 'tried'), ['tried/0001-a'])
    assert.ok(!(await tables(database.store)).includes('tried_b'))
  })

  test('a failing migration leaves nothing of itself or of earlier ones in the same run', async () => {
    const failing: Migration = {
      name: '0002-fails',
      up: async (db) => {
        await db.schema.createTable('half_b').addColumn('id', 'text').execute()
        throw new Error('failed on purpose')
      },
    }
    await assert.rejects(database.store.migrate('half', [table('0001-a', 'half_a'), failing]), /failed on purpose/)
    assert.deepEqual(await applied(database.store, 'half'), [])
    assert.deepEqual(
      (await tables(database.store)).filter((name) => name.startsWith('half_')),
      [],
    )
    await database.store.ping()
  })

  test('parts that a migration prepares are kept when the start is interrupted, and not done again', async () => {
    const done: string[] = []
    const slow = (breaksAt: number): Migration => ({
      ...table('0002-slow', 'slow_b'),
      async prepare(db) {
        const rows = await db.selectFrom('slow_a').select('id').execute()
        if (rows.length === breaksAt) throw new Error('interrupted')
        if (rows.length === 5) return false
        done.push(String(rows.length))
        await db
          .insertInto('slow_a')
          .values({ id: String(rows.length) })
          .execute()
        return true
      },
    })
    await assert.rejects(database.store.migrate('slow', [table('0001-a', 'slow_a'), slow(3)]), /interrupted/)
    assert.deepEqual(await applied(database.store, 'slow'), ['slow/0001-a'])
    await database.store.migrate('slow', [table('0001-a', 'slow_a'), slow(-1)])
    assert.deepEqual(await applied(database.store, 'slow'), ['slow/0001-a', 'slow/0002-slow'])
    assert.deepEqual(done, ['0', '1', '2', '3', '4'])
    const early: Migration = { ...second, prepare: async () => true }
    await assert.rejects(database.store.migrate('stray', [table('0001-a', 'accounts_more'), early]), /stray_/)
  })

  test('rows survive later migrations', async () => {
    await database.store.migrate('kept', [table('0001-a', 'kept_a')])
    const db = database.store.db.$extendTables<{ kept_a: { id: string; note?: string } }>()
    await db.insertInto('kept_a').values({ id: 'row' }).execute()
    const addColumn: Migration = {
      name: '0002-note',
      up: async (untyped) => {
        await untyped.schema
          .alterTable('kept_a')
          .addColumn('note', 'text', (column) => column.defaultTo('none'))
          .execute()
      },
    }
    await database.store.migrate('kept', [table('0001-a', 'kept_a'), addColumn])
    assert.deepEqual({ ...(await db.selectFrom('kept_a').selectAll().executeTakeFirst()) }, { id: 'row', note: 'none' })
  })

  test('a new migration before an applied one is refused', async () => {
    await database.store.migrate('gap', [table('0002-b', 'gap_b')])
    const late = database.store.migrate('gap', [table('0001-a', 'gap_a'), table('0002-b', 'gap_b')])
    await assert.rejects(late, /0001-a comes before/)
  })

  test('a table without the prefix of its API is refused and not created', async () => {
    await assert.rejects(database.store.migrate('thief', [table('0001-a', 'accounts_extra')]), /thief_/)
    assert.ok(!(await tables(database.store)).includes('accounts_extra'))
  })

  test('prefixes that begin alike are independent of each other', async () => {
    await database.store.migrate('sea', [table('0001-a', 'sea_a')])
    await database.store.migrate('sea-ice', [table('0001-a', 'sea_ice_a')])
    assert.deepEqual(await applied(database.store, 'sea'), ['sea/0001-a'])
  })

  test('concurrent openers of one database apply a migration once', async () => {
    const stores = [database.store, await database.another(), await database.another()]
    await Promise.all(stores.map((store) => store.migrate('once', [table('0001-a', 'once_a')])))
    assert.deepEqual(await applied(database.store, 'once'), ['once/0001-a'])
  })
})

test('migrations keyed by name are listed in order of name', () => {
  const up = async () => undefined
  assert.deepEqual(
    migrationList({ '0002-b': { up }, '0001-a': { up } }).map((migration) => migration.name),
    ['0001-a', '0002-b'],
  )
})
