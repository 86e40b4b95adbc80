// Version 2 of the wire: the same answers as version 1 in other names, and what only version 2 has.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampled } from '../../tests/harness/seed.ts'
import { firstVersion } from './endpoints/first-version.ts'
import { secondId, secondParam, secondVersion } from './endpoints/second-version.ts'
import { firstVersionExamples } from './examples/second-version.ts'
import { examples } from './examples.ts'
import { changeOf } from './live/changes.ts'
import { toFirst } from './live/reshape.ts'
import { createToSecond } from './live/second-version.ts'
import { callsOf } from './test/calls.ts'
import { openWorld } from './test/world.ts'

const world = await openWorld()
type Row = Readonly<Record<string, unknown>>
const ids = Object.keys(firstVersion) as (keyof typeof firstVersion)[]

/** Members that version 2 does not have, by endpoint. */
const dropped: Readonly<Record<string, readonly string[]>> = {
  winProbability: ['timeRemaining'],
  ppaByPlayerSeason: ['countablePlays'],
}

test('an example of version 1 is itself again after it was translated to version 2 and back', () => {
  for (const id of ids) {
    const { output } = firstVersionExamples[id] ?? {}
    const change = changeOf(id)
    if (!change || id === 'calendar') continue
    const again = JSON.parse(JSON.stringify(toFirst(createToSecond(change)(output), change)))
    assert.deepEqual(without(again, id), without(output, id), id)
  }
})

function without(value: unknown, id: string): unknown {
  const text = JSON.stringify(value, (name, member) =>
    dropped[id]?.includes(name) || member === null ? undefined : member,
  )
  return JSON.parse(text)
}

/** A call of version 1 as version 2 names it; undefined for calls whose values differ as well. */
function inSecond(id: keyof typeof firstVersion, call: string): string | undefined {
  const { searchParams } = new URL(call, 'http://gateway')
  if (searchParams.has('playType') || searchParams.has('nflTeam')) return undefined
  const query = [...searchParams].map(([name, value]): [string, string] => [
    secondParam(id, firstVersion[id], name),
    value,
  ])
  const { path } = secondVersion[secondId(id)]
  return `${path}?${new URLSearchParams(query)}`
}

test('each call of version 1 finds the same in version 2, in its names, and is a sample as much', async () => {
  for (const id of ids) {
    const view = createToSecond(changeOf(id))
    for (const call of callsOf(id, []).slice(0, sampled(12))) {
      const second = inSecond(id, call)
      if (second === undefined) continue
      const [one, other] = [await world.ask<unknown>(call), await world.ask<unknown>(second)]
      assert.equal(other.status, one.status, second)
      assert.equal(other.headers['x-gateway-sample'], one.headers['x-gateway-sample'], second)
      if (one.status !== 200) continue
      const [rows, shown] = [await bodyOf(call, one.body), await bodyOf(second, other.body)]
      assert.deepEqual(shown, JSON.parse(JSON.stringify(view(rows))), second)
    }
  }
})

async function bodyOf(call: string, body: unknown): Promise<unknown> {
  const isWhole = Array.isArray(body) || body === null || !(Symbol.asyncIterator in Object(body))
  return isWhole ? body : world.rows(call)
}

test('no member of version 2 is in snake case, and ids that are too long for numbers are strings', async () => {
  for (const id of ids) {
    const { params = {} } = examples[secondId(id)] ?? {}
    const query = Object.entries(params).map(([name, value]): [string, string] => [name, String(value)])
    const call = `${secondVersion[secondId(id)].path}?${new URLSearchParams(query)}`
    const { body } = await world.ask<unknown>(call)
    assert.doesNotMatch(JSON.stringify(await bodyOf(call, body)), /"[a-z]+_[a-z_]+":/, call)
  }
  const [play] = await world.rows('/v2/plays?year=2025&week=5&team=Northfield')
  assert.deepEqual([typeof play?.id, typeof play?.driveId, typeof play?.gameId], ['string', 'string', 'number'])
})

test('plays are filtered by the abbreviation or the text of their type', async () => {
  const ofType = (type: string) =>
    world.rows<Row>(`/v2/plays?year=2025&week=5&team=Northfield&playType=${encodeURIComponent(type)}`)
  const texts = async (type: string) => [...new Set((await ofType(type)).map(({ playType }) => playType))]
  assert.deepEqual(await texts('rush'), ['Rush'])
  assert.deepEqual(await texts('Rushing Touchdown'), ['Rushing Touchdown'])
  assert.ok((await texts('TD')).length > 1)
  assert.deepEqual(await texts('none such'), [])
})

test('filters of version 2 narrow answers', async () => {
  const lines = await world.rows<{ lines: { provider: string }[] }>('/v2/lines?year=2025&week=5')
  const [first] = lines.flatMap((game) => game.lines)
  assert.ok(first)
  const narrowed = await world.rows<{ lines: { provider: string }[] }>(
    `/v2/lines?year=2025&week=5&provider=${encodeURIComponent(first.provider.toUpperCase())}`,
  )
  assert.equal(narrowed.length, lines.length)
  assert.ok(narrowed.every((game) => game.lines.every(({ provider }) => provider === first.provider)))
  const upper = new Set((await world.rows<Row>('/v2/teams/fbs?year=2025')).map(({ school }) => school))
  const roster = await world.rows<Row>('/v2/roster?year=2025&classification=fcs')
  assert.ok(roster.length > 0 && roster.every(({ team }) => !upper.has(team)))
  const elo = async (query: string) =>
    (await world.rows<Row>(`/v2/ratings/elo?year=2025${query}`)).map(({ team, elo: rating }) => `${team} ${rating}`)
  assert.notDeepEqual((await elo('&seasonType=regular')).sort(), (await elo('')).sort())
  const commits = async (type: string) =>
    (await world.rows<{ commits: number }>(`/v2/recruiting/groups?team=Northfield${type}`)).reduce(
      (sum, row) => sum + row.commits,
      0,
    )
  assert.ok((await commits('&recruitType=HighSchool')) <= (await commits('')))
  assert.equal(await commits('&recruitType=Nobody'), 0)
})

test('a call without a required parameter is refused as version 2 does', async () => {
  for (const [path, name] of [
    ['/v2/games', 'year'],
    ['/v2/game/box/advanced', 'id'],
    ['/v2/live/plays', 'gameId'],
    ['/v2/teams/ats', 'year'],
  ] as const) {
    const { status, body } = await world.ask<{ message: string; details: object }>(path)
    assert.deepEqual([status, body.message, Object.keys(body.details)], [400, 'Validation Failed', [name]], path)
  }
  for (const path of ['/v2/records', '/v2/ratings/sp', '/v2/ratings/fpi', '/v2/stats/game/havoc'])
    assert.match((await world.ask<{ message: string }>(path)).body.message, /year or team/, path)
})

test('records against the spread follow from games and lines', async () => {
  const games = await world.rows<{
    homeTeam: string
    homeScore: number
    awayScore: number
    lines: { provider: string; spread: number }[]
  }>('/v2/lines?year=2025&team=Northfield&seasonType=both')
  const margins = games.flatMap(({ homeTeam, homeScore, awayScore, lines }) => {
    const line = lines.find(({ provider }) => provider === 'consensus')
    if (!line) return []
    const margin = homeScore - awayScore + line.spread
    return homeTeam === 'Northfield' ? margin : -margin
  })
  const [record] = await world.rows('/v2/teams/ats?year=2025&team=Northfield')
  assert.ok(margins.length > 10)
  assert.deepEqual(
    [record?.games, record?.atsWins, record?.atsLosses, record?.atsPushes],
    [margins.length, ...[1, -1, 0].map((sign) => margins.filter((margin) => Math.sign(margin) === sign).length)],
  )
})

test('havoc of a game agrees with the plays behind the advanced statistics', async () => {
  const rows = await world.rows<{
    team: string
    offense: { totalPlays: number; havocRate: number }
    defense: { totalPlays: number }
  }>('/v2/stats/game/havoc?year=2025&week=5&team=Northfield')
  const [advanced] = await world.rows<{ offense: { plays: number }; defense: { plays: number } }>(
    '/stats/game/advanced?year=2025&week=5&team=Northfield',
  )
  assert.deepEqual(
    rows.map(({ offense, defense }) => [offense.totalPlays, defense.totalPlays]),
    [[advanced?.offense.plays, advanced?.defense.plays]],
  )
  assert.ok(rows.every(({ offense }) => offense.havocRate > 0 && offense.havocRate < 0.5))
})

test('adjusted metrics are near the measured ones, and move with the opponents', async () => {
  const adjusted = await world.rows<{ team: string; epa: { total: number } }>('/v2/wepa/team/season?year=2025')
  const measured = await world.rows<{ team: string; offense: { ppa: number } }>('/stats/season/advanced?year=2025')
  const raw = new Map(measured.map(({ team, offense }) => [team, offense.ppa]))
  assert.equal(adjusted.length, measured.length)
  const changes = adjusted.map(({ team, epa }) => epa.total - (raw.get(team) ?? Number.NaN))
  assert.ok(changes.every((change) => Math.abs(change) < 0.1))
  assert.ok(changes.some((change) => Math.abs(change) > 0.001))
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  assert.ok(Math.abs(mean(changes)) < 0.02)
  const passers = await world.rows<{ position: string; plays: number }>(
    '/v2/wepa/players/passing?year=2025&position=QB',
  )
  assert.ok(passers.length > 20 && passers.every(({ position, plays }) => position === 'QB' && plays > 0))
})

test('kickers tried the field goals that the plays show', async () => {
  const tries = (await world.rows<Row>('/v2/plays?year=2025&week=5&team=Northfield')).filter(
    ({ offense, playType }) => offense === 'Northfield' && /field goal/i.test(String(playType)),
  )
  const all = await Promise.all(
    Array.from({ length: 15 }, (_none, at) =>
      world.rows<Row>(`/v2/plays?year=2025&week=${at + 1}&team=Northfield&seasonType=both`),
    ),
  )
  const season = all
    .flat()
    .filter(({ offense, playType }) => offense === 'Northfield' && /^(Blocked )?Field Goal/.test(String(playType)))
  const kickers = await world.rows<{ attempts: number }>('/v2/wepa/players/kicking?year=2025&team=Northfield')
  assert.equal(
    kickers.reduce((sum, { attempts }) => sum + attempts, 0),
    season.length,
  )
  assert.ok(tries.length <= season.length)
})

test('the power index ranks each school of the higher division once', async () => {
  const rows = await world.rows<{ fpi: number; resumeRanks: { fpi: number; remainingStrengthOfSchedule: unknown } }>(
    '/v2/ratings/fpi?year=2025',
  )
  assert.equal(rows.length, 24)
  assert.deepEqual(
    rows.map(({ fpi }) => fpi),
    rows.map(({ fpi }) => fpi).toSorted((one, other) => other - one),
  )
  assert.equal(rows[0]?.resumeRanks.fpi, 1)
  assert.ok(rows.every(({ resumeRanks }) => resumeRanks.remainingStrengthOfSchedule === null))
  const current = await world.rows<{ resumeRanks: { remainingStrengthOfSchedule: number | null } }>(
    '/v2/ratings/fpi?year=2026',
  )
  assert.ok(current.some(({ resumeRanks }) => resumeRanks.remainingStrengthOfSchedule !== null))
})
