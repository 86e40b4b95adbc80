import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPacer, joinInSteps, joinInTurns, mapInSteps, paced, yieldToEventLoop } from './event-loop.ts'

test('what was already scheduled runs before the work continues', async () => {
  const order: string[] = []
  setImmediate(() => order.push('scheduled'))
  await yieldToEventLoop()
  order.push('work')
  assert.deepEqual(order, ['scheduled', 'work'])
})

test('paced work yields once its 5 ms have passed, and then has 5 ms again', async () => {
  let nowMs = 0
  const order: string[] = []
  const pause = createPacer(() => nowMs)
  const step = async (name: string) => {
    await pause()
    order.push(name)
  }
  setImmediate(() => order.push('scheduled'))
  nowMs = 4
  await step('first')
  nowMs = 5
  await step('second')
  setImmediate(() => order.push('scheduled again'))
  nowMs = 9
  await step('third')
  assert.deepEqual(order, ['first', 'scheduled', 'second', 'third'])
})

test('mapping and joining turn the event loop between slow items, and lose none', async () => {
  let turns = 0
  let immediate = setImmediate(function count() {
    turns += 1
    immediate = setImmediate(count)
  })
  const slow = (item: number) => {
    const until = performance.now() + 6
    while (performance.now() < until);
    return String(item)
  }
  assert.deepEqual(await mapInSteps([1, 2, 3], slow), ['1', '2', '3'])
  assert.ok(turns >= 2, `${turns} turns`)
  assert.equal(await joinInSteps([1, 2, 3], slow, ', '), '1, 2, 3')
  assert.ok(turns >= 4, `${turns} turns`)
  clearImmediate(immediate)
  const numbers = Array.from({ length: 2500 }, (_, number) => number)
  assert.equal(await joinInSteps(numbers, String, ' '), numbers.join(' '))
  assert.equal(await joinInSteps([], String, ' '), '')
})

test('pieces are joined in their order, while other work goes on', async () => {
  const pieces = Array.from({ length: 100 }, (_, at) => Buffer.alloc(1024 * 1024, at))
  let ticks = 0
  const timer = setInterval(() => ticks++, 1)
  const whole = await joinInTurns(pieces)
  clearInterval(timer)
  assert.ok(whole.equals(Buffer.concat(pieces)))
  assert.ok(ticks > 0)
  assert.equal((await joinInTurns([])).length, 0)
})

test('a long response is sent in chunks of 32 KiB, and other work goes on between slow pieces', async () => {
  const pieces = Array.from({ length: 100 }, (_, at) => String(at % 10).repeat(1000))
  const chunks = await Array.fromAsync(paced(pieces))
  assert.deepEqual(
    [chunks.map(({ length }) => length), chunks.join('')],
    [[33_000, 33_000, 33_000, 1000], pieces.join('')],
  )
  assert.deepEqual(await Array.fromAsync(paced([])), [])
  let turns = 0
  setImmediate(() => (turns += 1))
  function* slow() {
    const until = performance.now() + 6
    while (performance.now() < until);
    yield 'a'
    yield String(turns)
  }
  assert.deepEqual(await Array.fromAsync(paced(slow())), ['a1'])
})
