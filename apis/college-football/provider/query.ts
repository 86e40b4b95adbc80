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
  const isHome = createMemo((school: School) => isNamed(school, home))
  const isAway = createMemo((school: School) => isNamed(school, away))
  const isTeam = createMemo((school: School) => isNamed(school, team))
  const isMember = createMemo((school: School) => isOf(school.conference, conference))
  const isWanted = (game: Game): boolean =>
    (gameId === undefined || game.id === gameId) &&
    (week === undefined || game.week === week) &&
    (seasonType === undefined || game.seasonType === seasonType) &&
    (startWeek === undefined || game.week >= startWeek) &&
    (endWeek === undefined || game.week <= endWeek) &&
    (!home || isHome(game.home)) &&
    (!away || isAway(game.away)) &&
    (!team || isTeam(game.home) || isTeam(game.away)) &&
    (!conference || isMember(game.home) || isMember(game.away)) &&
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
  return createPerObject(compute)
}

/** The place of each game in its season, by id. */
export const gamePlaces = createPerSeason(({ games }) => new Map(games.map(({ id }, at) => [id, at])))

/** A value that is computed once for each object, and kept as long as it is used. */
export function createPerObject<Item extends object, T>(compute: (item: Item) => T): (item: Item) => T {
  const known = new WeakMap<Item, T>()
  return (item) => {
    const value = known.get(item) ?? compute(item)
    known.set(item, value)
    return value
  }
}

/** The result for each item, computed once. */
export function createMemo<Item, Value>(compute: (item: Item) => Value): (item: Item) => Value {
  const known = new Map<Item, Value>()
  return (item) => {
    const found = known.get(item)
    if (found !== undefined || known.has(item)) return found as Value
    const value = compute(item)
    known.set(item, value)
    return value
  }
}
