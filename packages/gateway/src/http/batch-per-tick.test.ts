// Work that is put off is done in the turn it came up in, all of it, stage by stage and in order.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEndOfTurn } from './batch-per-tick.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('nothing is done at once, everything at the end of the turn, in the order in which it came', async () => {
  const done: number[] = []
  const put = createEndOfTurn('calls', (item: number) => done.push(item))
  put(1)
  put(2)
  await Promise.resolve()
  put(3)
  assert.deepEqual(done, [])
  await turn()
  assert.deepEqual(done, [1, 2, 3])
  put(4)
  await turn()
  assert.deepEqual(done, [1, 2, 3, 4])
})

test('answers are written when every call of the turn has been begun, also those that the calls gave at once', async () => {
  const done: string[] = []
  const answer = createEndOfTurn('answers', (name: string) => done.push(`answer ${name}`))
  const long = createEndOfTurn('answers', (name: string) => done.push(`long answer ${name}`))
  const begin = createEndOfTurn('calls', (name: string) => {
    done.push(`call ${name}`)
    answer(name)
  })
  const other = createEndOfTurn('calls', (name: string) => {
    done.push(`other call ${name}`)
    long(name)
  })
  answer('from elsewhere')
  begin('a')
  other('b')
  begin('c')
  await turn()
  const calls = ['call a', 'call c', 'other call b']
  assert.deepEqual(done, [...calls, 'answer from elsewhere', 'answer a', 'answer c', 'long answer b'])
})

test('what comes up in the work itself is not lost, and holds up nobody else', async () => {
  const done: number[] = []
  const count = createEndOfTurn('answers', (from: number) => {
    done.push(from)
    if (from < 3) count(from + 1)
  })
  count(1)
  await turn()
  assert.deepEqual(done, [1])
  for (let turns = 0; turns < 3; turns++) await turn()
  assert.deepEqual(done, [1, 2, 3])
})
