import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindsOfValues } from './kinds-of-value.ts'

test('codes and names of currencies stand for currencies, and common words do not', () => {
  assert.deepEqual(kindsOfValues('USD to GBP'), ['currency', 'rate', 'convert'])
  assert.deepEqual(kindsOfValues('usd to gbp'), ['currency', 'rate', 'convert'])
  assert.deepEqual(kindsOfValues('how many Thai baht'), ['currency', 'language'])
  assert.deepEqual(kindsOfValues('try all that won real gold'), [])
})

test('postcodes, streets, mail addresses and days are recognised', () => {
  assert.deepEqual(kindsOfValues('who lives at NW1 6XE'), ['postcode'])
  assert.deepEqual(kindsOfValues('14 elm gr'), ['address'])
  assert.deepEqual(kindsOfValues('write to ann@example.test'), ['email'])
  assert.deepEqual(kindsOfValues('on 2024-02-29'), ['date'])
})
