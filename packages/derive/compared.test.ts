// The sentence about what embedded answers were compared with never has a number that no file has.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hosted } from '#define'
import { comparedSentence, readCompared } from './compared.ts'

const api = { upstream: { base: 'https://a.example' }, surface: hosted }
const compared = readCompared('{"answers":212,"day":"2026-11-29","breaking":0,"warning":3,"info":1}')

test('a comparison is told with its numbers, and its absence without any', () => {
  assert.equal(
    comparedSentence(api, { embedded: true, compared }),
    'Its embedded answers have been compared with 212 live answers of 2026-11-29: 0 members of another type, 3 missing and 1 that no live answer had.',
  )
  assert.equal(
    comparedSentence(api, { embedded: true, compared: undefined }),
    'Its embedded answers have been compared with no live answer yet.',
  )
  assert.equal(comparedSentence(api, { embedded: false, compared }), undefined)
  assert.equal(
    comparedSentence({ ...api, upstream: null }, { embedded: true, compared: undefined }),
    'It has no live provider with which its answers could be compared.',
  )
})

test('a file without counts or a day is refused', () => {
  for (const text of [
    '{}',
    '{"answers":0,"day":"2026-11-29","breaking":0,"warning":0,"info":0}',
    '{"answers":1,"day":"today","breaking":0,"warning":0,"info":0}',
    '{"answers":1,"day":"2026-11-29","breaking":-1,"warning":0,"info":0}',
  ])
    assert.throws(() => readCompared(text), text)
})
