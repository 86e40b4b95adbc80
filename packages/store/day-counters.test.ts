// Guards the reservations of calls on both databases.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachStore } from '../../tests/harness/services.ts'
import { addCalls, pruneDayCounters, readReserved, reserveCalls, returnCalls } from './day-counters.ts'

await eachStore('the counters of calls', (database) => {
  const day = '2025-05-14'
  const minute = 29_119_980
  const of = (subject: string, later = 0) => ({ subject, day, minute: minute + later })
  const both = (perDay: number, perMinute: number) => ({ perDay, perMinute })
  const reserve = (counter: ReturnType<typeof of>, requested: [number, number], plan: [number, number]) =>
    reserveCalls(database.store.db, counter, {
      requested: both(...requested),
      plan: both(...plan),
      isPresent: () => true,
    })

  for (const plan of [both(100, 1000), both(1000, 100)])
    test(`concurrent reservations together never exceed ${plan.perDay} a day and ${plan.perMinute} a minute`, async () => {
      const stores = [database.store, await database.another()]
      const counter = of(`a${plan.perDay}`)
      const reservations = await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          reserveCalls((stores[index % 2] ?? database.store).db, counter, {
            requested: both(7, 7),
            plan,
            isPresent: () => true,
          }),
        ),
      )
      const sum = (window: 'perDay' | 'perMinute') =>
        reservations.reduce((total, { granted }) => total + granted[window], 0)
      assert.equal(Math.min(sum('perDay'), sum('perMinute')), 100)
      assert.equal(sum('perDay') <= plan.perDay && sum('perMinute') <= plan.perMinute, true)
      assert.deepEqual(await readReserved(database.store.db, counter), both(sum('perDay'), sum('perMinute')))
    })

  test('a reservation never exceeds the plan, even the first one', async () => {
    assert.deepEqual(await reserve(of('b'), [9, 9], [4, 20]), {
      granted: both(4, 9),
      minute,
      reserved: both(4, 9),
    })
    assert.deepEqual((await reserve(of('b'), [9, 9], [4, 20])).granted, both(0, 0))
    assert.deepEqual((await reserve(of('c'), [9, 9], [0, 20])).granted, both(0, 0))
    assert.deepEqual((await reserve(of('c'), [9, 9], [20, 0])).granted, both(0, 0))
    assert.deepEqual((await reserve(of('c'), [9, 9], [20, 3])).granted, both(9, 3))
  })

  test('a minute that is exhausted uses nothing of the day, and the next one is whole', async () => {
    await reserve(of('d'), [5, 5], [100, 5])
    assert.deepEqual((await reserve(of('d'), [5, 5], [100, 5])).reserved, both(5, 5))
    assert.deepEqual(await reserve(of('d', 1), [0, 4], [100, 5]), {
      granted: both(0, 4),
      minute: minute + 1,
      reserved: both(5, 4),
    })
  })

  test('a process whose minute is over reserves of the next one', async () => {
    await reserve(of('e', 1), [2, 2], [100, 5])
    assert.deepEqual(await reserve(of('e'), [4, 4], [100, 5]), {
      granted: both(4, 3),
      minute: minute + 1,
      reserved: both(6, 5),
    })
  })

  test('after a clock that was minutes ahead the present minute is closed, and the next one is not', async () => {
    await reserve(of('f', 60), [2, 2], [100, 5])
    assert.deepEqual((await reserve(of('f'), [2, 2], [100, 5])).granted, both(0, 0))
    assert.deepEqual((await reserve(of('f'), [2, 2], [100, 5])).granted, both(0, 0))
    assert.deepEqual((await reserve(of('f', 1), [2, 2], [100, 5])).granted, both(2, 2))
  })

  test('a reservation whose minute is over when it arrives gets nothing, and opens no minute again', async () => {
    const { db } = database.store
    await reserve(of('late', 60), [2, 5], [100, 5])
    const late = { requested: both(2, 2), plan: both(100, 5), isPresent: () => false }
    const { granted, minute: told } = await reserveCalls(db, of('late'), late)
    assert.deepEqual([granted, told], [both(0, 0), minute])
    assert.deepEqual((await reserve(of('late', 60), [2, 2], [100, 5])).granted, both(0, 0))
  })

  test('calls that were admitted in a minute long over still count for their day', async () => {
    const { db } = database.store
    await reserve(of('owed', 60), [2, 2], [100, 5])
    await addCalls(db, of('owed'), both(7, 7))
    assert.deepEqual(await readReserved(db, of('owed', 60)), both(9, 2))
  })

  test('days and subjects are counted separately', async () => {
    const { db } = database.store
    await reserve(of('g'), [5, 5], [10, 10])
    assert.deepEqual(await readReserved(db, { ...of('g'), day: '2025-05-15' }), both(0, 0))
    assert.deepEqual(await readReserved(db, of('h')), both(0, 0))
  })

  test('calls can be returned, but never below zero and never of a minute that is over', async () => {
    const { db } = database.store
    await reserve(of('i'), [5, 5], [10, 10])
    await returnCalls(db, of('i'), both(3, 3))
    assert.deepEqual(await readReserved(db, of('i')), both(2, 2))
    await returnCalls(db, of('i'), both(3, 3))
    assert.deepEqual(await readReserved(db, of('i')), both(2, 2))
    await reserve(of('i', 1), [1, 4], [10, 10])
    await returnCalls(db, of('i'), both(1, 2))
    assert.deepEqual(await readReserved(db, of('i', 1)), both(2, 4))
  })

  test('calls admitted without a reservation are added even beyond the plan', async () => {
    const { db } = database.store
    await reserve(of('j'), [10, 10], [10, 10])
    await addCalls(db, of('j'), both(4, 4))
    assert.deepEqual(await readReserved(db, of('j')), both(14, 14))
    await addCalls(db, of('k'), both(4, 4))
    assert.deepEqual(await readReserved(db, of('k')), both(4, 4))
  })

  test('past days are pruned and others are not', async () => {
    const { db } = database.store
    const [first, second] = [
      { ...of('l'), day: '2025-05-01' },
      { ...of('l'), day: '2025-05-02' },
    ]
    for (const counter of [first, second]) await reserve(counter, [1, 1], [10, 10])
    await pruneDayCounters(db, '2025-05-02')
    assert.equal((await readReserved(db, first)).perDay, 0)
    assert.equal((await readReserved(db, second)).perDay, 1)
  })
})
