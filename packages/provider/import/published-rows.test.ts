// Guards what readers see of imports: whole ones, the newest of each record, however many pages there are.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { eachStore } from '../../../tests/harness/services.ts'
import { beginImport, type PublishedTables, publishRows, readPublished } from './published-rows.ts'

interface Row {
  readonly name: string
  readonly part: number
  readonly value: string
}
const tables: PublishedTables<Row> = {
  records: 'shelf',
  imports: 'shelf_imports',
  state: 'shelf_state',
  key: ['name', 'part'],
}
const rows = (count: number, value: string): Row[] =>
  Array.from({ length: count }, (_, at) => ({ name: `name ${at % 7}`, part: at, value }))

async function createTables<DB>(db: Kysely<DB>): Promise<void> {
  for (const text of [
    'create table shelf (name text, part integer, value text, import integer, primary key (name, part, import))',
    'create table shelf_imports (import integer primary key)',
    'create table shelf_state (id integer primary key, revision integer, imports integer)',
    'insert into shelf_state values (1, 0, 0)',
  ])
    await sql.raw(text).execute(db)
}

await eachStore('published rows', (database) => {
  test('of more records than are read at once, each is read once and as the newest import has it', async () => {
    const { db } = database.store
    await createTables(db)
    await publishRows(db, tables, { plan: () => ({ rows: rows(1700, 'old') }) })
    await publishRows(db, tables, { plan: () => ({ rows: rows(900, 'new') }) })
    const begun = await beginImport(db, tables.state)
    await sql`insert into shelf values ('name 0', 0, 'unpublished', ${begun.number})`.execute(db)

    const read = await readPublished(db, tables)

    const parts = read.map(({ part }) => part).sort((one, other) => one - other)
    assert.deepEqual(
      parts,
      rows(1700, '').map(({ part }) => part),
    )
    assert.ok(read.every(({ part, value }) => value === (part < 900 ? 'new' : 'old')))
  })

  test('imports that are published while they are read are read as a whole', async () => {
    const { db } = database.store
    const other = await database.another()
    const publish = (value: string) => publishRows(other.db, tables, { plan: () => ({ rows: rows(1700, value) }) })
    await publish('round 0')
    for (let round = 1; round <= 2; round++) {
      let isPublishing = true
      const publishing = publish(`round ${round}`).finally(() => {
        isPublishing = false
      })
      while (isPublishing) {
        const read = await readPublished(db, tables)
        const values = new Set(read.map(({ value }) => value))
        assert.equal(read.length, 1700)
        assert.ok(values.size === 1, [...values].join(' and '))
        await sleep(5)
      }
      await publishing
    }
  })
})
