import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkHeader, pageCount, pageLinks, pageSlice } from './paging.ts'

const addressOf = (page: number) => `https://gateway.test/list?page=${page}`

test('pages cover every item once, and nothing is beyond the last', () => {
  const items = Array.from({ length: 23 }, (_, at) => at)
  assert.equal(pageCount(items.length, 10), 3)
  assert.equal(pageCount(20, 10), 2)
  assert.equal(pageCount(0, 10), 0)
  assert.deepEqual(
    [1, 2, 3].flatMap((page) => pageSlice(items, page, 10)),
    items,
  )
  assert.deepEqual(pageSlice(items, 4, 10), [])
})

test('a page links to its neighbours, and the ends to one only', () => {
  assert.deepEqual(pageLinks(2, 3, addressOf), {
    first: addressOf(1),
    last: addressOf(3),
    next: addressOf(3),
    prev: addressOf(1),
  })
  assert.deepEqual(Object.keys(pageLinks(1, 3, addressOf)), ['first', 'last', 'next'])
  assert.deepEqual(Object.keys(pageLinks(3, 3, addressOf)), ['first', 'last', 'prev'])
})

test('an empty list has one page', () => {
  assert.deepEqual(pageLinks(1, 0, addressOf), { first: addressOf(1), last: addressOf(1) })
})

test('the Link header names every relation', () => {
  assert.equal(
    linkHeader(pageLinks(1, 2, addressOf)),
    '<https://gateway.test/list?page=1>; rel="first", <https://gateway.test/list?page=2>; rel="last", ' +
      '<https://gateway.test/list?page=2>; rel="next"',
  )
})
