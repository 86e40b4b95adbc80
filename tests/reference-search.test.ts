// The search over all operations.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IndexedApi } from '../packages/console/src/reference/index-file.ts'
import { search } from '../packages/console/src/reference/search.ts'

const facts = { summary: '', embedded: true, live: true, ownKey: false }
const get = (id: string, summary: string, asks: readonly string[] = []) => ({
  ...{ id, summary, asks },
  method: 'GET',
  path: `/${id.toLowerCase()}`,
})
const apis: readonly IndexedApi[] = [
  { ...facts, slug: 'tide-tables', title: 'Tide tables', operations: [get('listHarbours', 'All harbours')] },
  {
    ...facts,
    slug: 'rates',
    title: 'Rates',
    operations: [
      get('onDate', 'Rates of a day', ['What was a euro worth?']),
      get('latest', 'Latest rates', ['What is a euro worth today?']),
    ],
  },
]
const found = (query: string) => search(apis, query).map(({ operation }) => operation.id)

test('every word must occur, as the beginning of a word', () => {
  assert.deepEqual(found('harb'), ['listHarbours'])
  assert.deepEqual(found('harb tide'), ['listHarbours'])
  assert.deepEqual(found('arb'), [])
  assert.deepEqual(found('harbours euro'), [])
})
test('names written as one word, questions and titles are searched too', () => {
  assert.deepEqual(found('LIST harbours'), ['listHarbours'])
  assert.deepEqual(found('today'), ['latest'])
})
test('a word in a summary counts more than one in a question', () => {
  assert.deepEqual(found('day'), ['onDate'])
  assert.deepEqual(found('rates latest'), ['latest'])
  assert.deepEqual(found('worth'), ['onDate', 'latest'])
})
test('no words find nothing', () => {
  assert.deepEqual(found(' ?! '), [])
})
