// Filters, compared with filtering everything by hand.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sampled } from '../../tests/harness/seed.ts'
import { openWorld } from './test/world.ts'

interface Game {
  readonly id: number
  readonly week: number
  readonly season_type: string
  readonly home_team: string
  readonly away_team: string
  readonly home_conference: string
  readonly away_conference: string
  readonly home_division: string
  readonly away_division: string
}
interface Play {
  readonly id: string
  readonly game_id: number
  readonly home: string
  readonly away: string
  readonly offense: string
  readonly defense: string
  readonly offense_conference: string
  readonly defense_conference: string
  readonly play_type: string
}

const year = 2025
const world = await openWorld()
const games = await world.rows<Game>(`/games?year=${year}&seasonType=both`)
const plays = await world.rows<Play>(`/plays?year=${year}&week=6`)
const conferences = await world.rows<{ name: string; abbreviation: string }>('/conferences')
const playTypes = await world.rows<{ id: number; text: string }>('/play/types')
const names = new Map(conferences.map(({ name, abbreviation }) => [abbreviation, name]))
const schools = [...new Set(games.flatMap(({ home_team: home, away_team: away }) => [home, away]))].slice(0, 40)

const school = fc.constantFrom(...schools)
const conference = fc.constantFrom(...names.keys())
/** Names may be sent in any case. */
const anyCase = (value: string, isUpper: boolean) => (isUpper ? value.toUpperCase() : value.toLowerCase())
const query = (values: object) =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `&${name}=${encodeURIComponent(value)}`)
    .join('')
const ids = (rows: readonly { id: number | string }[]) => rows.map(({ id }) => String(id)).sort()

test('games are those that every filter accepts', async () => {
  const filters = fc.record(
    {
      week: fc.integer({ min: 0, max: 16 }),
      seasonType: fc.constantFrom('regular', 'postseason', 'both'),
      team: school,
      home: school,
      away: school,
      conference,
      division: fc.constantFrom('fbs', 'fcs', 'ii'),
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(filters, fc.boolean(), async (filter, isUpper) => {
      const { week, seasonType = 'regular', team, home, away, conference: wanted, division } = filter
      const expected = games.filter(
        (game) =>
          (week === undefined || game.week === week) &&
          (seasonType === 'both' || game.season_type === seasonType) &&
          (team === undefined || [game.home_team, game.away_team].includes(team)) &&
          (home === undefined || game.home_team === home) &&
          (away === undefined || game.away_team === away) &&
          (wanted === undefined || [game.home_conference, game.away_conference].includes(names.get(wanted) ?? '')) &&
          (division === undefined || [game.home_division, game.away_division].includes(division)),
      )
      const sent = {
        ...filter,
        ...(team === undefined ? {} : { team: anyCase(team, isUpper) }),
        ...(wanted === undefined ? {} : { conference: anyCase(wanted, isUpper) }),
      }
      assert.deepEqual(ids(await world.rows<Game>(`/games?year=${year}${query(sent)}`)), ids(expected))
    }),
    { numRuns: sampled(300) },
  )
})

test('plays are those that every filter accepts', async () => {
  const filters = fc.record(
    {
      team: school,
      offense: school,
      defense: school,
      conference,
      offenseConference: conference,
      defenseConference: conference,
      playType: fc.constantFrom(...playTypes.map(({ id }) => id)),
    },
    { requiredKeys: [] },
  )
  const texts = new Map(playTypes.map(({ id, text }) => [id, text]))
  await fc.assert(
    fc.asyncProperty(filters, async (filter) => {
      const { team, offense, defense, conference: either, offenseConference, defenseConference, playType } = filter
      const expected = plays.filter(
        (play) =>
          (team === undefined || [play.home, play.away].includes(team)) &&
          (offense === undefined || play.offense === offense) &&
          (defense === undefined || play.defense === defense) &&
          (either === undefined ||
            [play.offense_conference, play.defense_conference].includes(names.get(either) ?? '')) &&
          (offenseConference === undefined || play.offense_conference === names.get(offenseConference)) &&
          (defenseConference === undefined || play.defense_conference === names.get(defenseConference)) &&
          (playType === undefined || play.play_type === texts.get(playType)),
      )
      const found = await world.rows<Play>(`/plays?year=${year}&week=6${query(filter)}`)
      assert.deepEqual(ids(found), ids(expected))
    }),
    { numRuns: 40 },
  )
})

test('ids of plays and games are unique, and rows come in their order', async () => {
  assert.equal(new Set(ids(plays)).size, plays.length)
  assert.equal(new Set(ids(games)).size, games.length)
  const order = plays.map(({ id, game_id: game }) => [game, id] as const)
  for (const [at, [game, id]] of order.entries()) {
    const [previousGame, previousId] = order[at - 1] ?? [game, '']
    if (game === previousGame) assert.ok(id > previousId)
  }
})

test('statistics of a team are the same with and without other teams in the answer', async () => {
  const same = async (path: string) => {
    const all = await world.rows<{ team: string }>(path)
    for (const team of ['Northfield', 'Lakeland']) {
      const own = await world.rows<{ team: string }>(`${path}&team=${team}`)
      assert.ok(own.length > 0, path)
      assert.deepEqual(
        own,
        all.filter((row) => row.team === team),
        path,
      )
    }
  }
  for (const path of [
    `/stats/season/advanced?year=${year}`,
    `/stats/season?year=${year}`,
    `/ppa/teams?year=${year}`,
    `/ppa/teams?year=${year}&excludeGarbageTime=true`,
    `/ppa/players/season?year=${year}`,
    `/player/usage?year=${year}`,
    `/ratings/elo?year=${year}`,
    `/ratings/srs?year=${year}`,
    `/records?year=${year}`,
    `/recruiting/teams?year=${year}`,
    `/roster?year=${year}`,
  ])
    await same(path)
})

test('a range of weeks keeps the postseason after its first week, and ends before the postseason', async () => {
  const [final] = games.filter(({ season_type: type, week }) => type === 'postseason' && week === 1)
  const team = final?.home_team ?? ''
  const own = games.filter(({ home_team: home, away_team: away }) => home === team || away === team)
  const regular = own.filter(({ season_type: type }) => type === 'regular')
  for (const [range, expected] of [
    ['', own.length],
    ['&startWeek=1&endWeek=1', regular.filter(({ week }) => week === 1).length],
    ['&endWeek=20', regular.length],
    ['&startWeek=5', own.length - regular.filter(({ week }) => week < 5).length],
  ] as const) {
    const rows = await world.rows<{ statName: string; statValue: number }>(
      `/stats/season?year=${year}&team=${team}${range}`,
    )
    assert.equal(rows.find(({ statName }) => statName === 'games')?.statValue, expected, range)
  }
  const plays = async (range: string) => {
    const [row] = await world.rows<{ offense: { plays: number } }>(
      `/stats/season/advanced?year=${year}&team=${team}${range}`,
    )
    return row?.offense.plays ?? 0
  }
  assert.equal((await plays('&endWeek=4')) + (await plays('&startWeek=5')), await plays(''))
})

test('player statistics of games name only teams that have some', async () => {
  interface Row {
    readonly teams: readonly { readonly categories: readonly { readonly name: string }[] }[]
  }
  const of = (category: string) => world.rows<Row>(`/games/players?year=${year}&week=3&category=${category}`)
  const interceptions = await of('interceptions')
  assert.ok(interceptions.length > 0)
  for (const { teams } of interceptions) {
    assert.ok(teams.length > 0)
    for (const { categories } of teams)
      assert.deepEqual(
        categories.map(({ name }) => name),
        ['interceptions'],
      )
  }
  assert.deepEqual(await of('juggling'), [])
})

test('predicted points are those of downs that there are', async () => {
  for (const [down, distance, rows] of [
    [1, 10, 90],
    [4, 99, 1],
    [4, 100, 0],
    [5, 10, 0],
    [-1, 10, 0],
    [1, -5, 0],
  ] as const)
    assert.equal(
      (await world.rows(`/ppa/predicted?down=${down}&distance=${distance}`)).length,
      rows,
      `${down} and ${distance}`,
    )
})
