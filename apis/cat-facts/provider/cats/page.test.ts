// The window of links at every length of list where its rule changes, and the members of a page.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageOf, pageWindow } from './page.ts'

/** `.` is a gap. */
const windowText = (page: number, last: number) =>
  pageWindow(page, last)
    .map((number) => number ?? '.')
    .join(' ')

const windows: [page: number, last: number, expected: string][] = [
  [1, 1, '1'],
  [1, 2, '1 2'],
  [2, 2, '1 2'],
  [5, 10, '1 2 3 4 5 6 7 8 9 10'],
  [13, 13, '1 2 3 4 5 6 7 8 9 10 11 12 13'],
  [1, 14, '1 2 3 4 5 6 7 8 9 10 . 13 14'],
  [7, 14, '1 2 3 4 5 6 7 8 9 10 . 13 14'],
  [8, 14, '1 2 . 5 6 7 8 9 10 11 12 13 14'],
  [14, 14, '1 2 . 5 6 7 8 9 10 11 12 13 14'],
  [7, 15, '1 2 3 4 5 6 7 8 9 10 . 14 15'],
  [8, 15, '1 2 . 5 6 7 8 9 10 11 . 14 15'],
  [9, 15, '1 2 . 6 7 8 9 10 11 12 13 14 15'],
  [1, 34, '1 2 3 4 5 6 7 8 9 10 . 33 34'],
  [14, 34, '1 2 . 11 12 13 14 15 16 17 . 33 34'],
  [27, 34, '1 2 . 24 25 26 27 28 29 30 . 33 34'],
  [28, 34, '1 2 . 25 26 27 28 29 30 31 32 33 34'],
  [1, 83, '1 2 3 4 5 6 7 8 9 10 . 82 83'],
  [42, 83, '1 2 . 39 40 41 42 43 44 45 . 82 83'],
  [83, 83, '1 2 . 74 75 76 77 78 79 80 81 82 83'],
  [49, 98, '1 2 . 46 47 48 49 50 51 52 . 97 98'],
  [98, 98, '1 2 . 89 90 91 92 93 94 95 96 97 98'],
  [500, 34, '1 2 . 25 26 27 28 29 30 31 32 33 34'],
]
for (const [page, last, expected] of windows)
  test(`page ${page} of ${last} shows ${expected}`, () => assert.equal(windowText(page, last), expected))

const path = 'http://gateway.test/facts'
const letters = [...'abcdefg']

test('a page in the middle has all members in the order of the provider', () => {
  const link = (page: number, active = false) => ({ url: `${path}?page=${page}`, label: String(page), active })
  const expected = {
    current_page: 2,
    data: ['d', 'e', 'f'],
    first_page_url: `${path}?page=1`,
    from: 4,
    last_page: 3,
    last_page_url: `${path}?page=3`,
    links: [
      { url: `${path}?page=1`, label: 'Previous', active: false },
      link(1),
      link(2, true),
      link(3),
      { url: `${path}?page=3`, label: 'Next', active: false },
    ],
    next_page_url: `${path}?page=3`,
    path,
    per_page: 3,
    prev_page_url: `${path}?page=1`,
    to: 6,
    total: 7,
  }
  assert.equal(JSON.stringify(pageOf(letters, { path, page: 2, perPage: 3 })), JSON.stringify(expected))
})

test('the first page has no previous one, and the last page no next one', () => {
  const first = pageOf(letters, { path, page: 1, perPage: 3 })
  assert.deepEqual([first.prev_page_url, first.links[0]?.url, first.from, first.to], [null, null, 1, 3])
  const last = pageOf(letters, { path, page: 3, perPage: 3 })
  assert.deepEqual([last.next_page_url, last.links.at(-1)?.url, last.from, last.to], [null, null, 7, 7])
})

test('a page beyond the end is empty and links back', () => {
  for (const page of [4, Number.MAX_SAFE_INTEGER]) {
    const beyond = pageOf(letters, { path, page, perPage: 3 })
    assert.deepEqual([beyond.data, beyond.from, beyond.to, beyond.next_page_url], [[], null, null, null])
    assert.equal(beyond.prev_page_url, `${path}?page=${page - 1}`)
    assert.deepEqual(
      beyond.links.map(({ active }) => active),
      [false, false, false, false, false],
    )
  }
})

test('an empty list has one empty page', () => {
  const empty = pageOf([], { path, page: 1, perPage: 10 })
  assert.deepEqual([empty.last_page, empty.total, empty.from, empty.next_page_url], [1, 0, null, null])
  assert.deepEqual(empty.links[1], { url: `${path}?page=1`, label: '1', active: true })
})

test('a gap is a link without an address', () => {
  const { links } = pageOf(
    Array.from({ length: 34 }, (_, at) => at),
    { path, page: 1, perPage: 1 },
  )
  assert.deepEqual(links[11], { url: null, label: '...', active: false })
})
