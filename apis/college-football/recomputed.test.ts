// Numbers of a season, recomputed from the answers to `/games` and `/plays` alone, by code that shares nothing with the
// provider's.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWorld } from './test/world.ts'

interface Game {
  readonly id: number
  readonly start_date: string
  readonly neutral_site: boolean
  readonly conference_game: boolean
  readonly home_team: string
  readonly away_team: string
  readonly home_division: string
  readonly away_division: string
  readonly home_points: number
  readonly away_points: number
  readonly home_post_win_prob: number
  readonly home_pregame_elo: number
  readonly home_postgame_elo: number
  readonly away_pregame_elo: number
  readonly away_postgame_elo: number
}
interface Play {
  readonly game_id: number
  readonly offense: string
  readonly defense: string
  readonly home: string
  readonly offense_score: number
  readonly defense_score: number
  readonly period: number
  readonly down: number
  readonly distance: number
  readonly yards_gained: number
  readonly scoring: boolean
  readonly play_type: string
  readonly ppa: number | null
}

const year = 2025
const world = await openWorld()
const games = await world.rows<Game>(`/games?year=${year}&seasonType=both`)
const plays: Play[] = []
for (const { week, seasonType } of await world.rows<{ week: number; seasonType: string }>(`/calendar?year=${year}`))
  plays.push(...(await world.rows<Play>(`/plays?year=${year}&week=${week}&seasonType=${seasonType}`)))
const schools = await world.rows<{ school: string; classification: string }>('/teams')

function near(actual: number | null | undefined, expected: number, tolerance: number, message: string): void {
  assert.ok(
    typeof actual === 'number' && Math.abs(actual - expected) <= tolerance,
    `${message}: ${actual}, not ${expected}`,
  )
}
const isUpper = (game: Game) => game.home_division === 'fbs' && game.away_division === 'fbs'
/** A game as one of its teams sees it. */
const marginOf = (game: Game, team: string) =>
  (game.home_points - game.away_points) * (game.home_team === team ? 1 : -1)
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

test('the league is 32 schools that play some 190 games a season, and every game has its plays', () => {
  assert.deepEqual(
    [24, 8],
    ['fbs', 'fcs'].map((name) => schools.filter((one) => one.classification === name).length),
  )
  assert.ok(games.length > 180 && games.length < 210, String(games.length))
  const last = new Map(plays.map((play) => [play.game_id, play]))
  for (const game of games) {
    const play = last.get(game.id)
    assert.ok(play, `game ${game.id} has no plays`)
    const isHome = play.offense === game.home_team
    const score = [play.offense_score, play.defense_score]
    assert.deepEqual(isHome ? score : score.toReversed(), [game.home_points, game.away_points])
  }
})

test('records are the won, lost and drawn games of each school, in all, at home, away and in the conference', async () => {
  interface Count {
    readonly games: number
    readonly wins: number
    readonly losses: number
    readonly ties: number
  }
  interface Row {
    readonly team: string
    readonly expectedWins: number
    readonly total: Count
    readonly conferenceGames: Count
    readonly homeGames: Count
    readonly awayGames: Count
  }
  const rows = await world.rows<Row>(`/records?year=${year}`)
  assert.equal(rows.length, schools.length)
  for (const { team, expectedWins, total, conferenceGames, homeGames, awayGames } of rows) {
    const own = games.filter((game) => game.home_team === team || game.away_team === team)
    const count = (some: readonly Game[]): Count => ({
      games: some.length,
      wins: some.filter((game) => marginOf(game, team) > 0).length,
      losses: some.filter((game) => marginOf(game, team) < 0).length,
      ties: some.filter((game) => marginOf(game, team) === 0).length,
    })
    const expected = {
      total: count(own),
      conferenceGames: count(own.filter((game) => game.conference_game)),
      homeGames: count(own.filter((game) => !game.neutral_site && game.home_team === team)),
      awayGames: count(own.filter((game) => !game.neutral_site && game.away_team === team)),
    }
    assert.deepEqual({ total, conferenceGames, homeGames, awayGames }, expected, team)
    const chances = own.map((game) => (game.home_team === team ? game.home_post_win_prob : 1 - game.home_post_win_prob))
    near(expectedWins, sum(chances), 0.051, `expected wins of ${team}`)
  }
})

test('Elo ratings follow from the results by the published formula, from 1500 or 1200 and on into the next season', async () => {
  const known = new Map(schools.map((one) => [one.school, one.classification === 'fbs' ? 1500 : 1200]))
  const play = (game: Game) => {
    const [home = 0, away = 0] = [known.get(game.home_team), known.get(game.away_team)]
    assert.deepEqual([game.home_pregame_elo, game.away_pregame_elo], [home, away], `before game ${game.id}`)
    const margin = game.home_points - game.away_points
    const won = margin > 0 ? 1 : margin < 0 ? 0 : 0.5
    const change = Math.round(25 * (won - 1 / (1 + 10 ** ((away - home) / 400))))
    assert.deepEqual([game.home_postgame_elo, game.away_postgame_elo], [home + change, away - change])
    known.set(game.home_team, home + change)
    known.set(game.away_team, away - change)
  }
  const byStart = (one: Game, other: Game) => (one.start_date < other.start_date ? -1 : 1)
  for (const game of games.toSorted(byStart)) play(game)
  for (const { team, elo } of await world.rows<{ team: string; elo: number }>(`/ratings/elo?year=${year}`))
    assert.equal(elo, known.get(team), team)
  const next = await world.rows<Game & { completed: boolean }>(`/games?year=${year + 1}&seasonType=both`)
  const completed = next.filter((game) => game.completed)
  assert.ok(completed.length > 50 && completed.length < next.length)
  for (const game of completed.sort(byStart)) play(game)
})

test('SRS ratings are mean margin plus mean rating of the opponents, for the higher division', async () => {
  const rows = await world.rows<{ team: string; rating: number; ranking: number }>(`/ratings/srs?year=${year}`)
  const teams = rows.map(({ team }) => team)
  assert.equal(teams.length, 24)
  const counted = games.filter(isUpper)
  let ratings = new Map(teams.map((team) => [team, 0]))
  // damped: the iteration would swing between two groups of schools that only play each other
  for (let round = 0; round < 2000; round++) {
    const next = teams.map((team): [string, number] => {
      const own = counted.filter((game) => game.home_team === team || game.away_team === team)
      const points = own.map((game) => {
        const advantage = game.neutral_site ? 0 : 2.5 * (game.home_team === team ? 1 : -1)
        const margin = Math.max(-28, Math.min(28, marginOf(game, team) - advantage))
        return margin + (ratings.get(game.home_team === team ? game.away_team : game.home_team) ?? 0)
      })
      return [team, (sum(points) / own.length + (ratings.get(team) ?? 0)) / 2]
    })
    const mean = sum(next.map(([, rating]) => rating)) / next.length
    ratings = new Map(next.map(([team, rating]) => [team, rating - mean]))
  }
  for (const { team, rating } of rows) near(rating, ratings.get(team) ?? Number.NaN, 0.051, `SRS of ${team}`)
  assert.deepEqual(
    rows.map(({ ranking }) => ranking),
    rows.map((_row, at) => at + 1),
  )
})

const passes = new Set(['Pass Incompletion', 'Sack', 'Pass Reception', 'Pass Interception Return', 'Passing Touchdown'])
passes.add('Interception Return Touchdown')
const failures = new Set(['Safety', 'Pass Interception Return', 'Interception Return Touchdown'])
failures.add('Fumble Return Touchdown')

function isSuccess({ play_type: type, scoring, down, distance, yards_gained: yards }: Play): boolean {
  if (failures.has(type)) return false
  return scoring || yards >= distance * (down === 1 ? 0.5 : down === 2 ? 0.7 : 1)
}

/** Uses the score after the play, since a scoring play may have decided the game by itself. */
function isDecided(play: Play, limits: { readonly scoring: readonly number[]; readonly other: readonly number[] }) {
  const limit = (play.scoring ? limits.scoring : limits.other)[play.period - 2] ?? Number.POSITIVE_INFINITY
  return Math.abs(play.offense_score - play.defense_score) > limit
}
const other = [38, 28, 22]

interface Split {
  readonly overall: number | null
  readonly passing: number | null
  readonly rushing: number | null
  readonly firstDown: number | null
}
const countable = plays.filter(({ ppa }) => ppa !== null)
const mean = (some: readonly Play[]) => sum(some.map(({ ppa }) => ppa ?? 0)) / some.length
const isPass = ({ play_type: type }: Play) => passes.has(type)

function assertSplit(split: Split, own: readonly Play[], name: string): void {
  near(split.overall, mean(own), 0.00051, name)
  near(split.passing, mean(own.filter(isPass)), 0.00051, `${name}, passes`)
  near(split.rushing, mean(own.filter((play) => !isPass(play))), 0.00051, `${name}, runs`)
  near(split.firstDown, mean(own.filter(({ down }) => down === 1)), 0.00051, `${name}, first down`)
}

test('predicted points added are the means and sums of those of the plays, by game and by season, with and without decided games', async () => {
  interface Row {
    readonly gameId: number
    readonly team: string
    readonly offense: Split & { readonly cumulative: { readonly total: number } }
    readonly defense: Split & { readonly cumulative: { readonly total: number } }
  }
  const sides = ['offense', 'defense'] as const
  for (const isExcluded of [false, true]) {
    const limits = { other, scoring: [45, 35, 28] }
    const counted = countable.filter((play) => !isExcluded || (play.period <= 4 && !isDecided(play, limits)))
    const query = `year=${year}&excludeGarbageTime=${isExcluded}`
    const ofGames = await world.rows<Row>(`/ppa/games?${query}&seasonType=both`)
    assert.equal(ofGames.length, 2 * games.length)
    for (const row of ofGames.slice(0, 200))
      for (const side of sides)
        assertSplit(
          row[side],
          counted.filter((play) => play.game_id === row.gameId && play[side] === row.team),
          `${side} of ${row.team} in game ${row.gameId}`,
        )
    const ofSeason = await world.rows<Row>(`/ppa/teams?${query}`)
    assert.equal(ofSeason.length, 24)
    for (const row of ofSeason)
      for (const side of sides) {
        const own = counted.filter((play) => play[side] === row.team)
        assertSplit(row[side], own, `${side} of ${row.team}`)
        near(row[side].cumulative.total, sum(own.map(({ ppa }) => ppa ?? 0)), 0.051, `${side} of ${row.team}, sum`)
      }
  }
})

test('advanced statistics of a season count plays, successes and points as the plays do', async () => {
  interface Side {
    readonly plays: number
    readonly ppa: number
    readonly successRate: number
    readonly explosiveness: number
    readonly stuffRate: number
    readonly passingPlays: { readonly rate: number; readonly successRate: number }
  }
  for (const isExcluded of [false, true]) {
    const limits = { other, scoring: [45, 35, 29] }
    const counted = countable.filter((play) => !isExcluded || !isDecided(play, limits))
    const path = `/stats/season/advanced?year=${year}&excludeGarbageTime=${isExcluded}`
    const rows = await world.rows<{ team: string; offense: Side; defense: Side }>(path)
    assert.equal(rows.length, 24)
    for (const row of rows)
      for (const side of ['offense', 'defense'] as const) {
        const own = counted.filter((play) => play[side] === row.team)
        const [good, thrown] = [own.filter(isSuccess), own.filter(isPass)]
        const runs = own.filter((play) => !isPass(play))
        const name = `${side} of ${row.team}`
        assert.equal(row[side].plays, own.length, name)
        near(row[side].ppa, mean(own), 0.00051, name)
        near(row[side].successRate, good.length / own.length, 0.00051, `${name}, success`)
        near(row[side].explosiveness, mean(good), 0.00051, `${name}, explosiveness`)
        near(row[side].passingPlays.rate, thrown.length / own.length, 0.00051, `${name}, passes`)
        near(row[side].passingPlays.successRate, thrown.filter(isSuccess).length / thrown.length, 0.00051, name)
        near(row[side].stuffRate, runs.filter((run) => run.yards_gained <= 0).length / runs.length, 0.00051, name)
      }
  }
})

test('statistics of players add up to those of their team, and these to the plays', async () => {
  interface TeamStat {
    readonly team: string
    readonly statName: string
    readonly statValue: number
  }
  interface PlayerStat {
    readonly team: string
    readonly category: string
    readonly statType: string
    readonly stat: number
  }
  const ofTeams = await world.rows<TeamStat>(`/stats/season?year=${year}`)
  const ofPlayers = await world.rows<PlayerStat>(`/stats/player/season?year=${year}`)
  const teams = new Set(ofTeams.map(({ team }) => team))
  assert.equal(teams.size, 24)
  const pairs = [
    ['passing', 'YDS', 'netPassingYards'],
    ['passing', 'COMPLETIONS', 'passCompletions'],
    ['passing', 'INT', 'interceptions'],
    ['receiving', 'YDS', 'netPassingYards'],
    ['rushing', 'YDS', 'rushingYards'],
    ['rushing', 'TD', 'rushingTDs'],
    ['defensive', 'SACKS', 'sacks'],
  ] as const
  for (const team of teams) {
    const value = (name: string) => ofTeams.find((row) => row.team === team && row.statName === name)?.statValue
    for (const [category, type, name] of pairs) {
      const own = ofPlayers.filter((row) => row.team === team && row.category === category && row.statType === type)
      assert.equal(value(name), sum(own.map(({ stat }) => stat)), `${category} ${type} of ${team}`)
    }
    const caught = plays.filter(
      (play) => play.offense === team && /^Pass(ing Touchdown| Reception)$/.test(play.play_type),
    )
    assert.equal(value('netPassingYards'), sum(caught.map((play) => play.yards_gained)), team)
    assert.equal(value('games'), games.filter((game) => [game.home_team, game.away_team].includes(team)).length)
  }
})

test('classes, polls and draft add up: points of a class, first places of a poll, picks without a gap', async () => {
  interface Recruit {
    readonly committedTo: string | null
    readonly rating: number
  }
  const types = ['HighSchool', 'JUCO', 'PrepSchool']
  const recruits: Recruit[] = []
  for (const type of types)
    recruits.push(...(await world.rows<Recruit>(`/recruiting/players?year=${year}&classification=${type}`)))
  const ranked = await world.rows<{ team: string; points: number }>(`/recruiting/teams?year=${year}`)
  assert.equal(ranked.length, 24)
  for (const { team, points } of ranked) {
    const own = recruits.filter(({ committedTo }) => committedTo === team).map(({ rating }) => rating)
    own.sort((one, next) => next - one)
    near(points, sum(own.map((rating, at) => 100 * (rating - 0.7) * Math.exp(-((at / 9) ** 2) / 2))), 0.0051, team)
  }
  interface Week {
    readonly polls: readonly {
      readonly poll: string
      readonly ranks: readonly { readonly firstPlaceVotes: number }[]
    }[]
  }
  for (const { polls } of await world.rows<Week>(`/rankings?year=${year}`))
    for (const { poll, ranks } of polls.slice(0, 2))
      assert.equal(sum(ranks.map((rank) => rank.firstPlaceVotes)), poll === 'Writers Poll' ? 62 : 64)
  const picks = await world.rows<{ overall: number; collegeAthleteId: number }>(`/draft/picks?year=${year + 1}`)
  assert.deepEqual(
    picks.map(({ overall }) => overall),
    Array.from({ length: 96 }, (_none, at) => at + 1),
  )
  assert.equal(new Set(picks.map(({ collegeAthleteId: id }) => id)).size, picks.length)
})
