// Tallies of teams: offense and defense, by game or by season.
import { addDrive, addPlay, emptyTally, type Tally } from '../../model/metrics/tally.ts'
import { emptyPlay } from '../../model/plays/columns.ts'
import { drivesOf } from '../../model/plays/drives.ts'
import { isGarbage, ppaGarbage, statsGarbage } from '../../model/plays/kinds.ts'
import type { League, School, Season } from '../../model/records.ts'
import { findPlayedInWeeks, type GameFilter, isNamed, isOf, type Played, seasonsOf } from '../query.ts'

/** Plays to count: all, or those of undecided games, as statistics or as predicted points define it. */
type Counted = 'all' | 'undecided' | 'undecided regulation'

interface Sides {
  readonly offense: Tally
  readonly defense: Tally
}
interface GameTally extends Sides {
  readonly school: School
  readonly opponent: School
}
export interface SeasonTally extends Sides {
  readonly year: number
  readonly school: School
  games: number
}

/** Returns the plays to count, with or without decided games. */
export function countedOf(isExcluded: boolean | undefined, undecided: Counted): Counted {
  return isExcluded ? undecided : 'all'
}

/** Returns the tallies of the home team and of the away team. */
export function gameTallies(played: Played, counted: Counted): readonly [GameTally, GameTally] {
  const { home, away } = played.game
  const [ofHome, ofAway] = [emptyTally(), emptyTally()]
  addGame(played, counted, [ofAway], [ofHome])
  return [
    { school: home, opponent: away, offense: ofHome, defense: ofAway },
    { school: away, opponent: home, offense: ofAway, defense: ofHome },
  ]
}

/** Yields the sums of each season's higher-division teams; the newest season first. */
export function* seasonTallies(
  league: League,
  filter: Pick<GameFilter, 'year' | 'team' | 'conference' | 'startWeek' | 'endWeek'>,
  counted: Counted,
): Generator<SeasonTally> {
  const { year, team, conference, startWeek, endWeek } = filter
  for (const season of seasonsOf(league, year).toReversed()) {
    const games = findPlayedInWeeks({ seasons: [season] }, { team, conference, startWeek, endWeek })
    for (const sum of sumsOf(season, games, counted))
      if (isNamed(sum.school, team) && isOf(sum.school.conference, conference)) yield sum
  }
}

/** Returns the sums of these games by school, sorted by name. */
export function sumsOf({ year }: Season, games: readonly Played[], counted: Counted): readonly SeasonTally[] {
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
    addGame(played, counted, tallies(away?.offense, home?.defense), tallies(home?.offense, away?.defense))
  }
  return [...sums.values()].sort((one, other) => (one.school.name < other.school.name ? -1 : 1))
}

function tallies(...some: readonly (Tally | undefined)[]): Tally[] {
  return some.filter((tally) => tally !== undefined)
}

/** Adds the away team's and the home team's plays with the ball. */
function addGame({ season, from, to }: Played, counted: Counted, away: readonly Tally[], home: readonly Tally[]): void {
  const garbage = counted === 'all' ? undefined : counted === 'undecided' ? statsGarbage : ppaGarbage
  const play = emptyPlay()
  for (let row = from; row < to; row++) {
    season.plays.read(row, play)
    if (garbage && isGarbage(play, garbage)) continue
    if (counted === 'undecided regulation' && play.period > 4) continue
    for (const tally of play.homeBall === 1 ? home : away) addPlay(tally, play)
  }
  for (const drive of drivesOf(season.plays, from, to)) {
    if (garbage && isGarbage(drive.first, garbage)) continue
    for (const tally of drive.homeBall === 1 ? home : away) addDrive(tally, drive)
  }
}
