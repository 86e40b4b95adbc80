import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Part } from './chat-request.ts'
import { pauseIfLong } from './long-request.ts'

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
