// The measure of translations, and the fixed sentences that engines are checked on.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { chrf2 } from './engines/check/chrf.ts'

test('chrF2 is 100 for the reference itself, 0 without a common character, and weighs recall above precision', () => {
  assert.equal(chrf2(['the black cat sleeps'], ['the black cat sleeps']), 100)
  assert.equal(chrf2(['xxxxxxxx'], ['the black cat sleeps']), 0)
  const reference = ['the black cat sleeps on the table']
  // half of the words is all right but not all: what is missing counts more than what is too much
  assert.ok(chrf2(['the black cat sleeps'], reference) < chrf2([`${reference} and ${'so on '.repeat(3)}`], reference))
})

test('the value is that of the published definition', () => {
  // one pair by hand, up to bigrams: `ab` against `ac` shares 1 of 2 characters and no bigram; the other four sizes
  // have no n-grams at all
  assert.equal(chrf2(['ab'], ['ac']).toFixed(4), (100 * (0.5 / 6)).toFixed(4))
})

test('each fixed sentence is there in every language, and none twice', () => {
  const text = readFileSync(new URL('./engines/check/sentences.tsv', import.meta.url), 'utf8')
  const rows = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
  for (const row of rows) assert.equal(row.length, 9, row[0] ?? '')
  const sentences = rows.slice(1).flat()
  assert.ok(sentences.every((sentence) => sentence.trim() === sentence && sentence !== ''))
  assert.equal(new Set(sentences).size, sentences.length)
})
