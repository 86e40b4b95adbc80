import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleHeaders } from './sample.ts'

test('sample data is marked, and other data is not', () => {
  assert.deepEqual(sampleHeaders(true), { 'x-gateway-sample': 'true' })
  assert.deepEqual(sampleHeaders(false), {})
})
