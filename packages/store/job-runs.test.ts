// Guards that only one of several processes runs a scheduled job, on both databases.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachStore } from '../../tests/harness/services.ts'
import { createJobRunsRepository } from './job-runs.ts'

await eachStore('the job_runs table', (database) => {
  const name = (job: string) => ({ api: 'small', job })

  test('one of many concurrent processes may run the job, and none until it is due again', async () => {
    const stores = [database.store, await database.another()]
    const take = (index: number, now: number) =>
      createJobRunsRepository((stores[index % 2] ?? database.store).db).take(name('refresh'), now, now + 1000)
    const first = await Promise.all(Array.from({ length: 20 }, (_, index) => take(index, 5000)))
    assert.equal(first.filter(Boolean).length, 1)
    assert.equal(await take(0, 5999), false)
    const again = await Promise.all(Array.from({ length: 20 }, (_, index) => take(index, 6000)))
    assert.equal(again.filter(Boolean).length, 1)
  })

  test('a job that failed is due when the process that ran it says', async () => {
    const runs = createJobRunsRepository(database.store.db)
    assert.equal(await runs.take(name('other'), 0, 10_000), true)
    await runs.setDue(name('other'), 300)
    assert.equal(await runs.take(name('other'), 299, 10_299), false)
    assert.equal(await runs.take(name('other'), 300, 10_300), true)
  })

  test('a job that is planned is not due before, and one that has been is not planned again', async () => {
    const runs = createJobRunsRepository(database.store.db)
    assert.equal(await runs.plan(name('later'), 1000), true)
    assert.equal(await runs.take(name('later'), 999, 1999), false)
    assert.equal(await runs.take(name('later'), 1000, 2000), true)
    assert.equal(await runs.plan(name('later'), 9000), false)
    assert.equal(await runs.take(name('later'), 2000, 3000), true)
  })

  test('a due time that another clock set far in the future does not stop the job', async () => {
    const runs = createJobRunsRepository(database.store.db)
    await runs.take(name('clock'), 1_000_000, 1_001_000)
    assert.equal(await runs.take(name('clock'), 50, 1050), true)
  })
})
