// Work that is put off is done in the turn it came up in, all of it, stage by stage and in order.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atEndOfTurn } from './end-of-turn.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('nothing is done at once, everything at the end of the turn, in the order in which it came', async () => {
  const done: number[] = []
  atEndOfTurn('calls', () => done.push(1))
  atEndOfTurn('calls', () => done.push(2))
  await Promise.resolve()
  atEndOfTurn('calls', () => done.push(3))
  assert.deepEqual(done, [])
  await turn()
  assert.deepEqual(done, [1, 2, 3])
})

test('answers are written when every call of the turn has been begun, also those that the calls gave at once', async () => {
  const done: string[] = []
  const call = (name: string) => () => {
    done.push(`call ${name}`)
    atEndOfTurn('answers', () => done.push(`answer ${name}`))
  }
  atEndOfTurn('answers', () => done.push('answer from elsewhere'))
  atEndOfTurn('calls', call('a'))
  atEndOfTurn('calls', call('b'))
  await turn()
  assert.deepEqual(done, ['call a', 'call b', 'answer from elsewhere', 'answer a', 'answer b'])
})

test('what comes up in the work itself is not lost, and holds up nobody else', async () => {
  const done: number[] = []
  const count = (from: number) => () => {
    done.push(from)
    if (from < 3) atEndOfTurn('answers', count(from + 1))
  }
  atEndOfTurn('answers', count(1))
  await turn()
  assert.deepEqual(done, [1])
  for (let turns = 0; turns < 3; turns++) await turn()
  assert.deepEqual(done, [1, 2, 3])
})
