// Guards that the answers of one account that wait to be read do not push out those of another.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import type { CapturedAnswer } from '../call/http/captured-response.ts'
import { createResults, type Results, resultLimits } from './results.ts'

const mebibyte = 1024 * 1024
const answerOf = (bytes: number): CapturedAnswer => ({
  status: 200,
  headers: {},
  body: Buffer.alloc(bytes),
  isCut: false,
})

function open(now = () => 0) {
  const results = createResults({ clock: now, randomBytes })
  const keep = (accountId: string, bytes: number, key = 1) =>
    results.keep({ operation: 'o', accountId, keyId: `${accountId} ${key}`, answer: answerOf(bytes) })
  return { results, keep }
}
const has = (results: Results, handle: string | undefined, keyId: string) =>
  handle !== undefined && results.get(handle, keyId) !== undefined

test('an account pushes out its own answers and those of no other, with however many keys', () => {
  for (const bytes of [0, 100_000, 4 * mebibyte]) {
    const { results, keep } = open()
    const others = Array.from({ length: 10 }, (_none, at) => ({
      name: `other ${at}`,
      handle: keep(`other ${at}`, 14_000),
    }))
    const own = Array.from({ length: 2000 }, (_none, at) => keep('busy', bytes, at))
    for (const { name, handle } of others) assert.ok(has(results, handle, `${name} 1`), `${bytes}`)
    assert.ok(has(results, own.at(-1), 'busy 1999'))
    assert.ok(!has(results, own[0], 'busy 0'))
  }
})

test('where all room is taken, an account that holds less than the others loses nothing', () => {
  const { results, keep } = open()
  const small = keep('small', mebibyte)
  for (let round = 0; round < 8; round++) for (let at = 0; at < 40; at++) keep(`account ${at}`, 4 * mebibyte, round)
  assert.ok(has(results, small, 'small 1'))
  const late = keep('late', mebibyte)
  assert.ok(has(results, late, 'late 1'))
  assert.ok(has(results, small, 'small 1'))
})

test('where all room is taken by equals, what comes last is refused', () => {
  const { results, keep } = open()
  const sixteen = Array.from({ length: 16 }, (_none, at) => keep(`account ${at}`, 4 * mebibyte))
  assert.equal(keep('account 16', 4 * mebibyte), undefined)
  for (const [at, handle] of sixteen.entries()) assert.ok(has(results, handle, `account ${at} 1`))
})

test('never holds more bytes than its limit, late answers included', async () => {
  const { results, keep } = open()
  const handles: { handle: string | undefined; keyId: string }[] = []
  for (let at = 0; at < 300; at++) {
    const accountId = `account ${at % 30}`
    const keyId = `${accountId} 1`
    if (at % 2 === 0) handles.push({ keyId, handle: keep(accountId, 3 * mebibyte) })
    else
      handles.push({
        keyId,
        handle: results.keep({ operation: 'o', accountId, keyId, answer: Promise.resolve(answerOf(4 * mebibyte)) }),
      })
    await Promise.resolve()
  }
  const held = handles.map(({ handle, keyId }) => (handle === undefined ? undefined : results.get(handle, keyId)))
  const answers = await Promise.all(held.map((one) => one?.answer))
  const bytes = answers.reduce((sum, answer) => sum + (answer?.body.length ?? 0), 0)
  assert.ok(bytes <= resultLimits.totalBytes, `${bytes}`)
  assert.ok(bytes > resultLimits.totalBytes / 2, `${bytes}`)
})

test('an answer is kept for fifteen minutes, and its room is free afterwards', () => {
  let nowMs = 0
  const { results, keep } = open(() => nowMs)
  const handle = keep('a', 1)
  for (let at = 0; at < 16; at++) keep(`account ${at}`, 4 * mebibyte)
  nowMs = 15 * 60_000 - 1
  assert.ok(has(results, handle, 'a 1'))
  nowMs = 15 * 60_000
  assert.ok(!has(results, handle, 'a 1'))
  assert.ok(has(results, keep('b', 4 * mebibyte), 'b 1'))
})
