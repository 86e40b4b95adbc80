// Guards the rows of invalidations on both databases.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachStore } from '../../tests/harness/services.ts'
import { insertInvalidation, invalidationRange, invalidationsAfter, pruneInvalidations } from './invalidations.ts'

await eachStore('the invalidations table', (database) => {
  test('a reader that goes on from the last number misses no invalidation, however many are written at once', async () => {
    const stores = [database.store, await database.another()]
    const begin = (await invalidationRange(database.store.db)).last
    const writes = Promise.all(
      Array.from({ length: 150 }, (_, index) =>
        insertInvalidation(stores[index % 2] ?? database.store, { kind: 'key', target: `key_${index}`, at: index }),
      ),
    )
    const revisions: number[] = []
    let written: number[] | undefined
    const finished = writes.then((numbers) => {
      written = numbers
    })
    while (!written || revisions.length < written.length) {
      const before = written
      const rows = await invalidationsAfter(database.store.db, revisions.at(-1) ?? begin, 1000)
      revisions.push(...rows.map(({ seq }) => seq))
      if (before && rows.length === 0) break
    }
    await finished
    assert.deepEqual(
      revisions,
      written?.toSorted((a, b) => a - b),
    )
  })

  test('old invalidations are pruned, but never the newest', async () => {
    const { db } = database.store
    await db.deleteFrom('fences').execute()
    const numbers: number[] = []
    for (const at of [10, 20, 30])
      numbers.push(await insertInvalidation(database.store, { kind: 'key', target: 'key_1', at }))
    await pruneInvalidations(db, 20)
    assert.deepEqual(await invalidationRange(db), { first: numbers[1], last: numbers[2] })
    await pruneInvalidations(db, 1000)
    assert.deepEqual(await invalidationRange(db), { first: numbers[2], last: numbers[2] })
  })
})
