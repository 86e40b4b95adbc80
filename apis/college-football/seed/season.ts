// A season up to a moment: its fixtures, and the plays of every game that has ended by then.

import { releaseBuffer } from '#provider'
import type { GameRows, KeptPlays } from '../provider/kept/kept-plays.ts'
import type { DraftPick, Fixture, Game, Player, School, Season } from '../provider/league/records.ts'
import type { EloTable } from '../provider/metrics/elo.ts'
import { addPpa } from '../provider/metrics/expected-points.ts'
import { resultOf } from '../provider/metrics/results.ts'
import { addWinProbability } from '../provider/metrics/win-probability.ts'
import { createPlayerTable } from '../provider/people/player-table.ts'
import { createPlayColumns, type PlayColumns } from '../provider/plays/columns.ts'
import { draftAfter } from './draft.ts'
import { bell, hash, share } from './draws.ts'
import { type Depth, depthOf } from './game/depth.ts'
import { type SimulatedTeam, simulateGame } from './game/simulate.ts'
import { homeAdvantage } from './lines.ts'
import { coachesOf, recruitsOf, rosterOf, transfersOf } from './people.ts'
import { afterRegularSeason } from './postseason.ts'
import { fixtureOf, type Pairing, regularPairings, SampleFixture } from './schedule.ts'
import { schools, strengthOf } from './schools.ts'

const topic = { style: 41, day: 42, crowd: 43, game: 44 }
/** Longer than any game, in milliseconds. */
const longestGame = 5 * 3_600_000
const shortestGame = 2.5 * 3_600_000
const expectedPlays = 175_000
const usualCapacity = 40_000
/** In strength, of which a point is worth a little more than a point on the scoreboard. */
const simulatedAdvantage = 2.4

/** The games of a season. */
export interface PlayedSeason {
  readonly games: readonly Game[]
  readonly plays: PlayColumns
  readonly elo: EloTable
  /** When a game may end, so that the season is out of date; infinite when it is over. */
  readonly validUntil: number
  /** The plays of a game as they will have been when it ends. */
  simulate(game: Fixture): PlayColumns
}
export interface SampleSeason extends Pick<PlayedSeason, 'elo' | 'validUntil' | 'simulate'> {
  readonly season: Season
}

export interface SimulationOptions {
  readonly key: string
  readonly nowMs: number
  /** Ratings before the season. */
  readonly elo: EloTable
  readonly pause: () => Promise<void> | undefined
  /** Where plays of seasons that are over are kept; without it they stay in memory. */
  readonly kept?: KeptPlays | undefined
}

/** Awaits `pause` between games. */
export async function simulateSeason(year: number, options: SimulationOptions): Promise<SampleSeason> {
  const { games, plays, elo, validUntil, simulate } = await playSeason(year, options)
  const { key, pause } = options
  const transfers = transfersOf(year)
  await pause()
  let drafted: readonly DraftPick[] | undefined
  const players = createPlayerTable(await rostersOf(year, pause))
  const season: Season = {
    ...{ year, key, isSample: true, schools, games, plays, notes: null, players, coaches: coachesOf(year), transfers },
    polls: null,
    recruits: () => recruitsOf(year),
    draftPicks(atMs) {
      if (!drafted || drafted.length === 0) drafted = draftAfter(year, atMs)
      return drafted
    },
  }
  return { season, elo, validUntil, simulate }
}

/** Plays the games of a season, unless their plays are kept; keeps those of a season that is over. */
export async function playSeason(
  year: number,
  { key, nowMs, elo, pause, kept }: SimulationOptions,
): Promise<PlayedSeason> {
  const simulate = createSimulation(year)
  let stored = await kept?.read({ year, key })
  const rows = new Map(stored?.games.map(([game, ...own]) => [game, own]))
  let plays = stored?.plays ?? createPlayColumns(expectedPlays)
  const games: Game[] = []
  let validUntil = Number.POSITIVE_INFINITY
  let number = 0

  const add = async (pairings: readonly Pairing[]) => {
    const fixtures = pairings.map((pairing) => fixtureOf(pairing, year, ++number))
    for (const fixture of fixtures.sort((one, other) => one.startMs - other.startMs)) {
      games.push(play(fixture))
      const pausing = pause()
      if (pausing) await pausing
    }
  }

  function play(fixture: SampleFixture): Game {
    const { home, away, startMs } = fixture
    const [homeBefore, awayBefore] = [elo.ratingOf(home), elo.ratingOf(away)]
    const scheduled = new SampleGame(fixture, {
      result: null,
      homeElo: { before: homeBefore, after: null },
      awayElo: { before: awayBefore, after: null },
    })
    if (startMs > nowMs) {
      validUntil = Math.min(validUntil, startMs + shortestGame)
      return scheduled
    }
    if (startMs + longestGame > nowMs) {
      const endMs = startMs + endOf(simulate(fixture)) * 1000
      if (endMs > nowMs) {
        validUntil = Math.min(validUntil, endMs)
        return scheduled
      }
    }
    const [firstPlay, endPlay] = rows.get(fixture.id) ?? simulated(fixture)
    const outcome = resultOf(plays, firstPlay, endPlay)
    elo.record(home, away, outcome.homePoints - outcome.awayPoints)
    return new SampleGame(fixture, {
      homeElo: { before: homeBefore, after: elo.ratingOf(home) },
      awayElo: { before: awayBefore, after: elo.ratingOf(away) },
      result: { ...outcome, attendance: attendanceOf(fixture) },
    })
  }

  function simulated(fixture: Fixture): [number, number] {
    const firstPlay = plays.count
    simulate(fixture, plays)
    return [firstPlay, plays.count]
  }

  await add(regularPairings(year))
  // each round is drawn from the results of those before it
  for (let round = 0; games.every(({ result }) => result !== null); round++) {
    const pairings = afterRegularSeason(round, year, games, elo)
    if (pairings.length === 0) break
    await add(pairings)
  }
  if (!stored) {
    plays.trim()
    if (validUntil === Number.POSITIVE_INFINITY) stored = await kept?.write({ year, key }, plays, rowsOf(games))
    // megabytes that a GC would leave until there are more
    if (stored) releaseBuffer(plays.bytes())
  }
  // closures of this function hold the variable
  plays = stored?.plays ?? plays
  await pause()
  games.sort((one, other) => one.startMs - other.startMs || one.id - other.id)
  return { games, plays, elo, validUntil, simulate: (fixture) => simulate(fixture) }
}

class SampleGame extends SampleFixture implements Game {
  readonly result: Game['result']
  readonly homeElo: Game['homeElo']
  readonly awayElo: Game['awayElo']

  constructor(fixture: SampleFixture, { result, homeElo, awayElo }: Pick<Game, 'result' | 'homeElo' | 'awayElo'>) {
    super(fixture)
    this.result = result
    this.homeElo = homeElo
    this.awayElo = awayElo
  }
}

function rowsOf(games: readonly Game[]): GameRows[] {
  return games.flatMap(({ id, result }) => (result ? [[id, result.firstPlay, result.endPlay] as const] : []))
}

/** The players of all schools, school by school. */
async function rostersOf(year: number, pause: SimulationOptions['pause']): Promise<Player[]> {
  const players: Player[] = []
  for (const school of schools) {
    players.push(...rosterOf(school, year))
    const pausing = pause()
    if (pausing) await pausing
  }
  return players
}

function createSimulation(year: number) {
  const depths = new Map<School, Depth>()
  const strengths = schools.map((school) => strengthOf(school, year))
  const teamOf = (school: School, { id, home, neutral }: Fixture): SimulatedTeam => {
    const depth = depths.get(school) ?? depthOf(rosterOf(school, year), school.index)
    depths.set(school, depth)
    const half = ((strengths[school.index] ?? 0) + (neutral || school !== home ? 0 : simulatedAdvantage)) / 2
    const style = 2.2 * bell(topic.style, school.index, year)
    const day = 0.7 * bell(topic.day, school.index, id)
    return { attack: half + style + day, defense: half - style + day, depth }
  }
  return (fixture: Fixture, plays: PlayColumns = createPlayColumns(256)): PlayColumns => {
    const { id, home, away } = fixture
    const first = plays.count
    simulateGame(plays, [teamOf(away, fixture), teamOf(home, fixture)], hash(topic.game, id))
    addPpa(plays, first, plays.count)
    addWinProbability(plays, first, plays.count, spreadOf(fixture))
    return plays
  }
}

/** The consensus of the books, or that of the strengths where no book has a line. */
function spreadOf({ lines, season, home, away, neutral }: Fixture): number {
  const known = lines.find(({ provider }) => provider === 'consensus')?.spread
  return known ?? strengthOf(away, season) - strengthOf(home, season) - (neutral ? 0 : homeAdvantage)
}

/** Seconds from the kickoff to the end. */
function endOf(plays: PlayColumns): number {
  return plays.at(plays.count - 1).wall
}

function attendanceOf({ id, venue, home, season, neutral }: Fixture): number {
  const appeal = 0.72 + 0.012 * strengthOf(home, season) + 0.12 * share(topic.crowd, id)
  return Math.round((venue?.capacity ?? usualCapacity) * Math.min(1, Math.max(0.35, neutral ? 0.9 : appeal)))
}
