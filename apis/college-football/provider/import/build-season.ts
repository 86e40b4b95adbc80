// Builds a season from its records: games with their results, computed from plays if there are any.
import { yieldToEventLoop } from '#provider'
import type { EloTable } from '../../model/metrics/elo.ts'
import { resultOf } from '../../model/metrics/results.ts'
import { spreadOf } from '../../model/metrics/win-probability.ts'
import { createPlayerTable } from '../../model/players/player-table.ts'
import type { BookLine, Coach, Fixture, Game, PollWeek, Ranked, Result, Season, Transfer } from '../../model/records.ts'
import type { ImportedSchools, SeasonSchools } from './schools.ts'
import { createSeasonPlayers } from './season-players.ts'
import { createSeasonPlays, type SeasonPlays } from './season-plays.ts'
import type * as stored from './stored.ts'

/** The records of a season by kind. */
export interface SeasonRecords {
  readonly games: readonly stored.StoredGame[]
  readonly media: readonly stored.StoredMedia[]
  readonly weather: readonly stored.StoredWeather[]
  readonly lines: readonly stored.StoredLine[]
  readonly rankings: readonly stored.StoredRank[]
  readonly roster: readonly stored.StoredPlayer[]
  readonly coaches: readonly stored.StoredCoach[]
  readonly portal: readonly stored.StoredTransfer[]
}
export interface GamePlays {
  readonly plays: readonly stored.StoredPlay[]
  readonly stats: readonly stored.StoredPlayStat[]
}
export interface BuildOptions {
  readonly schools: ImportedSchools
  readonly elo: EloTable
  readonly ratingOf: (player: stored.StoredPlayer) => number
  /** Reads the plays of some games. */
  readonly readPlays: (games: readonly number[]) => Promise<ReadonlyMap<number, GamePlays>>
}

/** Games whose plays are read at a time. */
const gamesAtOnce = 50

export async function buildSeason(year: number, records: SeasonRecords, options: BuildOptions): Promise<Season> {
  const { schools, elo, ratingOf, readPlays } = options
  const own = schools.ofSeason()
  const fixtures = fixturesOf(records, own, schools)
  const people = createSeasonPlayers(records.roster, own, ratingOf)
  const plays = createSeasonPlays(people)
  const games: Game[] = []
  for (let at = 0; at < fixtures.length; at += gamesAtOnce) {
    const some = fixtures.slice(at, at + gamesAtOnce)
    const known = await readPlays(some.map(({ fixture }) => fixture.id))
    for (const { fixture, game } of some) {
      games.push(elo.play(fixture, resultFrom(fixture, game, plays, known.get(fixture.id))))
      await yieldToEventLoop()
    }
  }
  const notes = plays.finish()
  const coaches = records.coaches.map(({ first, last, school, hireDate }): Coach => {
    return { id: idOfCoach(first, last), first, last, school: own.of({ name: school }), hireDate }
  })
  return {
    year,
    isSample: false,
    games,
    plays: plays.columns,
    notes,
    coaches,
    players: createPlayerTable(people.players),
    transfers: transfersOf(records.portal),
    polls: pollsOf(records.rankings, own),
    schools: own.all(),
    recruits: () => [],
    draftPicks: () => [],
  }
}

interface Pair {
  readonly fixture: Fixture
  readonly game: stored.StoredGame
}

/** Returns the fixtures by start. */
function fixturesOf(records: SeasonRecords, own: SeasonSchools, schools: ImportedSchools): Pair[] {
  const weather = new Map(records.weather.map((row) => [row.game, row]))
  const media = byGame(records.media)
  const lines = byGame(records.lines)
  return records.games
    .toSorted((one, other) => one.startMs - other.startMs || one.id - other.id)
    .map((game) => {
      const { id, season, week, seasonType, startMs, isStartOpen, neutral, conferenceGame, notes, highlights } = game
      const fixture: Fixture = {
        id,
        season,
        week,
        seasonType,
        startMs,
        isStartOpen,
        neutral,
        conferenceGame,
        notes,
        highlights,
        home: own.of(game.home),
        away: own.of(game.away),
        venue: schools.venueOf(game.venueId, game.venue),
        weather: weather.get(id) ?? null,
        media: media.get(id) ?? [],
        lines: (lines.get(id) ?? []).map(({ game: _game, ...line }): BookLine => line),
      }
      return { fixture, game }
    })
}

/** Returns null until the game is completed; points of the source take precedence over those of the plays. */
function resultFrom(
  fixture: Fixture,
  { home, away, attendance, homePostgameWin, excitement }: stored.StoredGame,
  plays: SeasonPlays,
  known: GamePlays | undefined,
): Result | null {
  if (home.points === null || away.points === null) return null
  const facts = {
    homePoints: home.points,
    awayPoints: away.points,
    attendance,
    ...(home.line && away.line ? { homeByPeriod: home.line, awayByPeriod: away.line } : {}),
  }
  const firstPlay = plays.columns.count
  if (known && known.plays.length > 0)
    plays.add(fixture, known.plays, { stats: known.stats, spread: spreadOf(fixture) ?? 0 })
  const endPlay = plays.columns.count
  if (endPlay > firstPlay) return { ...resultOf(plays.columns, firstPlay, endPlay), ...facts }
  return { homeByPeriod: [], awayByPeriod: [], ...facts, firstPlay, endPlay, homePostgameWin, excitement }
}

/** Returns polls by week; empty without an import, because opinions cannot be computed. */
function pollsOf(ranks: readonly stored.StoredRank[], own: SeasonSchools): PollWeek[] {
  const weeks = new Map<string, { week: PollWeek; polls: Map<string, Ranked[]> }>()
  const inOrder = ranks.toSorted((one, other) => one.place - other.place || (one.poll < other.poll ? -1 : 1))
  for (const { seasonType, week, poll, rank, school, points, firstPlaceVotes } of inOrder) {
    const key = `${seasonType}/${week}`
    const known = weeks.get(key) ?? { week: { seasonType, week, polls: [] }, polls: new Map<string, Ranked[]>() }
    weeks.set(key, known)
    const ranked = known.polls.get(poll) ?? []
    known.polls.set(poll, ranked)
    ranked.push({ school: own.of({ name: school }), rank, points, firstPlaceVotes })
  }
  return [...weeks.values()]
    .map(({ week, polls }) => ({
      ...week,
      polls: [...polls].map(([poll, list]) => ({ poll, ranks: list.sort((one, other) => one.rank - other.rank) })),
    }))
    .sort((one, other) =>
      one.seasonType === other.seasonType ? one.week - other.week : one.seasonType === 'regular' ? -1 : 1,
    )
}

function transfersOf(rows: readonly stored.StoredTransfer[]): Transfer[] {
  return rows.toSorted((one, other) => ((one.date ?? '') < (other.date ?? '') ? -1 : 1))
}

function byGame<Row extends { readonly game: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const lists = new Map<number, Row[]>()
  for (const row of rows) {
    const known = lists.get(row.game)
    if (known) known.push(row)
    else lists.set(row.game, [row])
  }
  return lists
}

/** Returns an id derived from the name, because the source has no ids. */
function idOfCoach(first: string, last: string): number {
  let id = 7
  for (const character of `${first} ${last}`) id = (Math.imul(id, 31) + (character.codePointAt(0) ?? 0)) | 0
  return id
}
