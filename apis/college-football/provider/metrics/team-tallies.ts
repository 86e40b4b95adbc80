// Tallies of teams over games: offense and defense, by team and season or by team and game.

import type { League, School, Season } from '../league/records.ts'
import { emptyPlay } from '../plays/columns.ts'
import { drivesOf } from '../plays/drives.ts'
import { type GarbageLimits, isGarbage } from '../plays/kinds.ts'
import { findPlayed, type GameFilter, isNamed, isOf, type Played, seasonsOf } from '../query.ts'
import { addDrive, addPlay, emptyTally, type Tally } from './tally.ts'

interface Sides {
  readonly offense: Tally
  readonly defense: Tally
}
const emptySides = (): Sides => ({ offense: emptyTally(), defense: emptyTally() })

export interface TeamTally extends Sides {
  readonly played: Played
  readonly school: School
  readonly opponent: School
}

export interface TallyOptions {
  /** Plays beyond these limits are left out. */
  readonly garbage?: GarbageLimits | undefined
  readonly skipsOvertime?: boolean
  readonly withDrives?: boolean
}

/** What the limits are when a caller wants decided games left out. */
export function garbageOf(isExcluded: boolean | undefined, limits: GarbageLimits): GarbageLimits | undefined {
  return isExcluded ? limits : undefined
}

/** The tallies of both teams of each game. */
export function* gameTallies(games: Iterable<Played>, options: TallyOptions): Generator<TeamTally> {
  for (const played of games) {
    const [away, home] = [emptySides(), emptySides()]
    addGame([away, home], played, options)
    const { game } = played
    yield { played, school: game.home, opponent: game.away, ...home }
    yield { played, school: game.away, opponent: game.home, ...away }
  }
}

export interface SeasonTally extends Sides {
  readonly year: number
  readonly school: School
  games: number
}

/** Sums over whole seasons, by what was left out. */
const known = new WeakMap<Season, Map<string, readonly SeasonTally[]>>()

/** The sums of each team and season, for teams of the higher division; undefined between games. */
export function* seasonTallies(
  league: League,
  filter: Pick<GameFilter, 'year' | 'team' | 'conference' | 'startWeek' | 'endWeek'>,
  options: TallyOptions,
): Generator<SeasonTally | undefined> {
  for (const season of [...seasonsOf(league, filter.year)].reverse()) {
    const isWhole = filter.startWeek === undefined && filter.endWeek === undefined
    const key = JSON.stringify(options)
    let sums = isWhole ? known.get(season)?.get(key) : undefined
    if (!sums) {
      // those of all teams, which are kept, rather than those of one team, which are not
      const narrowed = isWhole ? {} : { ...filter, conference: undefined }
      const games = findPlayed(league, { ...narrowed, year: season.year })
      sums = yield* sumsOf(season, games, options)
      if (isWhole) {
        const byKey = known.get(season) ?? new Map<string, readonly SeasonTally[]>()
        known.set(season, byKey.set(key, sums))
      }
    }
    for (const sum of sums)
      if (isNamed(sum.school, filter.team) && isOf(sum.school.conference, filter.conference)) yield sum
  }
}

/** The sums of these games by school, in the order of names. */
export function* sumsOf(
  { year }: Season,
  games: readonly Played[],
  options: TallyOptions,
): Generator<undefined, readonly SeasonTally[]> {
  const sums = new Map<School, SeasonTally>()
  const sumOf = (school: School): SeasonTally | undefined => {
    if (school.conference.classification !== 'fbs') return undefined
    const sum = sums.get(school) ?? { year, school, offense: emptyTally(), defense: emptyTally(), games: 0 }
    sums.set(school, sum)
    sum.games++
    return sum
  }
  for (const played of games) {
    const [away, home] = [sumOf(played.game.away), sumOf(played.game.home)]
    addGame([away, home], played, options)
    yield undefined
  }
  return [...sums.values()].sort((one, other) => (one.school.name < other.school.name ? -1 : 1))
}

/** Adds each play to the offense that made it and to the defense that it met. */
function addGame(
  [away, home]: readonly [Sides | undefined, Sides | undefined],
  { season, from, to }: Played,
  { garbage, skipsOvertime = false, withDrives = false }: TallyOptions,
): void {
  const play = emptyPlay()
  for (let row = from; row < to; row++) {
    season.plays.read(row, play)
    if ((garbage && isGarbage(play, garbage)) || (skipsOvertime && play.period > 4)) continue
    const [offense, defense] = play.homeBall === 1 ? [home, away] : [away, home]
    if (offense) addPlay(offense.offense, play)
    if (defense) addPlay(defense.defense, play)
  }
  if (!withDrives) return
  for (const drive of drivesOf(season.plays, from, to)) {
    if (garbage && isGarbage(drive.first, garbage)) continue
    const [offense, defense] = drive.homeBall === 1 ? [home, away] : [away, home]
    if (offense) addDrive(offense.offense, drive)
    if (defense) addDrive(defense.defense, drive)
  }
}
