// Version 2 bodies of the provider against the declared version 1.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Endpoints } from '#define'
import { endpoints } from './endpoints.ts'
import { examples } from './examples.ts'
import { playTypeParameter } from './live/play-types.ts'
import { reshape } from './live/reshape.ts'
import live from './live.ts'

const noQuery = { query: new URLSearchParams() }

for (const id of Object.keys(live)) {
  test(`${id}: what version 2 sends becomes what is declared`, () => {
    const example = examples[id]
    assert.ok(example?.provider, 'the example lacks a body of version 2')
    assert.notDeepEqual(example.provider, example.output)
    assert.deepEqual(live[id]?.answer?.(example.provider, noQuery), example.output)
  })
}

test('no example has a body of version 2 that nothing translates', () => {
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

test('a play type asked for by id keeps the plays of that type alone', () => {
  assert.deepEqual(textsOf('5'), ['Rush'])
  assert.deepEqual(textsOf('67'), ['Passing Touchdown'])
})
test('an unknown play type keeps no play', () => {
  assert.deepEqual(textsOf('4711'), [])
})
test('plays without a type asked for are all kept', () => {
  assert.equal(textsOf('').length, 4)
})

test('a whole number that a number cannot hold stays text', () => {
  const sent = { id: '9007199254740993', other: '9007199254740991' }
  assert.deepEqual(reshape(sent, { numbers: ['id', 'other'] }), { id: '9007199254740993', other: 9007199254740991 })
})
test('text that is no number stays text', () => {
  for (const text of ['', '-', '12/20', '1e5', '0x10', ' 7', '--'])
    assert.deepEqual(reshape({ stat: text }, { numbers: ['stat'] }), { stat: text })
})
test('members that are not known are handed on', () => {
  const answered = live.talent?.answer?.([{ year: 2023, team: 'Northfield', talent: 1, rank: 3 }], noQuery)
  assert.deepEqual(answered, [{ year: 2023, school: 'Northfield', talent: 1, rank: 3 }])
})
test('a venue without a place has no location', () => {
  const answered = live.venues?.answer?.([{ id: 1, latitude: null, longitude: null }], noQuery)
  assert.deepEqual(answered, [{ id: 1, location: null }])
})
test('an empty list, null and a text pass as they are', () => {
  for (const id of Object.keys(live))
    for (const body of [[], null, 'text']) assert.deepEqual(live[id]?.answer?.(body, noQuery), body)
})
test('a name like __proto__ stays an own member and changes no prototype', () => {
  const sent: unknown = JSON.parse('{"__proto__":{"polluted":true},"teamName":1}')
  const answered = reshape(sent, { snake: true })
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
    { numRuns: 300 },
  )
})
