// Guards the rows of running processes on both databases.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachStore } from '../../tests/harness/services.ts'
import { insertProcess, readProcesses, updateProcess } from './processes.ts'

await eachStore('the processes table', (database) => {
  test('renewing a row that is gone reports so', async () => {
    const { db } = database.store
    assert.equal(await updateProcess(db, { id: 'gone', seenAt: 1, acknowledged: 1 }), false)
    await insertProcess(db, { id: 'present', seenAt: 1, acknowledged: 0 })
    assert.equal(await updateProcess(db, { id: 'present', seenAt: 2, acknowledged: 1 }), true)
    assert.deepEqual(await readProcesses(db), [{ id: 'present', seenAt: 2, acknowledged: 1 }])
  })
})
