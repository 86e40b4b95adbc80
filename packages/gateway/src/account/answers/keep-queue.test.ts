// An account waits for its own answers to be written, not for those that others add without end.
import assert from 'node:assert/strict'
import { test } from 'node:test'
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
