// How many voice jobs an account has under way, and uploads that break off, on each database.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachStore } from '../../tests/harness/services.ts'
import { until } from '../../tests/harness/until.ts'
import { openJobsWorld, recording } from './test/jobs-world.ts'

/** The recording in pieces, each once the test asks for it. */
function upload() {
  let ask = () => {}
  let asked = new Promise<void>((resolve) => {
    ask = resolve
  })
  let given = 0
  return {
    get given() {
      return given
    },
    async next() {
      const before = given
      ask()
      await until(() => given > before, 'the piece')
    },
    async *pieces() {
      for (let at = 0; at < recording.length; at += 1000) {
        await asked
        asked = new Promise((resolve) => {
          ask = resolve
        })
        given++
        yield recording.subarray(at, at + 1000)
      }
    },
  }
}

await eachStore('limits of voice jobs', (database) => {
  const openOn = async (store = database.store) => openJobsWorld({ database: { database: store, migrated: true } })
  test('the tables are made', async () => {
    await openJobsWorld({ database: { database: database.store } })
  })

  test('of any number of jobs that are begun at the same time in two processes, ten are under way', async () => {
    const [one, two] = [await openOn(), await openOn(await database.another())]
    const begun = await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 ? one : two).begin('acc_at_once')),
    )
    const statuses = begun.map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 201).length, 10)
    assert.equal(statuses.filter((status) => status === 429).length, 30)
    assert.equal((await one.begin('acc_other')).status, 201)
  })

  test('an upload that breaks off fails its job after five minutes, and then counts no more', async () => {
    const world = await openOn()
    const account = 'acc_broken'
    const job = (await world.begin(account)).body
    const broken = upload()
    void world.send(job, broken.pieces())
    await broken.next()
    world.clock.advance(299_000)
    for (let count = 0; count < 9; count += 1) assert.equal((await world.begin(account)).status, 201)
    assert.equal((await world.begin(account)).status, 429)
    assert.equal((await world.result(job, account)).status, 'pending')
    world.clock.advance(2000)
    assert.match(JSON.stringify(await world.result(job, account)), /failed.*not sent in time/)
    assert.equal((await world.begin(account)).status, 201)
  })

  test('an upload may take longer as long as it goes on, and one that stood still for so long is refused', async () => {
    const world = await openOn()
    const account = 'acc_slow'
    const [slow, still] = [(await world.begin(account)).body, (await world.begin(account)).body]
    const [pieces, standing] = [upload(), upload()]
    const sent = world.send(slow, pieces.pieces())
    const refused = world.send(still, standing.pieces())
    await standing.next()
    for (let at = 0; at < recording.length; at += 1000) {
      world.clock.advance(100_000)
      assert.equal((await world.result(slow, account)).status, 'pending')
      await pieces.next()
      // written before the clock goes on
      await new Promise((resolve) => setImmediate(resolve))
    }
    assert.equal((await sent).status, 204)
    await standing.next()
    assert.equal((await refused).status, 400)
    assert.match(JSON.stringify(await world.result(still, account)), /failed.*not sent in time/)
    await until(async () => (await world.result(slow, account)).status === 'complete', 'the job')
  })
})
