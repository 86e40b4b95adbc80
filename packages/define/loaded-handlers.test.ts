// Handlers that are loaded with the first call: once for all who wait, and again after a failure.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bareKit } from './bare-kit.ts'
import { get, list, loadedHandlers, str } from './mod.ts'

const endpoints = {
  one: get('/one', 'One', { returns: list(str()) }),
  two: get('/two', 'Two', { returns: list(str()) }),
}

test('the code is loaded with the first call to any handler, once for all that wait, and is called at once from then on', async () => {
  let loads = 0
  const handlers = loadedHandlers(endpoints, async () => {
    loads++
    return { one: () => ['1'], two: () => ['2'] }
  })
  assert.equal(loads, 0)
  const waiting = [handlers.one({}, bareKit), handlers.two({}, bareKit)]
  assert.deepEqual(await Promise.all(waiting), [['1'], ['2']])
  assert.equal(loads, 1)
  assert.deepEqual(handlers.two({}, bareKit), ['2'])
  assert.equal(loads, 1)
})

test('a load that fails fails the calls that wait for it, and the next one tries again', async () => {
  let loads = 0
  const handlers = loadedHandlers(endpoints, async () => {
    if (++loads === 1) throw new Error('cannot be read')
    return { one: () => ['1'], two: () => ['2'] }
  })
  const both = await Promise.allSettled([handlers.one({}, bareKit), handlers.two({}, bareKit)])
  assert.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.deepEqual(await handlers.one({}, bareKit), ['1'])
  assert.equal(loads, 2)
})
