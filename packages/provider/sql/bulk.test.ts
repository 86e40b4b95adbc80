// Statements over many rows, on both databases.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachStore } from '../../../tests/harness/services.ts'
import { inChunks, insertMany } from './bulk.ts'

test('chunks keep every item in order and hold at most the requested number', () => {
  assert.deepEqual([...inChunks([1, 2, 3, 4, 5], 2)], [[1, 2], [3, 4], [5]])
  assert.deepEqual([...inChunks(new Set(['a']), 2)], [['a']])
  assert.deepEqual([...inChunks([], 2)], [])
})

type Tables = { bulk_rows: { kind: string; position: number; data: string | null; extra: number | null } }
const rowsOf = (count: number, data: string | null): Tables['bulk_rows'][] =>
  Array.from({ length: count }, (_, position) => ({ kind: 'k', position, data, extra: null }))

await eachStore('bulk inserts', (database) => {
  const open = () => database.store.db.withTables<Tables>()
  const emptyTable = async () => {
    const db = open()
    await db.schema.dropTable('bulk_rows').ifExists().execute()
    await db.schema
      .createTable('bulk_rows')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('data', 'text')
      .addColumn('extra', 'integer')
      .addPrimaryKeyConstraint('bulk_rows_key', ['kind', 'position'])
      .execute()
    return db
  }
  const stored = () => open().selectFrom('bulk_rows').selectAll().orderBy('position').execute()

  test('more rows than one statement takes are all stored, and no rows run no statement', async () => {
    const tables = await emptyTable()
    await insertMany(tables, 'bulk_rows', [])
    await insertMany(tables, 'bulk_rows', rowsOf(20_000, null))
    assert.deepEqual(await stored(), rowsOf(20_000, null))
  })

  test('a stored key fails, is replaced or is kept, as the caller says', async () => {
    const tables = await emptyTable()
    await insertMany(tables, 'bulk_rows', rowsOf(2, 'old'))
    await assert.rejects(insertMany(tables, 'bulk_rows', rowsOf(3, 'new')), /unique/i)
    await insertMany(tables, 'bulk_rows', rowsOf(3, 'kept'), { keepOn: ['kind', 'position'] })
    assert.deepEqual(
      (await stored()).map(({ data }) => data),
      ['old', 'old', 'kept'],
    )
    await insertMany(tables, 'bulk_rows', rowsOf(3, `it's "new"`), { replaceOn: ['kind', 'position'] })
    assert.deepEqual(await stored(), rowsOf(3, `it's "new"`))
  })

  test('inside a transaction a failing row rolls back all of them', async () => {
    const tables = await emptyTable()
    const rows = [...rowsOf(1000, 'x'), ...rowsOf(1, 'again')]
    await assert.rejects(tables.transaction().execute((within) => insertMany(within, 'bulk_rows', rows)))
    assert.deepEqual(await stored(), [])
  })
})
