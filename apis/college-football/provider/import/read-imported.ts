// Reads imported records into seasons of the same form as those of the sample.
import type { Kysely } from 'kysely'
import { byKey } from '#provider'
import { parseJson } from '#provider/import'
import { createEloTable } from '../../model/metrics/elo.ts'
import type { Conference, DraftPick, ProTeam, Recruit, School, Season, Venue } from '../../model/records.ts'
import type { Tables } from '../../tables.ts'
import { inOrder } from '../recruiting/classes.ts'
import { type BuildOptions, buildSeason, type GamePlays, type SeasonRecords } from './build-season.ts'
import { createSchools, type ImportedSchools } from './schools.ts'
import type { StoredByKind, StoredPick, StoredPlayer, StoredRecruit } from './stored.ts'

export interface Imported {
  readonly conferences: readonly Conference[]
  readonly schools: readonly School[]
  readonly venues: readonly Venue[]
  readonly proTeams: readonly ProTeam[]
  /** Ascending by year. */
  readonly seasons: readonly Season[]
  readonly classes: ReadonlyMap<number, readonly Recruit[]>
  readonly drafts: ReadonlyMap<number, readonly DraftPick[]>
}

/** Reads all seasons; `firstIndex` is the number of schools of the sample. */
export async function readImported(db: Kysely<Tables>, firstIndex: number): Promise<Imported> {
  const tables = await recordsOf(db, 0)
  const schools = createSchools(
    { teams: tables('teams'), conferences: tables('conferences'), venues: tables('venues') },
    firstIndex,
  )
  const years = await db
    .selectFrom('college_football_records')
    .innerJoin('college_football_imports', 'college_football_imports.import', 'college_football_records.import')
    .select('season')
    .distinct()
    .where('published', '=', 1)
    .where('season', '>', 0)
    .orderBy('season')
    .execute()
  const classes = new Map<number, readonly StoredRecruit[]>()
  const picks = new Map<number, readonly StoredPick[]>()
  for (const { season: year } of years) {
    const records = await recordsOf(db, year, ['recruits', 'draft'])
    if (records('recruits').length > 0) classes.set(year, records('recruits'))
    if (records('draft').length > 0) picks.set(year, records('draft'))
  }
  const ratingOf = createRatings(classes)
  const elo = createEloTable()
  const seasons: Season[] = []
  for (const { season: year } of years) {
    const season = await readSeason(db, year, { schools, elo, ratingOf })
    if (season) seasons.push(season)
  }
  return {
    seasons,
    ...viewsOf(classes, picks, schools),
    schools: schools.current(),
    conferences: schools.conferences(),
    venues: schools.venues(),
  }
}

type Records = <K extends keyof StoredByKind>(kind: K) => readonly StoredByKind[K][]

/** Returns the newest visible records of a season, by kind. */
async function recordsOf(db: Kysely<Tables>, season: number, only?: readonly string[]): Promise<Records> {
  const rows = await db
    .selectFrom('college_football_records')
    .innerJoin('college_football_imports', 'college_football_imports.import', 'college_football_records.import')
    .select(['kind', 'id', 'value'])
    .where('published', '=', 1)
    .where('season', '=', season)
    .where('kind', only ? 'in' : 'not in', only ? [...only] : ['plays', 'play stats'])
    .orderBy('college_football_records.import')
    .execute()
  const values = new Map<string, Map<string, string>>()
  for (const { kind, id, value } of rows) {
    const known = values.get(kind) ?? new Map<string, string>()
    values.set(kind, known.set(id, value))
  }
  // sort orders of databases differ
  const inOrder = byKey(([id]: [string, string]) => id)
  return <K extends keyof StoredByKind>(kind: K) =>
    [...(values.get(kind) ?? [])]
      .sort(inOrder)
      .map(([, value]) => valueFrom<StoredByKind[K]>(value))
      .filter((one) => one !== undefined)
}

/** Parses the column, which only the import writes; values other than objects and lists are skipped. */
function valueFrom<T>(json: string): T | undefined {
  const value = parseJson(json)
  return typeof value === 'object' && value !== null ? (value as T) : undefined
}

/** Returns undefined for a year without games. */
async function readSeason(
  db: Kysely<Tables>,
  year: number,
  context: Omit<BuildOptions, 'readPlays'>,
): Promise<Season | undefined> {
  const records = await recordsOf(db, year)
  if (records('games').length === 0) return undefined
  const season: SeasonRecords = {
    games: records('games'),
    media: records('media'),
    weather: records('weather'),
    lines: records('lines'),
    rankings: records('rankings'),
    roster: records('roster'),
    coaches: records('coaches'),
    portal: records('portal'),
  }
  return buildSeason(year, season, { ...context, readPlays: (games) => readPlays(db, games) })
}

async function readPlays(db: Kysely<Tables>, games: readonly number[]): Promise<Map<number, GamePlays>> {
  const rows = await db
    .selectFrom('college_football_records')
    .innerJoin('college_football_imports', 'college_football_imports.import', 'college_football_records.import')
    .select(['kind', 'id', 'value'])
    .where('published', '=', 1)
    .where('season', '=', 0)
    .where('kind', 'in', ['plays', 'play stats'])
    .where('id', 'in', games.map(String))
    .orderBy('college_football_records.import')
    .execute()
  const known = new Map<number, GamePlays>()
  for (const { kind, id, value } of rows) {
    const before = known.get(Number(id)) ?? { plays: [], stats: [] }
    known.set(
      Number(id),
      kind === 'plays'
        ? { ...before, plays: valueFrom<StoredByKind['plays']>(value) ?? [] }
        : { ...before, stats: valueFrom<StoredByKind['play stats']>(value) ?? [] },
    )
  }
  return known
}

/** Returns ratings of players by the ids of recruits, and by their own. */
function createRatings(classes: ReadonlyMap<number, readonly StoredRecruit[]>): (player: StoredPlayer) => number {
  const byRecruit = new Map<number, number>()
  const byAthlete = new Map<number, number>()
  for (const recruits of classes.values())
    for (const { id, athleteId, rating } of recruits) {
      byRecruit.set(id, rating)
      if (athleteId !== null) byAthlete.set(athleteId, rating)
    }
  return ({ id, recruitIds }) =>
    byAthlete.get(id) ?? recruitIds.map((one) => byRecruit.get(one)).find((rating) => rating !== undefined) ?? 0
}

/** Builds recruits and picks with the current schools: classes and drafts can be imported without seasons. */
function viewsOf(
  classes: ReadonlyMap<number, readonly StoredRecruit[]>,
  picks: ReadonlyMap<number, readonly StoredPick[]>,
  schools: ImportedSchools,
): Pick<Imported, 'classes' | 'drafts' | 'proTeams'> {
  const present = schools.ofSeason()
  const viewed = [...classes].map(([year, recruits]): [number, Recruit[]] => {
    const ofYear = recruits.map(({ committedTo, ...rest }) => ({
      ...rest,
      year,
      committedTo: committedTo === null ? null : present.of({ name: committedTo }),
    }))
    return [year, inOrder(ofYear)]
  })
  const drafts = [...picks].map(([year, list]): [number, DraftPick[]] => [
    year,
    list
      .toSorted((one, other) => one.overall - other.overall)
      .map(({ college, ...rest }) => ({ ...rest, year, college: present.of({ name: college }) })),
  ])
  const teams = new Set([...picks.values()].flatMap((list) => list.map(({ team }) => team)))
  return {
    classes: new Map(viewed),
    drafts: new Map(drafts),
    proTeams: [...teams].sort().map((location) => ({ location, nickname: null })),
  }
}
