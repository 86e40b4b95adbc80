// Sampling of live answers: a share of them, a few a second, bounded bodies, and nothing that reaches the call.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { get, obj, str } from '#define'
import { smallApi } from '../../../../../tests/harness/small-api.ts'
import type { DriftResult, DriftTask } from './drift-thread.ts'
import { createDriftSampler, maxSampledBytes, mostPerSecond } from './sampler.ts'

const endpoint = get('/thing', 'One thing', { returns: obj({ id: str() }) })
const header = {
  ...{ listing: 'small', api: smallApi().api, id: 'thing', endpoint, status: 200 },
  ...{ contentType: 'application/json', encoding: undefined },
}

function world(options: { share?: number; random?: () => number; run?: () => Promise<DriftResult> } = {}) {
  const tasks: DriftTask[] = []
  const noted: unknown[] = []
  let now = 0
  const result: DriftResult = { compared: { findings: [], isCut: false } }
  const sampler = createDriftSampler({
    share: options.share ?? 1,
    thread: {
      run(task) {
        tasks.push(task)
        return options.run?.() ?? Promise.resolve(result)
      },
    },
    note: (...note) => void noted.push(note),
    monotonic: () => now,
    random: options.random ?? (() => 0),
  })
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  const pass = (ms: number) => {
    now += ms
  }
  return { sampler, tasks, noted, settled, pass }
}

test('a share of the answers is taken', () => {
  let turn = 0
  const { sampler, pass } = world({ share: 0.25, random: () => (turn++ % 4) / 4 })
  let taken = 0
  for (let call = 0; call < 40; call++) {
    pass(1000)
    const copy = sampler.sample(header)
    copy?.end()
    if (copy) taken++
  }
  assert.equal(taken, 10)
})

test('at most ten a second are taken', async () => {
  const { sampler, pass, settled } = world()
  const take = async () => {
    let taken = 0
    for (let call = 0; call < 50; call++) {
      const copy = sampler.sample(header)
      if (copy) taken++
      copy?.end()
      await settled()
    }
    return taken
  }
  assert.equal(await take(), mostPerSecond)
  pass(1000)
  assert.equal(await take(), mostPerSecond)
})

test('a whole body is compared, whatever becomes of the memory of its chunks', async () => {
  const { sampler, tasks, noted, settled } = world()
  const copy = sampler.sample(header)
  const chunk = Buffer.from('{"id":')
  copy?.push(chunk)
  chunk.fill(0)
  copy?.push(Buffer.from('"a"}'))
  copy?.end()
  await settled()
  const [task] = tasks
  assert.ok(task?.kind === 'compare')
  assert.equal(Buffer.from(task.answer.body).toString(), '{"id":"a"}')
  assert.deepEqual(noted, [
    [
      { listing: 'small', endpoint: 'thing' },
      { findings: [], isCut: false },
    ],
  ])
})

test('a body beyond the limit is not compared, and a failing thread hurts nobody', async () => {
  const { sampler, tasks, noted, settled } = world({ run: () => Promise.reject(new Error('the thread ended')) })
  const long = sampler.sample(header)
  long?.push(Buffer.alloc(maxSampledBytes))
  long?.push(Buffer.alloc(1))
  long?.end()
  await settled()
  assert.equal(tasks.length, 0)
  sampler.sample(header)?.end()
  await settled()
  assert.deepEqual([tasks.length, noted.length], [1, 0])
})

test('answers that never end hold their places for a while, and no longer', () => {
  const { sampler, pass } = world()
  for (let call = 0; call < mostPerSecond; call++) assert.ok(sampler.sample(header))
  pass(2000)
  assert.equal(sampler.sample(header), undefined)
  pass(31_000)
  assert.ok(sampler.sample(header))
})
