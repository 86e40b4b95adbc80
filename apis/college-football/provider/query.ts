// Which games a call is about. Every endpoint reads the league through this.
import { invalidSeasonType } from './errors.ts'
import type { Conference, Game, League, School, Season } from './league/records.ts'

/** The parameters that many endpoints have; the ones an endpoint lacks are undefined. */
export interface GameFilter {
  readonly year?: number | undefined
  readonly week?: number | undefined
  readonly startWeek?: number | undefined
  readonly endWeek?: number | undefined
  readonly seasonType?: string | undefined
  readonly team?: string | undefined
  readonly home?: string | undefined
  readonly away?: string | undefined
  readonly conference?: string | undefined
  readonly classification?: string | undefined
  readonly gameId?: number | undefined
}

export interface Found {
  readonly season: Season
  readonly game: Game
}
/** A completed game with the rows of its plays. */
export interface Played extends Found {
  readonly from: number
  readonly to: number
}

/** Whether a school has a name, in any case; any school where no name is wanted. */
export function isNamed(school: School, wanted: string | undefined): boolean {
  return wanted === undefined || wanted === '' || school.name.toLowerCase() === wanted.toLowerCase()
}

/** Whether a conference has an abbreviation, in any case. */
export function isOf(conference: Conference, wanted: string | undefined): boolean {
  return wanted === undefined || wanted === '' || conference.abbreviation.toLowerCase() === wanted.toLowerCase()
}

const classifications = new Set(['fbs', 'fcs', 'ii', 'iii'])

/** The classification to filter by; one that does not exist is no filter. */
export function classificationOf(text: string | undefined): string | undefined {
  const wanted = text?.toLowerCase() ?? ''
  return classifications.has(wanted) ? wanted : undefined
}

/** The seasons of a year, or all, the oldest first. */
export function seasonsOf(league: Pick<League, 'seasons'>, year: number | undefined): readonly Season[] {
  return year === undefined ? league.seasons : league.seasons.filter((season) => season.year === year)
}

export function currentSeason(league: League): Season | undefined {
  return league.seasons.at(-1)
}

/** Games in the order of season, week and start. */
export function findGames(league: Pick<League, 'seasons'>, filter: GameFilter): Found[] {
  const seasonType = seasonTypeOf(filter.seasonType)
  const classification = classificationOf(filter.classification)
  const { week, startWeek, endWeek, gameId, home, away, team, conference } = filter
  const isWanted = (game: Game): boolean =>
    (gameId === undefined || game.id === gameId) &&
    (week === undefined || game.week === week) &&
    (seasonType === undefined || game.seasonType === seasonType) &&
    (startWeek === undefined || game.week >= startWeek) &&
    (endWeek === undefined || game.week <= endWeek) &&
    isNamed(game.home, home) &&
    isNamed(game.away, away) &&
    (isNamed(game.home, team) || isNamed(game.away, team)) &&
    (isOf(game.home.conference, conference) || isOf(game.away.conference, conference)) &&
    (classification === undefined ||
      game.home.conference.classification === classification ||
      game.away.conference.classification === classification)
  return seasonsOf(league, filter.year).flatMap((season) =>
    season.games
      .filter(isWanted)
      .sort((one, other) => one.week - other.week || one.startMs - other.startMs || one.id - other.id)
      .map((game) => ({ season, game })),
  )
}

/** The completed ones among the games, where their plays are known. */
export function findPlayed(league: Pick<League, 'seasons'>, filter: GameFilter): Played[] {
  return findGames(league, filter).flatMap(({ season, game }) =>
    game.result === null || game.result.endPlay === game.result.firstPlay
      ? []
      : [{ season, game, from: game.result.firstPlay, to: game.result.endPlay }],
  )
}

/** Undefined stands for both. */
function seasonTypeOf(text: string | undefined): string | undefined {
  if (text === undefined || text === '' || text === 'both') return undefined
  if (text !== 'regular' && text !== 'postseason') throw invalidSeasonType()
  return text
}

/** A value that is computed once for each season. */
export function createPerSeason<T>(compute: (season: Season) => T): (season: Season) => T {
  const known = new WeakMap<Season, T>()
  return (season) => {
    const value = known.get(season) ?? compute(season)
    known.set(season, value)
    return value
  }
}
