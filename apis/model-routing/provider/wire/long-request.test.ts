import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Part } from './chat-request.ts'
import { openBody } from './field.ts'
import { isLongBody, pauseIfLong, prepareLongBody } from './long-request.ts'

const request = (...parts: Part[]) => ({ system: [], messages: [{ role: 'user' as const, parts }] })
const long = 'x'.repeat(1_000_001)

test('every kind of long request is paused for, and no short one', () => {
  const longOnes = [
    request({ kind: 'text', text: long }),
    request({ kind: 'image', source: { at: 'data', mediaType: 'image/png', data: long } }),
    request({ kind: 'toolResult', id: 'a', parts: [{ kind: 'text', text: long }], isError: false }),
    { system: [long], messages: [] },
    request(...Array.from({ length: 1001 }, () => ({ kind: 'text' as const, text: 'a' }))),
    { system: [], messages: Array.from({ length: 1001 }, () => ({ role: 'user' as const, parts: [] })) },
  ]
  for (const one of longOnes) assert.ok(pauseIfLong(one) instanceof Promise)
  assert.equal(pauseIfLong(request({ kind: 'text', text: 'hello' })), undefined)
})

test('a long body is paused for whatever its messages are', () => {
  const bytes = Buffer.alloc(100_001)
  assert.ok(isLongBody(bytes))
  assert.ok(pauseIfLong(request(), bytes) instanceof Promise)
  assert.equal(pauseIfLong(request(), Buffer.alloc(100)), undefined)
})

test('what a body is refused for when it is read, a long one is refused for before', async () => {
  const nested = JSON.parse(`${'{"a":'.repeat(130)}1${'}'.repeat(130)}`)
  const many = { list: Array.from({ length: 15_001 }, () => ({})) }
  const half = { text: 'a\ud83d' }
  for (const body of [nested, many, half]) {
    const refusal = { name: 'ModelError', kind: 'invalid' }
    assert.throws(() => openBody(body, 'dots'), refusal)
    await assert.rejects(prepareLongBody(body), refusal)
  }
})

test('a long body is checked in turns before the one that reads it', async () => {
  let turns = 0
  let next = setImmediate(function turn() {
    turns++
    next = setImmediate(turn)
  })
  const body: { list: unknown[] } = { list: [] }
  await prepareLongBody(body)
  clearImmediate(next)
  assert.ok(turns >= 2)
  // it is not checked again
  body.list = Array.from({ length: 15_001 }, () => ({}))
  openBody(body, 'dots')
})
