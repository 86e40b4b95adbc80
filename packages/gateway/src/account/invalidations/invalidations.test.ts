// Guards invalidations between processes on both databases. Leases are measured on a clock that the tests move; only
// the polling of the database runs in real time.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { type KyselyPlugin, sql } from 'kysely'
import { insertInvalidation, pruneInvalidations } from '#store'
import { eachStore } from '../../../../../tests/harness/services.ts'
import { until } from '../../../../../tests/harness/until.ts'
import { createInvalidations, type InvalidationsOptions, type SharedInvalidations } from './invalidations.ts'

const pollMs = 20
const leaseMs = 400
const startMs = Date.UTC(2025, 4, 14, 11)

await eachStore('invalidations', (database) => {
  const opened: SharedInvalidations[] = []
  const lines: string[] = []
  const log = {
    info: (message: string) => void lines.push(message),
    warn: (message: string) => void lines.push(message),
  }
  let nowMs = startMs
  const clock = () => nowMs
  let processes = 0
  const open = (options: Partial<InvalidationsOptions> = {}) => {
    const processId = `process-${++processes}`
    const shared = { store: database.store, clock, monotonic: clock, log, pollMs, leaseMs }
    const invalidations = createInvalidations({ ...shared, processId, ...options })
    opened.push(invalidations)
    return invalidations
  }
  const start = async (options: Partial<InvalidationsOptions> = {}) => {
    const invalidations = open(options)
    await invalidations.start()
    return invalidations
  }
  const onOwnStore = async (options: Partial<InvalidationsOptions> = {}) =>
    start({ ...options, store: await database.another() })
  const rows = () => database.store.db.selectFrom('processes').selectAll().orderBy('id').execute()
  const rowOf = async (id: string) => (await rows()).find((row) => row.id === id)
  /** Moves the time until every process renews its lease and so sees the others. */
  const connected = async (...all: SharedInvalidations[]) => {
    nowMs += leaseMs / 4
    await until(() => all.every((each) => each.liveProcesses() === all.length), 'every process sees the others')
  }
  /** Lets a lease pass in steps, at each of which process `id` renews its row. */
  const passLease = async (id: string) => {
    for (let step = 0; step < 4; step++) {
      nowMs += leaseMs / 4
      await until(async () => Number((await rowOf(id))?.seen_at) === nowMs, `${id} renews its lease`)
    }
  }

  beforeEach(() => {
    nowMs = startMs
    processes = 0
  })
  afterEach(async () => {
    for (const invalidations of opened.splice(0)) await invalidations.stop().catch(() => undefined)
    await database.store.db.deleteFrom('processes').execute()
    lines.length = 0
  })

  test('a process alone handles its own invalidation once and waits for nobody', async () => {
    const invalidations = await start()
    const handled: string[] = []
    invalidations.on('key', (target) => void handled.push(target))
    invalidations.on('plan', (target) => void handled.push(`plan ${target}`))
    const before = Number((await rowOf('process-1'))?.fence)
    // Time stands still: no lease of anyone it might wait for would ever end.
    await invalidations.publish('key', 'key_1')
    await until(async () => Number((await rowOf('process-1'))?.fence) > before, 'the next poll reads the invalidation')
    assert.deepEqual(handled, ['key_1'])
  })

  test('publishing ends only after every other process has handled the invalidation', async () => {
    const [publisher, first, second] = [await start(), await onOwnStore(), await onOwnStore()]
    const handled: string[] = []
    const finish = { first: () => {}, second: () => {} }
    publisher.on('key', () => void handled.push('own'))
    first.on('key', async (target) => {
      await new Promise<void>((resolve) => (finish.first = resolve))
      handled.push(`first ${target}`)
    })
    second.on('key', async (target) => {
      await new Promise<void>((resolve) => (finish.second = resolve))
      handled.push(`second ${target}`)
    })
    const published = publisher.publish('key', 'key_1').then(() => handled.push('published'))
    for (const name of ['first', 'second'] as const)
      await until(() => {
        finish[name]()
        return handled.includes(`${name} key_1`)
      }, `the ${name} handler`)
    await published
    assert.deepEqual(handled, ['own', 'first key_1', 'second key_1', 'published'])
  })

  test('a process that has started is known to all others, whenever they would have looked by themselves', async () => {
    const first = await start()
    assert.equal(first.isAlone(), true)
    const second = await onOwnStore()
    assert.deepEqual([first.isAlone(), second.isAlone()], [false, false])
    const third = await onOwnStore()
    assert.deepEqual([first.liveProcesses(), second.liveProcesses(), third.liveProcesses()], [3, 3, 3])
  })

  test('invalidations published on all sides at once are handled by all', async () => {
    const all = [await start(), await onOwnStore(), await onOwnStore()]
    const handled = all.map(() => new Set<string>())
    for (const [index, each] of all.entries()) each.on('key', (target) => void handled[index]?.add(target))
    await Promise.all(
      Array.from({ length: 30 }, async (_, number) => {
        await all[number % 3]?.publish('key', `key_${number}`)
        for (const targets of handled)
          assert.ok(targets.has(`key_${number}`), `key_${number} was acknowledged too early`)
      }),
    )
  })

  test('a hung process delays an invalidation by a lease at most, and has stopped serving by then', async () => {
    const [publisher, hung] = [await start(), await onOwnStore()]
    let hang: (() => void) | undefined
    hung.on('key', () => new Promise<void>((resolve) => (hang = resolve)))
    let published = false
    const publishing = publisher.publish('key', 'key_1').then(() => {
      published = true
    })
    await until(() => hang !== undefined, 'the handler hangs')
    nowMs += leaseMs - 1
    await until(async () => Number((await rowOf('process-1'))?.seen_at) === nowMs, 'the publisher renews its lease')
    assert.equal(published, false)
    assert.equal(hung.hasLease(), true)
    nowMs += 1
    await publishing
    assert.equal(hung.hasLease(), false)
    await until(() => publisher.hasLease(), 'the publisher renews its lease')
    hang?.()
    await until(() => hung.hasLease(), 'the process serves again')
  })

  test('a process whose lease has run out serves again only with what was published meanwhile', async () => {
    const publisher = await start()
    const own = await database.another()
    let mode: 'fails' | 'waits' | undefined
    let goOn: (() => void) | undefined
    const disturbance: KyselyPlugin = {
      transformQuery({ node, queryId }) {
        if (JSON.stringify(node).includes('"fences"')) reads.add(queryId)
        return node
      },
      async transformResult({ result, queryId }) {
        if (reads.has(queryId) && mode === 'fails') throw new Error('the answer was lost')
        if (reads.has(queryId) && mode === 'waits') await new Promise<void>((resolve) => (goOn = resolve))
        return result
      },
    }
    const reads = new WeakSet<object>()
    const late = await start({ store: { ...own, db: own.db.withPlugin(disturbance) } })
    const handled: string[] = []
    late.on('key', (target) => void handled.push(target))
    mode = 'fails'
    await until(() => late.failure() !== undefined, 'polls fail')
    await passLease('process-1')
    assert.equal(late.hasLease(), false)
    mode = 'waits'
    await until(() => goOn !== undefined, 'a poll that has read nothing new')
    await publisher.publish('key', 'key_1')
    mode = undefined
    goOn?.()
    await until(() => late.hasLease(), 'the process serves again')
    assert.deepEqual(handled, ['key_1'])
  })

  test('a process whose handler fails does not acknowledge, and tries again', async () => {
    const [publisher, failing] = [await start(), await onOwnStore()]
    let attempts = 0
    failing.on('key', () => {
      attempts++
      if (attempts < 3) throw new Error('not yet')
    })
    await publisher.publish('key', 'key_1')
    assert.equal(attempts, 3)
    assert.ok(lines.some((line) => line.includes('cannot be received')))
  })

  test('an own handler that fails makes publishing fail', async () => {
    const invalidations = await start()
    invalidations.on('key', () => {
      throw new Error('no')
    })
    await assert.rejects(invalidations.publish('key', 'key_1'), AggregateError)
  })

  test('a process cut off from the database stops serving before others stop waiting for it', async () => {
    const store = await database.another()
    const [publisher, cutOff] = [await start(), await start({ store })]
    const handled: string[] = []
    cutOff.on('key', (target) => void handled.push(target))
    await connected(publisher, cutOff)
    await store.close()
    assert.equal(cutOff.hasLease(), true)
    const publishing = publisher.publish('key', 'key_1')
    // Twice: the publisher may have seen the last renewal of the other as late as now.
    await passLease('process-1')
    await passLease('process-1')
    await publishing
    assert.deepEqual(handled, [])
    assert.equal(cutOff.hasLease(), false)
    assert.equal(publisher.hasLease(), true)
  })

  test('a process that was alone goes on without the database', async () => {
    const store = await database.another()
    const invalidations = await start({ store })
    await store.close()
    nowMs += 2 * leaseMs
    await until(() => lines.some((line) => line.includes('cannot be received')), 'a poll fails')
    assert.equal(invalidations.hasLease(), true)
    assert.equal(invalidations.liveProcesses(), 1)
  })

  test('the database away and back: serving stops and goes on, and no invalidation is missed', async () => {
    const [one, two] = [await start(), await onOwnStore()]
    const handled: string[] = []
    two.on('key', (target) => void handled.push(target))
    await connected(one, two)
    await sql`alter table processes rename to processes_away`.execute(database.store.db)
    try {
      nowMs += leaseMs
      assert.deepEqual([one.hasLease(), two.hasLease()], [false, false])
      await until(() => lines.filter((line) => line.includes('cannot be received')).length === 2, 'both polls fail')
      assert.deepEqual([one.hasLease(), two.hasLease()], [false, false])
    } finally {
      await sql`alter table processes_away rename to processes`.execute(database.store.db)
    }
    await until(() => one.hasLease() && two.hasLease(), 'both serve again')
    await one.publish('key', 'key_1')
    assert.deepEqual(handled, ['key_1'])
  })

  test('a machine that slept longer than a lease does not serve before it has polled', async () => {
    // The monotonic clock of a process may stop while its machine sleeps; the time of day does not.
    const monotonic = () => startMs
    const sleeper = await start({ monotonic, pollMs: 100 })
    const peer = await onOwnStore()
    await connected(sleeper, peer)
    nowMs += 3_600_000
    assert.equal(sleeper.hasLease(), false)
    await until(() => sleeper.hasLease(), 'the process serves again')
  })

  test('a new process does not handle old invalidations, and is waited for from then on', async () => {
    const publisher = await start()
    await publisher.publish('key', 'key_old')
    const joining = open({ store: await database.another() })
    const handled: string[] = []
    joining.on('key', (target) => void handled.push(target))
    assert.equal(joining.hasLease(), false)
    await joining.start()
    assert.equal(joining.hasLease(), true)
    await publisher.publish('key', 'key_new')
    assert.deepEqual(handled, ['key_new'])
  })

  test('a process that ends cleanly serves no more, and nobody waits for it', async () => {
    const [staying, leaving] = [await start(), await onOwnStore()]
    await leaving.stop()
    assert.equal(leaving.hasLease(), false)
    assert.equal((await rows()).length, 1)
    // Time stands still: the lease of the process that left would never end.
    await staying.publish('key', 'key_1')
    assert.equal(staying.hasLease(), true)
  })

  test('the row of a dead process is deleted', async () => {
    await start()
    await database.store.db
      .insertInto('processes')
      .values({ id: 'dead', started_at: 1, seen_at: 1, fence: 0 })
      .execute()
    // The first renewal sees the row, those of the next two leases see it unchanged.
    nowMs += leaseMs
    await until(async () => Number((await rowOf('process-1'))?.seen_at) === nowMs, 'the first renewal')
    await passLease('process-1')
    assert.ok(await rowOf('dead'))
    await passLease('process-1')
    nowMs += leaseMs
    await until(async () => (await rowOf('dead')) === undefined, 'the row is deleted')
  })

  test('a process taken for dead registers again and misses nothing', async () => {
    const [publisher, forgotten] = [await start(), await onOwnStore({ pollMs: 150 })]
    const handled: string[] = []
    forgotten.on('key', (target) => void handled.push(target))
    await database.store.db.deleteFrom('processes').where('id', '=', 'process-2').execute()
    await publisher.publish('key', 'key_1')
    await until(async () => handled.includes('key_1') && (await rows()).length === 2, 'it registers again')
    assert.deepEqual(handled, ['key_1'])
  })

  test('a process that may have missed pruned invalidations refuses to serve', async () => {
    const { db } = database.store
    const invalidations = await start({ pollMs: 250 })
    let otherMs = startMs
    const other = await start({ clock: () => otherMs, monotonic: () => otherMs })
    // All of this between two polls: invalidations are published and pruned during half a day without a poll.
    await db
      .insertInto('fences')
      .values([{ kind: 'key', target: 'key_1', at: 1 }])
      .execute()
    await insertInvalidation(database.store, { kind: 'key', target: 'key_2', at: nowMs })
    await pruneInvalidations(db, Number.MAX_SAFE_INTEGER)
    nowMs += 13 * 3_600_000
    await until(() => lines.some((line) => line.includes('cannot be received')), 'the poll fails')
    assert.equal(invalidations.hasLease(), false)
    const publishing = other.publish('key', 'key_3')
    otherMs += leaseMs
    await publishing
    assert.equal(invalidations.hasLease(), false)
  })
})
