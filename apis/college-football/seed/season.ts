// A season up to a time: its fixtures, and the plays of every game that has begun by then.
import { yieldToEventLoop } from '#provider'
import type { EloTable } from '../model/metrics/elo.ts'
import { addPpa } from '../model/metrics/expected-points.ts'
import { resultOf } from '../model/metrics/results.ts'
import { addWinProbability, spreadOf } from '../model/metrics/win-probability.ts'
import { createPlayerTable } from '../model/players/player-table.ts'
import { createPlayColumns, emptyPlay, type PlayColumns } from '../model/plays/columns.ts'
import type { Fixture, Game, PlaysNow, Result, School, Season } from '../model/records.ts'
import { draftAfter } from './draft.ts'
import { bell, hash, share } from './draws.ts'
import { type Depth, depthOf } from './game/depth.ts'
import type { SimulatedTeam } from './game/game-state.ts'
import { simulateGame } from './game/simulate.ts'
import { expectedMargin } from './lines.ts'
import { coachesOf, recruitsOf, rosterOf, transfersOf } from './people.ts'
import { afterRegularSeason } from './postseason.ts'
import { fixtureOf, type Pairing, regularPairings } from './schedule.ts'
import { schools, strengthOf } from './schools.ts'

const topic = { style: 41, day: 42, crowd: 43, game: 44 }
/** Rows to reserve: a season has some 35,000 plays. */
const expectedPlays = 40_000
const usualCapacity = 40_000
/** Strength added at home; a point of strength is worth slightly more than a point on the scoreboard. */
const simulatedAdvantage = 2.4

export interface SampleSeason {
  /** Simulates the regular-season games that have begun, and yields to other calls between them. */
  simulate(nowMs: number): Promise<void>
  /** Returns the season at a time. `elo` has the ratings before it, and afterwards those after its completed games. */
  at(nowMs: number, elo: EloTable): SeasonAt
  playsNow(game: Game, nowMs: number): PlaysNow | undefined
}
interface SeasonAt {
  readonly season: Season
  /** Time at which the next game begins or ends; infinite when the season is over. */
  readonly changesMs: number
}

/** Creates a season whose games are simulated on first use. */
export function createSampleSeason(year: number): SampleSeason {
  const plays = createPlayColumns(expectedPlays)
  const addPlays = createSimulation(year)
  const regular = fixturesOf(regularPairings(year), year, 1)
  const rows = new Map<number, readonly [first: number, end: number]>()
  const players = createPlayerTable(schools.flatMap((school) => rosterOf(school, year)))
  const shared = {
    year,
    isSample: true,
    schools,
    plays,
    notes: null,
    players,
    polls: null,
    coaches: coachesOf(year),
    transfers: transfersOf(year),
    recruits: () => recruitsOf(year),
    draftPicks: (nowMs: number) => draftAfter(year, nowMs),
  }

  function rowsOf(fixture: Fixture): readonly [first: number, end: number] {
    const known = rows.get(fixture.id)
    if (known) return known
    const first = plays.count
    addPlays(plays, fixture)
    const made = [first, plays.count] as const
    rows.set(fixture.id, made)
    return made
  }

  return {
    async simulate(nowMs) {
      for (const fixture of regular) {
        if (fixture.startMs > nowMs || rows.has(fixture.id)) continue
        rowsOf(fixture)
        await yieldToEventLoop()
      }
    },
    at(nowMs, elo) {
      const games: Game[] = []
      let changesMs = Number.POSITIVE_INFINITY

      /** Returns null until the game has ended. */
      function outcomeOf(fixture: Fixture): Result | null {
        const { startMs } = fixture
        const [first, end] = startMs > nowMs ? [0, 0] : rowsOf(fixture)
        const endMs = end === 0 ? startMs : startMs + plays.at(end - 1).wall * 1000
        if (startMs <= nowMs && endMs <= nowMs)
          return { ...resultOf(plays, first, end), attendance: attendanceOf(fixture) }
        changesMs = Math.min(changesMs, endMs)
        return null
      }

      function play(fixtures: readonly Fixture[]): void {
        for (const fixture of fixtures) games.push(elo.play(fixture, outcomeOf(fixture)))
      }

      play(regular)
      // each round depends on the results of earlier ones
      for (let round = 0; games.every(({ result }) => result !== null); round++) {
        const pairings = afterRegularSeason(round, year, games)
        if (pairings.length === 0) break
        play(fixturesOf(pairings, year, games.length + 1))
      }
      games.sort((one, other) => one.startMs - other.startMs || one.id - other.id)
      return { season: { ...shared, games }, changesMs }
    },
    playsNow(game, nowMs) {
      if (game.result || game.startMs > nowMs) return undefined
      const [from, end] = rowsOf(game)
      const play = emptyPlay()
      let to = from
      while (to < end && game.startMs + plays.read(to, play).wall * 1000 <= nowMs) to++
      return { plays, from, to, end }
    },
  }
}

/** Draws the games by start; `first` is the number of the first pairing. */
function fixturesOf(pairings: readonly Pairing[], year: number, first: number): Fixture[] {
  return pairings
    .map((pairing, at) => fixtureOf(pairing, year, first + at))
    .sort((one, other) => one.startMs - other.startMs)
}

/** Returns a function that adds the plays of a game. */
function createSimulation(year: number): (plays: PlayColumns, fixture: Fixture) => void {
  const depths = new Map<School, Depth>()
  const teamOf = (school: School, { id, home, neutral }: Fixture): SimulatedTeam => {
    const depth = depths.get(school) ?? depthOf(rosterOf(school, year), school.index)
    depths.set(school, depth)
    const half = (strengthOf(school, year) + (neutral || school !== home ? 0 : simulatedAdvantage)) / 2
    const style = 2.2 * bell(topic.style, school.index, year)
    const day = 0.7 * bell(topic.day, school.index, id)
    return { attack: half + style + day, defense: half - style + day, depth }
  }
  return (plays, fixture) => {
    const { id, home, away } = fixture
    const first = plays.count
    simulateGame(plays, [teamOf(away, fixture), teamOf(home, fixture)], hash(topic.game, id))
    addPpa(plays, first, plays.count)
    addWinProbability(plays, first, plays.count, spreadOf(fixture) ?? -expectedMargin(fixture))
  }
}

function attendanceOf({ id, venue, home, season, neutral }: Fixture): number {
  const appeal = 0.72 + 0.012 * strengthOf(home, season) + 0.12 * share(topic.crowd, id)
  return Math.round((venue?.capacity ?? usualCapacity) * Math.min(1, Math.max(0.35, neutral ? 0.9 : appeal)))
}
