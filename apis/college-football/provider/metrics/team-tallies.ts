// Tallies of teams over games: offense and defense, by team and season or by team and game.

import type { School } from '../league/records.ts'
import { emptyPlay } from '../plays/columns.ts'
import { drivesOf } from '../plays/drives.ts'
import { type GarbageLimits, isGarbage } from '../plays/kinds.ts'
import { isNamed, isOf, type Played } from '../query.ts'
import { addDrive, addPlay, emptyTally, type Tally } from './tally.ts'

export interface TeamTally {
  readonly played: Played
  readonly school: School
  readonly opponent: School
  readonly offense: Tally
  readonly defense: Tally
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
    const tallies: [Tally, Tally] = [emptyTally(), emptyTally()]
    addGame(tallies, played, options)
    const [awayOffense, homeOffense] = tallies
    const { home, away } = played.game
    yield { played, school: home, opponent: away, offense: homeOffense, defense: awayOffense }
    yield { played, school: away, opponent: home, offense: awayOffense, defense: homeOffense }
  }
}

export interface SeasonTally {
  readonly year: number
  readonly school: School
  readonly offense: Tally
  readonly defense: Tally
  games: number
}

/** The sums of each team and season, for teams of the higher division; undefined between games. */
export function* seasonTallies(
  games: Iterable<Played>,
  filter: { readonly team?: string | undefined; readonly conference?: string | undefined },
  options: TallyOptions,
): Generator<SeasonTally | undefined> {
  const sums = new Map<string, SeasonTally>()
  const sumOf = (year: number, school: School): SeasonTally | undefined => {
    if (school.conference.classification !== 'fbs') return undefined
    if (!isNamed(school, filter.team) || !isOf(school.conference, filter.conference)) return undefined
    const key = `${year}/${school.index}`
    const sum = sums.get(key) ?? { year, school, offense: emptyTally(), defense: emptyTally(), games: 0 }
    sums.set(key, sum)
    return sum
  }
  for (const played of games) {
    const { season, game } = played
    const [away, home] = [sumOf(season.year, game.away), sumOf(season.year, game.home)]
    if (home) home.games++
    if (away) away.games++
    if (home || away) {
      const own = (side: SeasonTally | undefined, part: 'offense' | 'defense') => side?.[part]
      addGame([own(away, 'offense'), own(home, 'offense')], played, options)
      addGame([own(home, 'defense'), own(away, 'defense')], played, options)
    }
    yield undefined
  }
  yield* [...sums.values()].sort(
    (one, other) => other.year - one.year || (one.school.name < other.school.name ? -1 : 1),
  )
}

/** Adds the plays of the away team and of the home team to their tallies. */
function addGame(
  tallies: readonly [Tally | undefined, Tally | undefined],
  { season, from, to }: Played,
  { garbage, skipsOvertime = false, withDrives = false }: TallyOptions,
): void {
  const play = emptyPlay()
  for (let row = from; row < to; row++) {
    season.plays.read(row, play)
    const tally = tallies[play.homeBall === 1 ? 1 : 0]
    if (!tally || (garbage && isGarbage(play, garbage)) || (skipsOvertime && play.period > 4)) continue
    addPlay(tally, play)
  }
  if (!withDrives) return
  for (const drive of drivesOf(season.plays, from, to)) {
    const tally = tallies[drive.homeBall === 1 ? 1 : 0]
    if (tally && !(garbage && isGarbage(drive.first, garbage))) addDrive(tally, drive)
  }
}
