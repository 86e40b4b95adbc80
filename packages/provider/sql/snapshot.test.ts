// Snapshots: loads are shared, writes of this process are seen immediately, those of others within the freshness limit.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { eachStore } from '../../../tests/harness/services.ts'
import { bumpRevision, createSnapshot, readRevision } from './mod.ts'

function world() {
  const state = { nowMs: 0, revision: 1, loads: 0, value: 'a' }
  const snapshot = createSnapshot({
    now: () => state.nowMs,
    revision: async () => state.revision,
    load: async () => {
      state.loads++
      return state.value
    },
  })
  return { state, snapshot }
}

describe('snapshot', () => {
  test('callers at the same time share one load', async () => {
    const { state, snapshot } = world()
    assert.deepEqual(await Promise.all([snapshot.get(), snapshot.get()]), ['a', 'a'])
    assert.equal(state.loads, 1)
  })

  test('a write of another process is seen once the snapshot is a second old, and an unchanged revision loads nothing', async () => {
    const { state, snapshot } = world()
    await snapshot.get()
    Object.assign(state, { revision: 2, value: 'b', nowMs: 999 })
    assert.equal(await snapshot.get(), 'a')
    state.nowMs = 1000
    assert.equal(await snapshot.get(), 'b')
    state.nowMs = 5000
    assert.equal(await snapshot.get(), 'b')
    assert.equal(state.loads, 2)
  })

  test('setting the clock back does not keep an old value for longer', async () => {
    const { state, snapshot } = world()
    state.nowMs = 1_000_000
    await snapshot.get()
    Object.assign(state, { revision: 2, value: 'b', nowMs: 0 })
    assert.equal(await snapshot.get(), 'b')
  })

  test('a load in progress cannot bring back what a write has replaced', async () => {
    const loads: PromiseWithResolvers<string>[] = []
    const snapshot = createSnapshot({
      now: () => 0,
      revision: async () => 1,
      load: () => {
        const load = Promise.withResolvers<string>()
        loads.push(load)
        return load.promise
      },
    })
    const before = snapshot.get()
    await new Promise(setImmediate)
    snapshot.drop()
    const after = snapshot.get()
    await new Promise(setImmediate)
    loads[1]?.resolve('new')
    loads[0]?.resolve('old')
    assert.deepEqual([await before, await after, await snapshot.get()], ['old', 'new', 'new'])
  })

  test('a failed load rejects its waiters, and the next call loads again', async () => {
    let failing = true
    const snapshot = createSnapshot({
      now: () => 0,
      revision: async () => 1,
      load: async () => {
        if (failing) throw new Error('cannot be read')
        return 'a'
      },
    })
    await assert.rejects(snapshot.get(), /cannot be read/)
    failing = false
    assert.equal(await snapshot.get(), 'a')
  })
})

await eachStore('the revision of a state table', (database) => {
  test('is 0 without a row and rises by one with each bump', async () => {
    const db = database.store.db.withTables<{ sample_state: { id: number; revision: number } }>()
    await sql`create table sample_state (id integer primary key, revision integer not null)`.execute(db)
    assert.equal(await readRevision(db, 'sample_state'), 0)
    await sql`insert into sample_state (id, revision) values (1, 7)`.execute(db)
    await bumpRevision(db, 'sample_state')
    assert.equal(await readRevision(db, 'sample_state'), 8)
  })
})
