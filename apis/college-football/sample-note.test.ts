// Empty answers of the sample say that its league is invented, and what is not in it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstVersion } from './endpoints/first-version.ts'
import { secondId, secondVersion } from './endpoints/second-version.ts'
import { openWorld } from './test/world.ts'

const world = await openWorld()
const note = 'x-gateway-sample-note'
/** Values without which endpoints refuse. */
const needed = { year: '2025', week: '5', searchTerm: 'wood', team1: 'Georgia', team2: 'Auburn' }

/** The calls for a school, in both versions. */
const callsFor = (school: string) =>
  Object.entries(firstVersion).flatMap(([id, { path, params }]) => {
    const names = Object.keys(params)
    if (!names.includes('team')) return []
    const query = Object.entries(needed).filter(([name]) => names.includes(name))
    const search = new URLSearchParams([...query, ['team', school]])
    return [`${path}?${search}`, `${secondVersion[secondId(id as keyof typeof firstVersion)].path}?${search}`]
  })

test('every answer about a school that the sample lacks is marked, and an empty one names the school', async () => {
  const calls = callsFor('Georgia')
  let empty = 0
  for (const call of calls) {
    const { status, headers, body } = await world.ask<unknown>(call)
    assert.equal(status, 200, call)
    assert.equal(headers['x-gateway-sample'], 'true', call)
    if (!Array.isArray(body) || body.length > 0) continue
    empty++
    assert.match(headers[note] ?? '', /no school "Georgia": GET \/teams .* invented/, call)
  }
  assert.ok(empty > 50, `${empty} of ${calls.length}`)
})

test('a note names what is missing: a conference, a season, a game, a professional team, or nothing in particular', async () => {
  const notes: readonly (readonly [call: string, note: RegExp])[] = [
    ['/games?year=2025&conference=SEC', /no conference "SEC": GET \/conferences/],
    ['/games?year=1950', /no season 1950, only 2025 and 2026/],
    ['/v2/games?id=7', /no game 7/],
    ['/game/box/advanced?gameId=7', /no game 7/],
    ['/draft/picks?proTeam=Chicago', /no professional team "Chicago"/],
    ['/v2/draft/picks?team=Chicago', /no professional team "Chicago"/],
    ['/player/search?searchTerm=zzzz', /^Nothing in the sample matches/],
    ['/games?year=2025&week=40&team=Northfield', /^Nothing in the sample matches/],
  ]
  for (const [call, expected] of notes) {
    const { headers } = await world.ask(call)
    assert.equal(headers['x-gateway-sample'], 'true', call)
    assert.match(headers[note] ?? '', expected, call)
  }
})

test('an answer that is not empty has no note', async () => {
  for (const call of ['/games?year=2025&team=Northfield', '/v2/conferences', '/game/box/advanced?gameId=401524001'])
    assert.equal((await world.ask(call)).headers[note], undefined, call)
})

test('no text of a caller breaks the header', async () => {
  for (const school of [
    'San José State',
    'Hawaiʻi',
    'a\r\nset-cookie: b',
    '"x"',
    'é'.repeat(500),
    'a'.repeat(500),
    '__proto__',
  ]) {
    const { headers } = await world.ask(`/games?year=2025&team=${encodeURIComponent(school)}`)
    assert.match(headers[note] ?? '', /^[ -~]{20,250}$/, school)
    assert.match(headers[note] ?? '', /no school/, school)
  }
})
