// Several processes on one database: one works on a batch at a time, another takes over when it dies, and no call is
// counted twice.
import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { fail, type HandlersFor, refuse } from '#define'
import { eachStore } from '../../../../tests/harness/services.ts'
import { until } from '../../../../tests/harness/until.ts'
import type { endpoints } from '../../endpoints.ts'
import { openStoreWorld, type StoreWorld } from '../../test/world.ts'
import { contentOf, findFile, saveFile } from '../models/stored/file-store.ts'
import { createBatchStore } from './batch-store.ts'
import { createBatchTasks } from './batch-tasks.ts'
import type { BatchedHandlers } from './line-calls.ts'
import { type BatchRunner, createBatchRunner } from './runner.ts'

const account = 'acc_a'
type Answering = (text: string) => Promise<object>

await eachStore('batches of several processes', (database) => {
  const opened = async (lines: number) => {
    const world = await openStoreWorld(database.store)
    const { kit } = world
    const lineText = Array.from({ length: lines }, (_, at) =>
      JSON.stringify({ custom_id: `c${at}`, method: 'POST', url: '/v1/moderations', body: { input: `text ${at}` } }),
    ).join('\n')
    const content = (async function* () {
      yield new Uint8Array(Buffer.from(lineText))
    })()
    const file = await saveFile(kit, { account, filename: 'a.jsonl', purpose: 'batch', size: lineText.length, content })
    const store = createBatchStore(kit)
    const facts = { endpoint: '/v1/moderations', inputFile: file?.id ?? '', metadata: null }
    const batch = await store.create({
      ...{ id: `batch_${kit.random.bytes(8).toString('hex')}`, account, wire: 'openai', runner: null },
      facts: { ...facts, keptS: 3600, key: 'key_a', headers: {} },
    })
    assert.ok(batch)
    return { world, store, id: batch.id }
  }
  const nothing = async () => {}
  const runnerOf = (
    { kit }: StoreWorld,
    answer: Answering,
    { beforeFiles = nothing, beforeLines = nothing } = {},
  ): BatchRunner => {
    const { db, now, log, random } = kit
    const { loadBatchFile: readLines, loadMessages, finishBatch: writeFiles } = createBatchTasks(kit)
    const loadBatchFile: typeof readLines = async (batch) => {
      await beforeLines()
      return readLines(batch)
    }
    const finishBatch: typeof writeFiles = async (batch) => {
      await beforeFiles()
      await writeFiles(batch)
    }
    const createModeration: HandlersFor<typeof endpoints, 'createModeration'>['createModeration'] = ({ body }) =>
      answer(String(Object(body).input)) as Promise<never> // whatever the test answers
    return createBatchRunner({
      ...{ db, store: createBatchStore(kit), tasks: { loadBatchFile, loadMessages, finishBatch }, now, log },
      handlers: { createModeration } as BatchedHandlers, // the only one that is called here
      newId: () => random.bytes(12).toString('hex'),
      keyWorks: kit.keyWorks,
    })
  }

  test('a batch is worked on once, however many processes look for work', async () => {
    const { world, store, id } = await opened(20)
    const asked: string[] = []
    const runners = [1, 2, 3].map(() =>
      runnerOf(world, async (text) => {
        asked.push(text)
        return {}
      }),
    )
    await Promise.all(runners.map((runner) => runner.runAll()))
    assert.equal(asked.length, 20)
    const batch = await store.read(id)
    assert.deepEqual([batch?.state, batch?.succeeded], ['completed', 20])
  })

  test('a batch whose input file costs the thread that reads it fails, and is not read again', async () => {
    const { world, store, id } = await opened(2)
    let reads = 0
    const runner = runnerOf(world, async () => ({}), {
      beforeLines: async () => {
        reads += 1
        throw fail('provider.restarted', { api: 'Model routing' })
      },
    })
    await runner.runAll()
    world.clock.advance(120_000)
    await runner.runAll()
    const batch = await store.read(id)
    assert.deepEqual([batch?.state, batch?.problems[0]?.code, reads], ['failed', 'interrupted', 1])
  })

  test('another process takes over from one that died, and what both answer is counted once', async () => {
    const { world, store, id } = await opened(2)
    const late: (() => void)[] = []
    const dead = runnerOf(world, () => new Promise((resolve) => void late.push(() => resolve({ from: 'dead' }))))
    void dead.runAll()
    await until(() => late.length === 2)
    // both answer: the one that was taken for dead comes first
    const other = runnerOf(world, async () => {
      for (const answer of late.splice(0)) answer()
      await until(async () => (await store.read(id))?.succeeded === 2)
      return { from: 'other' }
    })
    await other.runAll()
    assert.equal((await store.read(id))?.state, 'in_progress')
    world.clock.advance(60_000)
    await other.runAll()
    await dead.close()
    const batch = await store.read(id)
    assert.deepEqual([batch?.state, batch?.total, batch?.succeeded, batch?.failed], ['completed', 2, 2, 0])
  })

  test('results stay whole when a process that was taken for dead writes them too', async () => {
    const { world, store, id } = await opened(3)
    const { db } = world.kit
    let wake: () => void = () => {}
    const isAsleep = { before: false }
    const beforeFiles = () =>
      new Promise<void>((resolve) => {
        isAsleep.before = true
        wake = resolve
      })
    const asleep = runnerOf(world, async () => ({}), { beforeFiles })
    const late = asleep.runAll()
    await until(() => isAsleep.before)
    world.clock.advance(60_000)
    await runnerOf(world, async () => ({})).runAll()
    const batch = await store.read(id)
    wake()
    await late
    assert.deepEqual(await store.read(id), batch)
    const file = await findFile(world.kit, account, batch?.outputFile ?? '')
    const results = file ? await text(contentOf(db, file)) : ''
    assert.equal(results.trim().split('\n').length, 3)
    const files = await db
      .selectFrom('model_routing_files')
      .select('id')
      .where('filename', '=', `${id}_output.jsonl`)
      .execute()
    assert.deepEqual(files, [{ id: batch?.outputFile }])
  })

  test('a process that could not renew its lease does not begin the batch a second time', async () => {
    const { world, store, id } = await opened(1)
    let calls = 0
    const runner = runnerOf(world, async () => {
      calls += 1
      world.clock.advance(60_000)
      runner.wake()
      await new Promise((resolve) => setTimeout(resolve, 50))
      return {}
    })
    await runner.runAll()
    assert.deepEqual([calls, (await store.read(id))?.state], [1, 'completed'])
    await runner.close()
  })

  test('the call that waited for a provider comes after those that did not', async () => {
    const { world, store, id } = await opened(40)
    const asked: string[] = []
    let isLimited = true
    const runner = runnerOf(world, async (text) => {
      asked.push(text)
      if (text === 'text 0' && isLimited) throw refuse(429, {}, { 'retry-after': '20' })
      return {}
    })
    await runner.runAll()
    const first = asked.length
    assert.ok(first < 30)
    isLimited = false
    world.clock.advance(20_000)
    await runner.runAll()
    // four are under way at once
    assert.ok(asked.slice(-4).includes('text 0'))
    assert.equal((await store.read(id))?.succeeded, 40)
  })

  test('results are removed with the batch after thirty days, and lines as soon as the files are there', async () => {
    const { world, store, id } = await opened(1)
    await runnerOf(world, async () => ({})).runAll()
    const { db, now } = world.kit
    const lines = await db.selectFrom('model_routing_batch_lines').select('place').where('batch', '=', id).execute()
    assert.deepEqual(lines, [])
    assert.ok((await store.ended({ beforeMs: now() + 1, limit: 100 })).includes(id))
    assert.ok(!(await store.ended({ beforeMs: now(), limit: 100 })).includes(id))
  })
})
