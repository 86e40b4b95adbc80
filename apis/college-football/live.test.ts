// The provider's version 2 bodies translated to the declared version 1.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Endpoints } from '#define'
import { sampled } from '../../tests/harness/seed.ts'
import { endpoints } from './endpoints.ts'
import { examples } from './examples.ts'
import { playTypeParameter } from './live/parameters.ts'
import { toFirst } from './live/reshape.ts'
import live from './live.ts'

const noQuery = { query: new URLSearchParams() }

for (const id of Object.keys(live)) {
  test(`${id}: a version 2 body becomes the declared one`, () => {
    const example = examples[id]
    assert.ok(example?.provider, 'the example lacks a body of version 2')
    assert.notDeepEqual(example.provider, example.output)
    assert.deepEqual(live[id]?.answer?.(example.provider, noQuery), example.output)
  })
}

test('every version 2 body of an example has a translation', () => {
  for (const [id, example] of Object.entries(examples)) assert.equal(example.provider !== undefined, id in live, id)
})

test('renamed parameters are declared ones', () => {
  const all: Endpoints = endpoints
  for (const { upstream, params } of Object.values(all))
    for (const name of Object.keys(upstream?.rename ?? {})) assert.ok(name in params, name)
})

function textsOf(query: string): unknown[] {
  const sent = ['Rush', 'Sack', 'Rushing Touchdown', 'Passing Touchdown'].map((playType) => ({ playType }))
  const answered = live.plays?.answer?.(sent, { query: new URLSearchParams({ [playTypeParameter]: query }) })
  assert.ok(Array.isArray(answered))
  return answered.map((play: { play_type: unknown }) => play.play_type)
}

test('a play type requested by id keeps the plays of that type alone', () => {
  assert.deepEqual(textsOf('5'), ['Rush'])
  assert.deepEqual(textsOf('67'), ['Passing Touchdown'])
})
test('an unknown play type keeps no play', () => {
  assert.deepEqual(textsOf('4711'), [])
})
test('without a requested type all plays are kept', () => {
  assert.equal(textsOf('').length, 4)
})

test('an integer beyond the safe range stays a string', () => {
  const sent = { id: '9007199254740993', other: '9007199254740991' }
  assert.deepEqual(toFirst(sent, { numbers: ['id', 'other'] }), { id: '9007199254740993', other: 9007199254740991 })
})
test('a string that is not a number stays a string', () => {
  for (const text of ['', '-', '12/20', '1e5', '0x10', ' 7', '--'])
    assert.deepEqual(toFirst({ stat: text }, { numbers: ['stat'] }), { stat: text })
})
test('unknown members are passed on', () => {
  const answered = live.talent?.answer?.([{ year: 2023, team: 'Northfield', talent: 1, rank: 3 }], noQuery)
  assert.deepEqual(answered, [{ year: 2023, school: 'Northfield', talent: 1, rank: 3 }])
})
test('a venue without coordinates has no location', () => {
  const answered = live.venues?.answer?.([{ id: 1, latitude: null, longitude: null }], noQuery)
  assert.deepEqual(answered, [{ id: 1, location: null }])
})
test('an empty list, null and a string pass unchanged', () => {
  for (const id of Object.keys(live))
    for (const body of [[], null, 'text']) assert.deepEqual(live[id]?.answer?.(body, noQuery), body)
})
test('a name like __proto__ stays an own member and changes no prototype', () => {
  const sent: unknown = JSON.parse('{"__proto__":{"polluted":true},"teamName":1}')
  const answered = toFirst(sent, { snake: true })
  assert.equal(JSON.stringify(answered), '{"__proto__":{"polluted":true},"team_name":1}')
  assert.equal(Object.getPrototypeOf(answered), Object.prototype)
})
test('no body makes a translation throw', () => {
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(live)), fc.jsonValue(), (id, body) => {
      const query = new URLSearchParams({ [playTypeParameter]: '5' })
      live[id]?.answer?.(body, { query })
      live[id]?.answer?.([{ teams: body, drives: [body], location: body, alternateNames: body }], noQuery)
    }),
    { numRuns: sampled(300) },
  )
})
