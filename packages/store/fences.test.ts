// Guards the rows of fences and processes on both databases.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachStore } from '../../tests/services.ts'
import { fenceRange, fencesAfter, insertFence, insertProcess, pruneFences, updateProcess } from './fences.ts'

await eachStore('the fences table', (database) => {
  test('a reader that goes on from the last number never misses a fence, however many are written at once', async () => {
    const stores = [database.store, await database.another()]
    const begin = (await fenceRange(database.store.db)).last
    const writes = Promise.all(
      Array.from({ length: 150 }, (_, index) =>
        insertFence(stores[index % 2] ?? database.store, { kind: 'key', target: `key_${index}`, at: index }),
      ),
    )
    const seen: number[] = []
    let written: number[] | undefined
    const finished = writes.then((numbers) => {
      written = numbers
    })
    while (!written || seen.length < written.length) {
      const before = written
      const fences = await fencesAfter(database.store.db, seen.at(-1) ?? begin, 1000)
      seen.push(...fences.map(({ seq }) => seq))
      if (before && fences.length === 0) break
    }
    await finished
    assert.deepEqual(
      seen,
      written?.toSorted((a, b) => a - b),
    )
  })

  test('old fences are pruned, but never the newest', async () => {
    const { db } = database.store
    await db.deleteFrom('fences').execute()
    const numbers: number[] = []
    for (const at of [10, 20, 30]) numbers.push(await insertFence(database.store, { kind: 'key', target: 'key_1', at }))
    await pruneFences(db, 20)
    assert.deepEqual(await fenceRange(db), { first: numbers[1], last: numbers[2] })
    await pruneFences(db, 1000)
    assert.deepEqual(await fenceRange(db), { first: numbers[2], last: numbers[2] })
  })

  test('renewing a row that is gone is told', async () => {
    const { db } = database.store
    assert.equal(await updateProcess(db, { id: 'gone', seenAt: 1, fence: 1 }), false)
    await insertProcess(db, { id: 'there', now: 1, fence: 0 })
    assert.equal(await updateProcess(db, { id: 'there', seenAt: 2, fence: 1 }), true)
  })
})
