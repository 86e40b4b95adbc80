// Guards that deferred work runs at the end of its tick, all of it, stage by stage and in order.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as tick } from 'node:timers/promises'
import { createBatchPerTick } from './batch-per-tick.ts'

test('nothing runs at once; everything runs at the end of the tick, in order', async () => {
  const done: number[] = []
  const defer = createBatchPerTick('calls', (item: number) => done.push(item))
  defer(1)
  defer(2)
  await Promise.resolve()
  defer(3)
  assert.deepEqual(done, [])
  await tick()
  assert.deepEqual(done, [1, 2, 3])
  defer(4)
  await tick()
  assert.deepEqual(done, [1, 2, 3, 4])
})

test('responses are written after every call of the tick has begun, including those that the calls gave at once', async () => {
  const done: string[] = []
  const respond = createBatchPerTick('responses', (name: string) => done.push(`response ${name}`))
  const respondAtLength = createBatchPerTick('responses', (name: string) => done.push(`long response ${name}`))
  const begin = createBatchPerTick('calls', (name: string) => {
    done.push(`call ${name}`)
    respond(name)
  })
  const beginOther = createBatchPerTick('calls', (name: string) => {
    done.push(`other call ${name}`)
    respondAtLength(name)
  })
  respond('from elsewhere')
  begin('a')
  beginOther('b')
  begin('c')
  await tick()
  const calls = ['call a', 'call c', 'other call b']
  assert.deepEqual(done, [...calls, 'response from elsewhere', 'response a', 'response c', 'long response b'])
})

test('work that defers more work loses none of it and delays nobody else', async () => {
  const done: number[] = []
  const count = createBatchPerTick('responses', (from: number) => {
    done.push(from)
    if (from < 3) count(from + 1)
  })
  count(1)
  await tick()
  assert.deepEqual(done, [1])
  for (let ticks = 0; ticks < 3; ticks++) await tick()
  assert.deepEqual(done, [1, 2, 3])
})
