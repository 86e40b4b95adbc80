// Guards fences between processes on both databases.
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { insertFence, pruneFences } from '#store'
import { eachStore } from '../../../../tests/services.ts'
import { createFences, type FencesOptions, type SharedFences } from './fences.ts'

const pollMs = 20
const leaseMs = 400

await eachStore('fences', (database) => {
  const opened: SharedFences[] = []
  const lines: string[] = []
  const log = {
    info: (message: string) => void lines.push(message),
    warn: (message: string) => void lines.push(message),
  }
  let processes = 0
  const open = (options: Partial<FencesOptions> = {}) => {
    const processId = `process-${++processes}`
    const parts = { store: database.store, clock: Date.now, log, pollMs, leaseMs }
    const fences = createFences({ ...parts, processId, ...options })
    opened.push(fences)
    return fences
  }
  const start = async (options: Partial<FencesOptions> = {}) => {
    const fences = open(options)
    await fences.start()
    return fences
  }
  const onOwnStore = async (options: Partial<FencesOptions> = {}) =>
    start({ ...options, store: await database.another() })
  const rows = () => database.store.db.selectFrom('processes').selectAll().execute()
  const until = async (done: () => boolean | Promise<boolean>) => {
    for (let tries = 0; !(await done()) && tries < 200; tries++) await sleep(10)
    assert.equal(await done(), true)
  }

  afterEach(async () => {
    for (const fences of opened.splice(0)) await fences.stop().catch(() => undefined)
    await database.store.db.deleteFrom('processes').execute()
    lines.length = 0
  })

  test('a process alone takes its own fence and waits for nobody', async () => {
    const fences = await start()
    const taken: string[] = []
    fences.on('key', (target) => void taken.push(target))
    fences.on('plan', (target) => void taken.push(`plan ${target}`))
    const startMs = performance.now()
    await fences.raise('key', 'key_1')
    assert.ok(performance.now() - startMs < leaseMs / 2)
    await sleep(3 * pollMs)
    assert.deepEqual(taken, ['key_1'])
  })

  test('a fence is acknowledged only after every other process has taken it', async () => {
    const [raising, first, second] = [await start(), await onOwnStore(), await onOwnStore()]
    const taken: string[] = []
    raising.on('key', () => void taken.push('own'))
    first.on('key', async (target) => {
      await sleep(60)
      taken.push(`first ${target}`)
    })
    second.on('key', async (target) => {
      await sleep(120)
      taken.push(`second ${target}`)
    })
    await raising.raise('key', 'key_1')
    assert.deepEqual(taken, ['own', 'first key_1', 'second key_1'])
  })

  test('fences raised on all sides at once are taken by all', async () => {
    const all = [await start(), await onOwnStore(), await onOwnStore()]
    const taken = all.map(() => new Set<string>())
    for (const [index, fences] of all.entries()) fences.on('key', (target) => void taken[index]?.add(target))
    await Promise.all(
      Array.from({ length: 30 }, async (_, number) => {
        await all[number % 3]?.raise('key', `key_${number}`)
        for (const targets of taken) assert.ok(targets.has(`key_${number}`), `key_${number} was acknowledged too early`)
      }),
    )
  })

  test('a hung process delays a fence by a lease at most, and has stopped serving by then', async () => {
    const [raising, hung] = [await start(), await onOwnStore()]
    let hang = () => {}
    hung.on('key', () => new Promise<void>((resolve) => (hang = resolve)))
    const startMs = performance.now()
    await raising.raise('key', 'key_1')
    const tookMs = performance.now() - startMs
    assert.equal(hung.mayServe(), false)
    assert.equal(raising.mayServe(), true)
    assert.ok(tookMs >= leaseMs / 2 && tookMs < leaseMs + 200, `${tookMs} ms`)
    hang()
    await until(() => hung.mayServe())
  })

  test('a process whose handler fails does not acknowledge, and tries again', async () => {
    const [raising, failing] = [await start(), await onOwnStore()]
    let attempts = 0
    failing.on('key', () => {
      attempts++
      if (attempts < 3) throw new Error('not yet')
    })
    await raising.raise('key', 'key_1')
    assert.equal(attempts, 3)
    assert.ok(lines.some((line) => line.includes('cannot be heard')))
  })

  test('an own handler that fails is told to who raised the fence', async () => {
    const fences = await start()
    fences.on('key', () => {
      throw new Error('no')
    })
    await assert.rejects(fences.raise('key', 'key_1'), AggregateError)
  })

  test('a process cut off from the database stops serving before others stop waiting for it', async () => {
    const store = await database.another()
    const [raising, cutOff] = [await start(), await start({ store })]
    const taken: string[] = []
    cutOff.on('key', (target) => void taken.push(target))
    await until(() => raising.liveProcesses() === 2 && cutOff.liveProcesses() === 2)
    await store.close()
    assert.equal(cutOff.mayServe(), true)
    await raising.raise('key', 'key_1')
    assert.deepEqual(taken, [])
    assert.equal(cutOff.mayServe(), false)
    assert.equal(raising.mayServe(), true)
  })

  test('a process that was alone goes on without the database', async () => {
    const store = await database.another()
    const fences = await start({ store })
    await store.close()
    await sleep(leaseMs + 100)
    assert.equal(fences.mayServe(), true)
    assert.equal(fences.liveProcesses(), 1)
  })

  test('the database away and back: serving stops and goes on, and no fence is missed', async () => {
    const [one, two] = [await start(), await onOwnStore()]
    const taken: string[] = []
    two.on('key', (target) => void taken.push(target))
    await until(() => one.liveProcesses() === 2)
    await sql`alter table processes rename to processes_away`.execute(database.store.db)
    try {
      await until(() => !one.mayServe() && !two.mayServe())
    } finally {
      await sql`alter table processes_away rename to processes`.execute(database.store.db)
    }
    await until(() => one.mayServe() && two.mayServe())
    await one.raise('key', 'key_1')
    assert.deepEqual(taken, ['key_1'])
  })

  test('a machine that slept longer than a lease does not serve before it has listened', async () => {
    let nowMs = Date.now()
    const fences = await start({ clock: () => nowMs, pollMs: 100 })
    await onOwnStore()
    await until(() => fences.liveProcesses() === 2)
    // The stopwatch of a process stands still while its machine sleeps; the clock does not.
    nowMs += 3_600_000
    assert.equal(fences.mayServe(), false)
    await until(() => fences.mayServe())
  })

  test('a new process need not hear of old fences, and is waited for from then on', async () => {
    const raising = await start()
    await raising.raise('key', 'key_old')
    const joining = open({ store: await database.another() })
    const taken: string[] = []
    joining.on('key', (target) => void taken.push(target))
    assert.equal(joining.mayServe(), false)
    await joining.start()
    assert.equal(joining.mayServe(), true)
    await raising.raise('key', 'key_new')
    assert.deepEqual(taken, ['key_new'])
  })

  test('a process that ends cleanly is waited for by nobody and serves no more', async () => {
    const [staying, leaving] = [await start(), await onOwnStore()]
    await leaving.stop()
    assert.equal(leaving.mayServe(), false)
    assert.equal((await rows()).length, 1)
    const startMs = performance.now()
    await staying.raise('key', 'key_1')
    assert.ok(performance.now() - startMs < leaseMs / 2)
  })

  test('a dead process is taken off the register', async () => {
    await start()
    await database.store.db
      .insertInto('processes')
      .values({ id: 'dead', started_at: 1, seen_at: 1, fence: 0 })
      .execute()
    await until(async () => (await rows()).length === 1)
  })

  test('a process taken for dead registers again and misses nothing', async () => {
    const [raising, forgotten] = [await start(), await onOwnStore({ pollMs: 150 })]
    const taken: string[] = []
    forgotten.on('key', (target) => void taken.push(target))
    await database.store.db.deleteFrom('processes').where('id', '=', `process-${processes}`).execute()
    await raising.raise('key', 'key_1')
    await until(async () => taken.includes('key_1') && (await rows()).length === 2)
  })

  test('a process that may have missed pruned fences refuses to serve', async () => {
    let nowMs = Date.now()
    const { db } = database.store
    const fences = await start({ clock: () => nowMs, pollMs: 250 })
    await start()
    // All of this between two polls: fences are raised and pruned while the process hears nothing for half a day.
    await db
      .insertInto('fences')
      .values([{ kind: 'key', target: 'key_1', at: 1 }])
      .execute()
    await insertFence(database.store, { kind: 'key', target: 'key_2', at: nowMs })
    await pruneFences(db, Number.MAX_SAFE_INTEGER)
    nowMs += 13 * 3_600_000
    await until(() => lines.some((line) => line.includes('cannot be heard')))
    assert.equal(fences.mayServe(), false)
    await sleep(300)
    assert.equal(fences.mayServe(), false)
  })
})
