// An account waits for its own answers to be written, not for those that others add without end.
import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createKeepQueue } from './keep-queue.ts'
import type { KeptAnswer } from './kept-answer.ts'

const answer: KeptAnswer = {
  request: { listing: 'weather', endpoint: 'forecast', params: {}, body: null, other: null },
  ...{ varies: {}, at: 1, status: 200, headers: [], body: Buffer.alloc(0), beats: null },
}

test('one account is settled while another goes on recording', async () => {
  const written: string[] = []
  let isOver = false
  const queue = createKeepQueue({
    async write(accountId) {
      written.push(accountId)
      if (!isOver) queue.add('busy', { answer, reserved: 0 })
      await turn()
    },
    clock: () => 1,
    log: { warn: () => {} },
  })
  queue.add('busy', { answer, reserved: 0 })
  await queue.settled('nobody')
  queue.add('own', { answer, reserved: 0 })
  await queue.settled('own')
  assert.equal(written.filter((one) => one === 'own').length, 1)
  isOver = true
  await queue.settled()
})

test('the queue rests after it has written, and not while somebody waits', async (t) => {
  // time stands still: a rest does not end by itself
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  const written: number[] = []
  const queue = createKeepQueue({
    async write(_accountId, answers) {
      written.push(answers.length)
    },
    clock: () => 1,
    log: { warn: () => {} },
  })
  const add = (count: number) => {
    for (let at = 0; at < count; at++) queue.add('own', { answer, reserved: 0 })
  }
  add(120)
  for (let turns = 0; turns < 5; turns++) await turn()
  assert.deepEqual(written, [50], 'it writes on, or never began')
  await queue.settled('own')
  assert.deepEqual(written, [50, 50, 20])
  add(60)
  for (let turns = 0; turns < 5; turns++) await turn()
  assert.deepEqual(written.slice(3), [50])
  mock.timers.tick(10_000)
  for (let turns = 0; turns < 5; turns++) await turn()
  assert.deepEqual(written.slice(3), [50, 10])
})

test('an account that records without end leaves room and turns to others', async () => {
  const written: string[] = []
  const write = async (accountId: string, answers: readonly KeptAnswer[]) =>
    void written.push(`${accountId} ${answers.length}`)
  const queue = createKeepQueue({ write, clock: () => 1, log: { warn: () => {} } })
  for (let at = 0; at < 600; at++) queue.add('busy', { answer, reserved: 0 })
  for (let at = 0; at < 60; at++) {
    queue.add('own', { answer, reserved: 0 })
    queue.add('other', { answer, reserved: 0 })
  }
  assert.deepEqual([queue.isFull('busy'), queue.isFull('own')], [true, false])
  await queue.settled()
  assert.equal(queue.isFull('busy'), false)
  assert.deepEqual(written.slice(0, 6), ['busy 50', 'own 50', 'other 50', 'busy 50', 'own 10', 'other 10'])
  assert.equal(written.filter((one) => one === 'busy 50').length, 10)
})
