// Selects the games that a call requests. Every endpoint reads the league through this file.

import type { Conference, Game, League, PlaysNow, School, Season } from '../model/records.ts'
import { invalidSeasonType } from './errors.ts'

/** Parameters shared by many endpoints; undefined where an endpoint lacks them. */
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

/** Reports whether a school has a name, in any case; true for an undefined name. */
export function isNamed(school: School, wanted: string | undefined): boolean {
  return wanted === undefined || wanted === '' || school.name.toLowerCase() === wanted.toLowerCase()
}

/** Reports whether a conference has an abbreviation, in any case. */
export function isOf(conference: Conference, wanted: string | undefined): boolean {
  return wanted === undefined || wanted === '' || conference.abbreviation.toLowerCase() === wanted.toLowerCase()
}

const classifications = new Set(['fbs', 'fcs', 'ii', 'iii'])

/** Returns the classification to filter by; an unknown one does not filter. */
function classificationOf(text: string | undefined): string | undefined {
  const wanted = text?.toLowerCase() ?? ''
  return classifications.has(wanted) ? wanted : undefined
}

/** Returns the seasons of a year, or all, the oldest first. */
export function seasonsOf(league: Pick<League, 'seasons'>, year: number | undefined): readonly Season[] {
  return year === undefined ? league.seasons : league.seasons.filter((season) => season.year === year)
}

export function currentSeason(league: League): Season | undefined {
  return league.seasons.at(-1)
}

/** Yields games by season, week and start. */
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
    gamesInOrder(season)
      .filter(isWanted)
      .map((game) => ({ season, game })),
  )
}

const gamesInOrder = createPerSeason(({ games }) =>
  games.toSorted((one, other) => one.week - other.week || one.startMs - other.startMs || one.id - other.id),
)

/** Yields the completed games whose plays are known. */
export function findPlayed(league: Pick<League, 'seasons'>, filter: GameFilter): Played[] {
  return findGames(league, filter).flatMap(({ season, game }) =>
    game.result === null || game.result.endPlay === game.result.firstPlay
      ? []
      : [{ season, game, from: game.result.firstPlay, to: game.result.endPlay }],
  )
}

/**
 * Yields completed games in a range of weeks, as statistics of teams count them: the postseason follows every week, so
 * a first week keeps it and a last one leaves it out (SOURCES 3.17).
 */
export function findPlayedInWeeks(
  league: Pick<League, 'seasons'>,
  { startWeek = 0, endWeek, ...filter }: GameFilter,
): Played[] {
  return findPlayed(league, filter).filter(({ game: { seasonType, week } }) =>
    seasonType === 'postseason'
      ? endWeek === undefined
      : week >= startWeek && (endWeek === undefined || week <= endWeek),
  )
}

/** Returns the plays so far of a game, even one in progress. */
export function playsSoFar({ plays }: Season, game: Game, league: League): Omit<PlaysNow, 'end'> {
  return league.playsNow(game) ?? { plays, from: game.result?.firstPlay ?? 0, to: game.result?.endPlay ?? 0 }
}

/** Returns undefined for both types. */
function seasonTypeOf(text: string | undefined): string | undefined {
  if (text === undefined || text === '' || text === 'both') return undefined
  if (text !== 'regular' && text !== 'postseason') throw invalidSeasonType()
  return text
}

/** Creates a cache of one value per season, which lives as long as the season. */
export function createPerSeason<T>(compute: (season: Season) => T): (season: Season) => T {
  const known = new WeakMap<Season, T>()
  return (season) => {
    const value = known.get(season) ?? compute(season)
    known.set(season, value)
    return value
  }
}
