// Random tests are the same in every run: what is drawn depends on the seed alone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { testSeed } from './seed.ts'

test('property tests take the seed of the run', () => {
  assert.equal(fc.readConfigureGlobal().seed, testSeed)
})
