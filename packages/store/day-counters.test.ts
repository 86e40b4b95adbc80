// Guards the reservations of day calls on both databases.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachStore } from '../../tests/services.ts'
import { addCalls, pruneDayCounters, readReserved, reserveCalls, returnCalls } from './day-counters.ts'

await eachStore('the day counters', (database) => {
  const day = '2025-05-14'

  test('concurrent reservations together never exceed the day', async () => {
    const stores = [database.store, await database.another()]
    const reservations = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        reserveCalls((stores[index % 2] ?? database.store).db, { subject: 'a', day, amount: 7, perDay: 100 }),
      ),
    )
    assert.equal(
      reservations.reduce((sum, { granted }) => sum + granted, 0),
      100,
    )
    assert.equal(await readReserved(database.store.db, { subject: 'a', day }), 100)
  })

  test('a reservation never exceeds the day, even the first one', async () => {
    const { db } = database.store
    assert.deepEqual(await reserveCalls(db, { subject: 'b', day, amount: 9, perDay: 4 }), { granted: 4, reserved: 4 })
    assert.deepEqual(await reserveCalls(db, { subject: 'b', day, amount: 9, perDay: 4 }), { granted: 0, reserved: 4 })
    assert.deepEqual(await reserveCalls(db, { subject: 'c', day, amount: 9, perDay: 0 }), { granted: 0, reserved: 0 })
  })

  test('days and subjects are counted separately', async () => {
    const { db } = database.store
    await reserveCalls(db, { subject: 'd', day, amount: 5, perDay: 10 })
    assert.equal(await readReserved(db, { subject: 'd', day: '2025-05-15' }), 0)
    assert.equal(await readReserved(db, { subject: 'e', day }), 0)
  })

  test('calls can be returned, but never below zero', async () => {
    const { db } = database.store
    await reserveCalls(db, { subject: 'f', day, amount: 5, perDay: 10 })
    assert.equal(await returnCalls(db, { subject: 'f', day, amount: 3 }), 2)
    assert.equal(await returnCalls(db, { subject: 'f', day, amount: 3 }), undefined)
    assert.equal(await readReserved(db, { subject: 'f', day }), 2)
  })

  test('calls admitted without a reservation are added even beyond the day', async () => {
    const { db } = database.store
    await reserveCalls(db, { subject: 'g', day, amount: 10, perDay: 10 })
    assert.equal(await addCalls(db, { subject: 'g', day, amount: 4 }), 14)
    assert.equal(await addCalls(db, { subject: 'h', day, amount: 4 }), 4)
  })

  test('past days are pruned and others are not', async () => {
    const { db } = database.store
    await reserveCalls(db, { subject: 'i', day: '2025-05-01', amount: 1, perDay: 10 })
    await reserveCalls(db, { subject: 'i', day: '2025-05-02', amount: 1, perDay: 10 })
    await pruneDayCounters(db, '2025-05-02')
    assert.equal(await readReserved(db, { subject: 'i', day: '2025-05-01' }), 0)
    assert.equal(await readReserved(db, { subject: 'i', day: '2025-05-02' }), 1)
  })
})
