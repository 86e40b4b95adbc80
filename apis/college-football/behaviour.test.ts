// The embedded provider: one league, in which every endpoint shows the same games, and which moves with the clock.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Endpoints } from '#define'
import { isRequired } from '#define/reflect'
import { firstVersion } from './endpoints/first-version.ts'
import { endpoints } from './endpoints.ts'
import { examples } from './examples.ts'
import { openWorld } from './test/world.ts'

interface Game {
  readonly id: number
  readonly week: number
  readonly season_type: string
  readonly start_date: string
  readonly completed: boolean
  readonly home_team: string
  readonly away_team: string
  readonly home_points: number | null
  readonly away_points: number | null
  readonly home_line_scores: number[] | null
  readonly home_pregame_elo: number
  readonly home_postgame_elo: number
  readonly away_pregame_elo: number
  readonly away_postgame_elo: number
}
interface Play {
  readonly drive_id: number
  readonly offense: string
  readonly offense_score: number
  readonly defense_score: number
  readonly home: string
  readonly yards_gained: number
  readonly play_type: string
}
interface TeamGame {
  readonly id: number
  readonly teams: { school: string; points: number; stats: { category: string; stat: string }[] }[]
}

const world = await openWorld()
const games = await world.rows<Game>('/games?year=2025&seasonType=both')
const [first] = games
assert.ok(first)

test('a season has a schedule with championships, bowls and a play-off', async () => {
  const all = await world.rows<{ notes: string | null }>('/games?year=2025&seasonType=both&division=fbs')
  const notes = all.map((game) => game.notes ?? '')
  assert.equal(notes.filter((note) => note.endsWith('Play-off Championship')).length, 1)
  assert.equal(notes.filter((note) => note.endsWith('Quarter-final')).length, 4)
  assert.equal(notes.filter((note) => note.endsWith(' Championship') && !note.startsWith('Play-off')).length, 2)
  assert.ok(notes.filter((note) => note.endsWith('Bowl')).length > 1)
})

test('no school plays twice in a week, and each of the higher division plays twelve games before the championships', async () => {
  const counts = new Map<string, number>()
  const weekly = new Set<string>()
  for (const { week, home_team: home, away_team: away, season_type: part } of games)
    for (const school of [home, away]) {
      if (part !== 'regular' || week > 14) continue
      assert.ok(!weekly.has(`${week} ${school}`), `${school} plays twice in week ${week}`)
      weekly.add(`${week} ${school}`)
      counts.set(school, (counts.get(school) ?? 0) + 1)
    }
  const upper = await world.rows<{ school: string }>('/teams/fbs?year=2025')
  assert.equal(upper.length, 24)
  for (const { school } of upper) assert.equal(counts.get(school), 12, school)
})

test('plays, drives, box score and result of a game agree', async () => {
  for (const { id, week, home_team: home, home_points: homePoints, home_line_scores: line } of games.slice(0, 12)) {
    const plays = (
      await world.rows<Play & { game_id: number }>(`/plays?year=2025&week=${week}&team=${encodeURIComponent(home)}`)
    ).filter(({ game_id: game }) => game === id)
    const last = plays.at(-1)
    assert.equal(last?.offense === home ? last?.offense_score : last?.defense_score, homePoints)
    assert.equal(
      line?.reduce((sum, points) => sum + points, 0),
      homePoints,
    )
    const drives = await world.rows<{ id: number; yards: number; plays: number; game_id: number }>(
      `/drives?year=2025&week=${week}&team=${encodeURIComponent(home)}`,
    )
    const moves = new Set([
      'Rush',
      'Sack',
      'Pass Reception',
      'Pass Incompletion',
      'Passing Touchdown',
      'Rushing Touchdown',
    ])
    for (const drive of drives.filter(({ game_id: game }) => game === id)) {
      const own = plays.filter(({ drive_id: of, play_type: type }) => of === drive.id && isMove(type, moves))
      assert.equal(drive.plays, own.length)
      assert.equal(
        drive.yards,
        own.reduce((sum, { yards_gained: yards }) => sum + yards, 0),
      )
    }
    const [box] = await world.rows<TeamGame>(`/games/teams?year=2025&gameId=${id}`)
    for (const team of box?.teams ?? []) {
      const own = plays.filter(({ offense, play_type: type }) => offense === team.school && isMove(type, moves))
      const yards = own.reduce((sum, play) => sum + play.yards_gained, 0)
      assert.equal(Number(team.stats.find(({ category }) => category === 'totalYards')?.stat), yards)
    }
  }
})

function isMove(type: string, moves: ReadonlySet<string>): boolean {
  return moves.has(type) || type.startsWith('Fumble') || type.includes('Interception') || type === 'Safety'
}

test('statistics of a season are the sums of those of its games', async () => {
  const year = 2025
  const season = await world.rows<{ team: string; statName: string; statValue: number }>(`/stats/season?year=${year}`)
  const team = 'Northfield'
  const own = await world.rows<TeamGame>(`/games/teams?year=${year}&team=${team}&seasonType=both`)
  const sum = (category: string) =>
    own.reduce((total, { teams }) => {
      const stats = teams.find(({ school }) => school === team)?.stats
      return total + Number(stats?.find((stat) => stat.category === category)?.stat)
    }, 0)
  for (const name of ['rushingYards', 'netPassingYards', 'firstDowns', 'turnovers', 'sacks'])
    assert.equal(season.find((row) => row.team === team && row.statName === name)?.statValue, sum(name), name)
})

test('what one team gains in Elo the other loses', () => {
  for (const game of games) {
    const gained = game.home_postgame_elo - game.home_pregame_elo
    assert.equal(game.away_postgame_elo - game.away_pregame_elo, -gained || 0)
  }
})

test('expected points rise towards the goal line, and fall with the down and the distance', async () => {
  const by = async (down: number, distance: number) =>
    world.rows<{ yardLine: number; predictedPoints: number }>(`/ppa/predicted?down=${down}&distance=${distance}`)
  const usual = await by(1, 10)
  for (const [at, { predictedPoints }] of usual.entries())
    assert.ok(at === 0 || predictedPoints < (usual[at - 1]?.predictedPoints ?? 0))
  for (const [later, further] of [
    [await by(2, 10), await by(2, 12)],
    [await by(3, 10), await by(3, 12)],
    [await by(4, 10), await by(4, 12)],
  ] as const) {
    const at = (rows: typeof usual, line: number) =>
      rows.find(({ yardLine }) => yardLine === line)?.predictedPoints ?? 0
    for (const line of [20, 50, 80]) {
      assert.ok(at(later, line) < at(usual, line))
      assert.ok(at(further, line) < at(later, line))
    }
  }
})

test('a game is scheduled, then in progress, then completed, and its plays appear as the clock goes on', async () => {
  const moving = await openWorld({ now: '2026-11-07T15:00:00Z' })
  const early11 = await moving.rows<Game>('/games?year=2026&week=11&division=fbs')
  // a close one
  const game = early11.findLast(({ start_date: start }) => start === '2026-11-07T16:00:00.000Z')
  assert.ok(game)
  const shown = async () =>
    (await moving.rows<{ id: number; status: string; homeTeam: { points: number } }>('/scoreboard')).find(
      ({ id }) => id === game.id,
    )
  interface Live {
    readonly status: string
    readonly drives: readonly unknown[]
    readonly teams: readonly { readonly homeAway: string; readonly points: number }[]
  }
  const live = async () => (await moving.ask<Live>(`/live/plays?id=${game.id}`)).body
  const chancesNow = () => moving.rows<{ homeWinProb: number; homeScore: number }>(`/metrics/wp?gameId=${game.id}`)
  const gamesOf = async () => {
    const [record] = await moving.rows<{ total: { games: number } }>(`/records?year=2026&team=${game.home_team}`)
    return record?.total.games ?? 0
  }
  const before = await gamesOf()
  assert.equal((await shown())?.status, 'scheduled')
  assert.equal((await live()).drives.length, 0)
  moving.clock.set('2026-11-07T16:50:00Z')
  assert.equal((await shown())?.status, 'in_progress')
  const early = (await live()).drives.length
  const earlyChances = await chancesNow()
  moving.clock.set('2026-11-07T18:00:00Z')
  const late = await live()
  assert.ok(late.drives.length > early)
  const chances = await chancesNow()
  // what has happened stays as it was
  assert.deepEqual(chances.slice(0, earlyChances.length), earlyChances)
  const points = late.teams.find(({ homeAway }) => homeAway === 'home')?.points
  assert.deepEqual([(await shown())?.homeTeam.points, chances.at(-1)?.homeScore], [points, points])
  assert.equal(await gamesOf(), before)
  assert.ok(chances.length > 40 && chances.every(({ homeWinProb }) => homeWinProb > 0 && homeWinProb < 1))
  moving.clock.set('2026-11-07T22:00:00Z')
  assert.equal((await shown())?.status, 'completed')
  assert.equal(await gamesOf(), before + 1)
  assert.deepEqual((await chancesNow()).slice(0, chances.length), chances)
  const [ended] = await moving.rows<Game>(`/games?year=2026&id=${game.id}`)
  assert.equal(ended?.completed, true)
  // what was played never changes
  moving.clock.set('2026-12-30T00:00:00Z')
  assert.deepEqual((await moving.rows<Game>(`/games?year=2026&id=${game.id}`))[0], ended)
})

test('bad requests get the provider\u2019s errors', async () => {
  const refused = async (path: string) => {
    const { status, body } = await world.ask(path)
    return [status, body]
  }
  assert.deepEqual(await refused('/games?year=2025&seasonType=spring'), [400, { error: 'Invalid season type' }])
  assert.deepEqual(await refused('/stats/player/season?year=2025&seasonType=spring'), [
    400,
    { error: 'Invalid season type' },
  ])
  assert.deepEqual(await refused('/ratings/sp'), [400, 'A year or team must be specified.'])
  assert.deepEqual(await refused('/teams/fbs?year=latest'), [400, 'A numeric year parameter must be specified.'])
  for (const path of [
    '/lines',
    '/games/weather',
    '/records',
    '/stats/season',
    '/games/teams?year=2025',
    '/ppa/players/games',
  ])
    assert.equal((await refused(path))[0], 400, path)
  assert.deepEqual(await world.rows('/games?year=1950'), [])
})

test('what lacks a required parameter is refused as by the provider, and the id of a game is enough', async () => {
  const api: Endpoints = firstVersion
  let refused = 0
  for (const { path, params } of Object.values(api)) {
    if (!Object.values(params).some((param) => isRequired(param))) continue
    const { status, body } = await world.ask<{ error: string }>(path)
    assert.equal(status, 400, path)
    assert.match(body.error, /specified|required/, path)
    refused++
  }
  assert.equal(refused, 18)
  const only = await world.ask<{ error: string }>('/plays?year=2025')
  assert.equal(only.body.error, 'A numeric week parameter must be specified.')
  const [game] = await world.rows<Game>(`/games?id=${first.id}`)
  assert.deepEqual(game, first)
  for (const path of ['/games/players', '/games/teams'])
    assert.deepEqual(
      (await world.rows<TeamGame>(`${path}?gameId=${first.id}`)).map(({ id }) => id),
      [first.id],
    )
})

test('every response says that it is a sample', async () => {
  assert.equal((await world.ask('/conferences')).headers['x-gateway-sample'], 'true')
  assert.equal((await world.ask('/plays?year=2025&week=3')).headers['x-gateway-sample'], 'true')
})

/** Examples of which a value names nothing in the sample: a city, a state, a conference, a player. */
const ofOthers = new Set(['draftPicks', 'searchPlayers', 'conferenceSpRatings', 'recruits', 'teams'])

test('the calls that the reference shows find something', async () => {
  for (const [id, { path }] of Object.entries(endpoints)) {
    if (ofOthers.has(id.replace(/V2$/, ''))) continue
    const query = new URLSearchParams(
      Object.entries(examples[id]?.params ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
    )
    const { status, body } = await world.ask<unknown>(`${path}?${query}`)
    assert.equal(status, 200, path)
    assert.ok(body !== null && !(Array.isArray(body) && body.length === 0), `${path}?${query} finds nothing`)
  }
})
