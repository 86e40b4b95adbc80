// Who gets a recogniser where many want one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '#define'
import { scriptedSpeech } from '../../test/scripted-speech.ts'
import { createRecognisers } from './recognisers.ts'
import type { Recogniser } from './speech.ts'

function open(most: number) {
  let nowMs = 0
  const engine = scriptedSpeech(most)
  const recognisers = createRecognisers(() => nowMs)
  return {
    engine,
    openFor: (account: string) => recognisers.open({ account, engine, language: 'en', terms: [] }),
    pass: (ms: number) => {
      nowMs += ms
    },
  }
}
const samples = Buffer.alloc(3200)
const endOf = async ({ heard }: Recogniser) => {
  for await (const _one of heard);
}
const isTaken = (error: unknown) => error instanceof Refusal && error.status === 429

test('an account has at most half, and at least one', async () => {
  for (const [most, share] of [
    [1, 1],
    [2, 1],
    [3, 2],
    [4, 2],
  ] as const) {
    const { openFor } = open(most)
    const opened = await Promise.all(Array.from({ length: most + 1 }, () => openFor('acc_a')))
    assert.equal(opened.filter((one) => one !== undefined).length, share, `${share} of ${most}`)
  }
})

test('one that is closed can be had again by the same account', async () => {
  const { openFor } = open(2)
  const first = await openFor('acc_a')
  assert.equal(await openFor('acc_a'), undefined)
  first?.close()
  await first?.ended
  assert.ok(await openFor('acc_a'))
})

test('where all are taken, the one that was silent for longest goes to whoever comes, and says so', async () => {
  const { engine, openFor, pass } = open(4)
  const longest = await openFor('acc_a')
  assert.ok(longest)
  for (const account of ['acc_a', 'acc_b', 'acc_b']) {
    pass(1000)
    assert.ok(await openFor(account))
  }
  pass(12_000)
  const ended = assert.rejects(endOf(longest), isTaken)
  assert.ok(await openFor('acc_c'))
  await ended
  await assert.rejects(longest.write(samples), isTaken)
  assert.equal(engine.running, 4)
})

test('nothing is taken from those that are given audio, that work on the last of it, or while one is free', async () => {
  const { openFor, pass } = open(2)
  const talking = await openFor('acc_a')
  pass(11_000)
  const ending = await openFor('acc_b')
  await talking?.write(samples)
  ending?.end()
  pass(9000)
  assert.equal(await openFor('acc_c'), undefined)
  pass(1000)
  assert.ok(await openFor('acc_c'))
})
