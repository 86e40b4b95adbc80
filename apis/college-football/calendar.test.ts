// The season that the clock says: before it, in its first week, in the middle of it, at its end, and when the next one
// is announced.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstVersion } from './endpoints/first-version.ts'
import { callsOf } from './test/calls.ts'
import { openWorld, type World } from './test/world.ts'

interface Game {
  readonly id: number
  readonly completed: boolean
  readonly home_team: string
  readonly home_points: number | null
  readonly home_pregame_elo: number
}
const gamesOf = (world: World, year: number) => world.rows<Game>(`/games?year=${year}&seasonType=both`)
const countOf = async (world: World, path: string) => (await world.rows(path)).length

/** Times, whether 2025 is a season of the league, and how many games of 2026 have been completed. */
const times: readonly (readonly [name: string, now: string, has2025: boolean, of2026: string])[] = [
  ['the last evening before the schedule', '2026-06-30T23:59:59.000Z', true, 'unknown'],
  ['the day of the schedule', '2026-07-01T00:00:00.000Z', true, 'none'],
  ['the first Saturday', '2026-08-30T12:00:00.000Z', true, 'some'],
  ['November', '2026-11-10T12:00:00.000Z', true, 'some'],
  ['New Year', '2027-01-01T00:00:00.000Z', true, 'some'],
  ['February', '2027-02-01T00:00:00.000Z', true, 'all'],
  ['the next July', '2027-07-01T00:00:00.000Z', false, 'all'],
]

for (const [name, now, has2025, of2026] of times)
  test(`${name}: seasons are those of the clock, and every endpoint answers as declared`, async () => {
    const world = await openWorld({ now })
    const [finished, current] = [await gamesOf(world, 2025), await gamesOf(world, 2026)]
    assert.equal(finished.length > 180, has2025)
    assert.equal(finished.length > 0, has2025)
    assert.ok(finished.every(({ completed }) => completed))
    const completed = current.filter((game) => game.completed).length
    const expected =
      current.length === 0 ? 'unknown' : completed === 0 ? 'none' : completed < current.length ? 'some' : 'all'
    assert.equal(expected, of2026)
    // results, and all that follows from them, are those of completed games
    assert.ok(current.every((game) => game.completed === (game.home_points !== null)))
    assert.equal((await countOf(world, '/records?year=2026')) > 0, completed > 0)
    assert.equal((await countOf(world, '/ratings/srs?year=2026')) > 0, completed > 0)
    for (const id of Object.keys(firstVersion) as (keyof typeof firstVersion)[]) {
      // calls of the current season, some for each endpoint
      const calls = callsOf(id, []).filter((call) => !/[yY]ear=202[1-5]/.test(call))
      for (const call of calls.slice(0, 5)) {
        const { status } = await world.ask(call)
        assert.ok(status === 200 || status === 400, `${call}: ${status}`)
      }
    }
  })

test('games of a season are the same before and after the next season is announced', async () => {
  const world = await openWorld({ now: '2027-06-30T12:00:00Z' })
  const shown = async () => (await gamesOf(world, 2026)).map(({ home_pregame_elo: _elo, ...game }) => game)
  const plays = () => world.rows('/plays?year=2026&week=5&team=Northfield')
  const outcome = async () => (await shown()).map(({ id, home_team: home, home_points: points }) => [id, home, points])
  const before = [await outcome(), await plays()]
  world.clock.set('2027-07-01T12:00:00Z')
  assert.deepEqual([await outcome(), await plays()], before)
})

test('a year without data has empty lists, which say that they come from the sample', async () => {
  const world = await openWorld()
  for (const path of ['/games?year=1999', '/records?year=2024', '/plays?year=2030&week=1', '/draft/picks?year=2020']) {
    const { status, headers, body } = await world.ask<unknown[]>(path)
    assert.deepEqual([status, headers['x-gateway-sample'], body], [200, 'true', []], path)
  }
})

test('the scoreboard shows the week that is next, the one that is played, and after the season the last one', async () => {
  const at = async (now: string) => {
    const world = await openWorld({ now })
    const rows = await world.rows<{ startDate: string; status: string }>('/scoreboard')
    return { count: rows.length, states: new Set(rows.map(({ status }) => status)), first: rows[0]?.startDate }
  }
  const summer = await at('2026-08-01T12:00:00Z')
  assert.deepEqual([...summer.states], ['scheduled'])
  assert.match(summer.first ?? '', /^2026-0[89]/)
  assert.ok((await at('2026-10-10T21:00:00Z')).states.has('in_progress'))
  const spring = await at('2027-04-01T12:00:00Z')
  assert.deepEqual([...spring.states], ['completed'])
  assert.ok(spring.count > 0)
})

test('the draft comes in the last days of April, of the season before', async () => {
  const world = await openWorld({ now: '2026-04-27T12:00:00Z' })
  assert.equal(await countOf(world, '/draft/picks?year=2026'), 0)
  world.clock.set('2026-04-28T12:00:00Z')
  assert.ok((await countOf(world, '/draft/picks?year=2026')) > 90)
})
