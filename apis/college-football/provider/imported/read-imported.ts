// Reads what was imported into seasons of the same form as those of the sample.
import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { byKey, parseJson } from '#provider'
import type { Tables } from '../../tables.ts'
import type { Figures } from '../figures/figures.ts'
import type { KeptPlays } from '../kept/kept-plays.ts'
import type { Conference, DraftPick, ProTeam, Recruit, School, Season, Venue } from '../league/records.ts'
import { createEloTable } from '../metrics/elo.ts'
import { prepareRatings } from '../ratings/season-ratings.ts'
import { buildSeason, type GamePlays, type SeasonRecords } from './build-season.ts'
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

export interface ReadOptions {
  /** The number of schools of the sample. */
  readonly firstIndex: number
  readonly pause: () => Promise<void> | undefined
  readonly kept: KeptPlays
  readonly figures: Figures
}

export async function readImported(
  db: Kysely<Tables>,
  { firstIndex, pause, kept, figures }: ReadOptions,
): Promise<Imported> {
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
  const key = await keyOf(db)
  const elo = createEloTable()
  const seasons: Season[] = []
  for (const { season: year } of years) {
    const season = await readSeason(db, year, { key, schools, elo, ratingOf, pause, kept })
    if (!season) continue
    await prepareRatings(season, figures, pause)
    seasons.push(season)
  }
  return {
    seasons,
    ...viewsOf(classes, picks, schools),
    ...{ schools: schools.current(), conferences: schools.conferences(), venues: schools.venues() },
  }
}

/** Of all that is visible: seasons have their schools and ratings in common. */
async function keyOf(db: Kysely<Tables>): Promise<string> {
  const imports = await db
    .selectFrom('college_football_imports')
    .select(['import', 'rows', 'digest'])
    .where('published', '=', 1)
    .orderBy('import')
    .execute()
  return createHash('sha256').update(JSON.stringify(imports)).digest('hex').slice(0, 16)
}

type Records = <K extends keyof StoredByKind>(kind: K) => readonly StoredByKind[K][]

/** The newest visible records of a season, by kind. */
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
  // databases order strings in ways of their own
  const inOrder = byKey(([id]: [string, string]) => id)
  return <K extends keyof StoredByKind>(kind: K) =>
    [...(values.get(kind) ?? [])]
      .sort(inOrder)
      .map(([, value]) => valueFrom<StoredByKind[K]>(value))
      .filter((one) => one !== undefined)
}

/** Only the import writes the column; even so, what is no object or list is skipped. */
function valueFrom<T>(json: string): T | undefined {
  const value = parseJson(json)
  return typeof value === 'object' && value !== null ? (value as T) : undefined
}

interface Context {
  readonly kept: KeptPlays
  readonly key: string
  readonly schools: ImportedSchools
  readonly elo: ReturnType<typeof createEloTable>
  readonly ratingOf: (player: StoredPlayer) => number
  readonly pause: () => Promise<void> | undefined
}

/** Undefined for a year of which there are no games. */
async function readSeason(db: Kysely<Tables>, year: number, context: Context): Promise<Season | undefined> {
  const records = await recordsOf(db, year)
  if (records('games').length === 0) return undefined
  const season: SeasonRecords = {
    ...{ games: records('games'), media: records('media'), weather: records('weather'), lines: records('lines') },
    ...{ rankings: records('rankings'), roster: records('roster'), coaches: records('coaches') },
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

/** Ratings of players by the ids of recruits, and by their own. */
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

/** Recruits and picks, whose schools are the present ones: classes and drafts are imported without seasons, too. */
function viewsOf(
  classes: ReadonlyMap<number, readonly StoredRecruit[]>,
  picks: ReadonlyMap<number, readonly StoredPick[]>,
  schools: ImportedSchools,
): Pick<Imported, 'classes' | 'drafts' | 'proTeams'> {
  const present = schools.ofSeason()
  const viewed = [...classes].map(([year, recruits]): [number, Recruit[]] => [
    year,
    recruits.map(({ committedTo, ...rest }) => ({
      ...{ ...rest, year },
      committedTo: committedTo === null ? null : present.of({ name: committedTo }),
    })),
  ])
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
