// Tallies of teams over games: offense and defense, by team and season or by team and game.

import type { League, School, Season } from '../league/records.ts'
import { emptyTally, type Tally } from '../metrics/tally.ts'
import { findPlayed, type GameFilter, isNamed, isOf, type Played, seasonsOf } from '../query.ts'
import type { Counted, TeamFigures } from './team-figures.ts'

interface Sides {
  readonly offense: Tally
  readonly defense: Tally
}

export interface TeamTally extends Sides {
  readonly played: Played
  readonly school: School
  readonly opponent: School
}

/** Which plays count when a caller wants decided games left out, or not. */
export function countedOf(isExcluded: boolean | undefined, undecided: Counted): Counted {
  return isExcluded ? undecided : 'all'
}

/** The tallies of both teams of a game. */
export function* gameTallies(played: Played, figures: TeamFigures): Generator<TeamTally> {
  const { game } = played
  const [away, home] = [emptyTally(), emptyTally()]
  figures.add(away, game, 0)
  figures.add(home, game, 1)
  yield { played, school: game.home, opponent: game.away, offense: home, defense: away }
  yield { played, school: game.away, opponent: game.home, offense: away, defense: home }
}

export interface SeasonTally extends Sides {
  readonly year: number
  readonly school: School
  games: number
}

/** The sums of each team and season, for teams of the higher division; undefined between games. */
export function* seasonTallies(
  league: League,
  filter: Pick<GameFilter, 'year' | 'team' | 'conference' | 'startWeek' | 'endWeek'>,
  figuresOf: (season: Season) => Generator<undefined, TeamFigures>,
): Generator<SeasonTally | undefined> {
  const { team, startWeek, endWeek } = filter
  for (const season of [...seasonsOf(league, filter.year)].reverse()) {
    const figures = yield* figuresOf(season)
    const games = findPlayed({ seasons: [season] }, { team, startWeek, endWeek })
    for (const sum of yield* sumsOf(season, games, figures))
      if (isNamed(sum.school, team) && isOf(sum.school.conference, filter.conference)) yield sum
  }
}

/** The sums of these games by school, in the order of names. */
export function* sumsOf(
  { year }: Season,
  games: readonly Played[],
  figures: TeamFigures,
): Generator<undefined, readonly SeasonTally[]> {
  const sums = new Map<School, SeasonTally>()
  const sumOf = (school: School): SeasonTally | undefined => {
    if (school.conference.classification !== 'fbs') return undefined
    const sum = sums.get(school) ?? { year, school, offense: emptyTally(), defense: emptyTally(), games: 0 }
    sums.set(school, sum)
    sum.games++
    return sum
  }
  for (const { game } of games) {
    const [away, home] = [sumOf(game.away), sumOf(game.home)]
    if (away) figures.add(away.offense, game, 0)
    if (away) figures.add(away.defense, game, 1)
    if (home) figures.add(home.offense, game, 1)
    if (home) figures.add(home.defense, game, 0)
    yield undefined
  }
  return [...sums.values()].sort((one, other) => (one.school.name < other.school.name ? -1 : 1))
}
