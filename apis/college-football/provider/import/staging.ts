// The records of an import before it is complete. They are written in short transactions while the file is read, and
// become visible together. An interrupted import is resumed when the same file is sent again.
import type { Kysely } from 'kysely'
import { beginImport, createWriteSlices, parseJson, publishImport } from '#provider/import'
import { inChunks, insertMany } from '#provider/sql'
import type { RecordsTable, Tables } from '../../tables.ts'
import type { StoredPlay, StoredPlayStat } from './stored.ts'

type Record = Omit<RecordsTable, 'import'>
const keyColumns = ['kind', 'season', 'id', 'import'] as const
const state = 'college_football_state'
/** Age at which an interrupted import is removed. */
const keptMs = 7 * 86_400_000
const removedAtOnce = 500

/** The next part of a file to store. */
interface Batch {
  readonly records: ReadonlyMap<string, Record>
  /** Plays by game; merged with the known plays of the game. */
  readonly plays: ReadonlyMap<number, readonly StoredPlay[]>
  readonly playStats: ReadonlyMap<number, readonly StoredPlayStat[]>
  /** Rows of the file read so far, and their hash. */
  readonly rows: number
  readonly digest: string
}
export interface Staging {
  /** Rows stored by an earlier attempt, and their hash. */
  readonly rows: number
  readonly digest: string
  write(batch: Batch): Promise<void>
  /** Makes the import visible; returns false if another one was published meanwhile. */
  publish(): Promise<boolean>
  /** Removes the written records. */
  discard(): Promise<void>
  /** Counts the seasons whose records would be visible. */
  countSeasons(): Promise<number>
  /** Returns the seasons of stored games, by id. */
  seasonsOf(games: readonly number[]): Promise<Map<number, number>>
}

/** Opens the staging area of an import; `file` identifies the file. */
export async function openStaging(
  db: Kysely<Tables>,
  { file, now }: { file: string; now: () => number },
): Promise<Staging> {
  await removeStale(db, now())
  const { revision } = await db.selectFrom(state).select('revision').where('id', '=', 1).executeTakeFirstOrThrow()
  const [known] = await db
    .selectFrom('college_football_imports')
    .select(['import', 'rows', 'digest'])
    .where('file', '=', file)
    .where('published', '=', 0)
    .where('revision', '=', revision)
    .execute()
  const begun = known ? { number: known.import, revision } : await beginImport(db, state)
  const { number } = begun
  if (!known)
    await db
      .insertInto('college_football_imports')
      .values({ import: number, file, rows: 0, digest: '', revision, published: 0, updated_at: now() })
      .execute()
  const slices = createWriteSlices()

  return {
    rows: known?.rows ?? 0,
    digest: known?.digest ?? '',
    async write({ records, plays, playStats, rows, digest }) {
      const games = [
        ...(await mergedGames(db, 'plays', plays, number)),
        ...(await mergedGames(db, 'play stats', playStats, number)),
      ]
      const all = [...records.values(), ...games].map((record) => ({ ...record, import: number }))
      await slices.run(all.length, () =>
        db.transaction().execute(async (tx) => {
          if (all.length > 0) await insertMany(tx, 'college_football_records', all, { replaceOn: keyColumns })
          await tx
            .updateTable('college_football_imports')
            .set({ rows, digest, updated_at: now() })
            .where('import', '=', number)
            .execute()
        }),
      )
    },
    async publish() {
      const isPublished = await publishImport(db, state, begun, (tx) =>
        tx
          .updateTable('college_football_imports')
          .set({ published: 1, file: '' })
          .where('import', '=', number)
          .execute(),
      )
      if (isPublished) await removeReplaced(db)
      return isPublished
    },
    discard: () => removeImport(db, number),
    async countSeasons() {
      const found = await db
        .selectFrom('college_football_records')
        .select('season')
        .distinct()
        .where('kind', '=', 'games')
        .execute()
      return found.length
    },
    async seasonsOf(games) {
      const seasons = new Map<number, number>()
      for (const some of inChunks(games)) {
        const found = await db
          .selectFrom('college_football_records')
          .select(['id', 'season'])
          .where('kind', '=', 'games')
          .where('id', 'in', some.map(String))
          .execute()
        for (const { id, season } of found) seasons.set(Number(id), season)
      }
      return seasons
    },
  }
}

/** Returns all plays, or all statistics, of the games: known ones, replaced by new ones. */
async function mergedGames<Item extends StoredPlay | StoredPlayStat>(
  db: Kysely<Tables>,
  kind: 'plays' | 'play stats',
  games: ReadonlyMap<number, readonly Item[]>,
  number: number,
): Promise<Record[]> {
  const ids = [...games.keys()].map(String)
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('college_football_records')
    .innerJoin('college_football_imports', 'college_football_imports.import', 'college_football_records.import')
    .select(['id', 'value'])
    .where('kind', '=', kind)
    .where('season', '=', 0)
    .where('id', 'in', ids)
    .where((where) => where.or([where('published', '=', 1), where('college_football_records.import', '=', number)]))
    .orderBy('college_football_records.import')
    .execute()
  const known = new Map(rows.map(({ id, value }) => [Number(id), value]))
  return [...games].map(([game, items]) => {
    const merged = new Map<string, unknown>()
    const stored = parseJson(known.get(game) ?? '[]')
    for (const item of [...(Array.isArray(stored) ? stored : []), ...items]) merged.set(keyOf(item), item)
    return { kind, season: 0, id: String(game), value: JSON.stringify([...merged.values()]) }
  })
}

/** Returns the key of a play, its id, or of a statistic: its play, player and type. */
function keyOf(item: unknown): string {
  const { id, play, athlete, type } = Object(item)
  return typeof id === 'string' ? id : `${play}/${athlete}/${type}`
}

/** Removes records with a newer visible import. */
async function removeReplaced(db: Kysely<Tables>): Promise<void> {
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('college_football_records')
      .where((where) =>
        where(
          where.refTuple('kind', 'season', 'id', 'import'),
          'in',
          where
            .selectFrom('college_football_records as old')
            .innerJoin('college_football_records as new', (join) =>
              join
                .onRef('new.kind', '=', 'old.kind')
                .onRef('new.season', '=', 'old.season')
                .onRef('new.id', '=', 'old.id')
                .onRef('new.import', '>', 'old.import'),
            )
            .innerJoin('college_football_imports as done', 'done.import', 'new.import')
            .innerJoin('college_football_imports as before', 'before.import', 'old.import')
            .select(['old.kind', 'old.season', 'old.id', 'old.import'])
            .where('done.published', '=', 1)
            .where('before.published', '=', 1)
            .limit(removedAtOnce)
            .$asTuple('kind', 'season', 'id', 'import'),
        ),
      )
      .executeTakeFirst()
    if (numDeletedRows === 0n) return
  }
}

async function removeStale(db: Kysely<Tables>, nowMs: number): Promise<void> {
  const stale = await db
    .selectFrom('college_football_imports')
    .select('import')
    .where('published', '=', 0)
    .where('updated_at', '<', nowMs - keptMs)
    .execute()
  for (const one of stale) await removeImport(db, one.import)
}

async function removeImport(db: Kysely<Tables>, number: number): Promise<void> {
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('college_football_records')
      .where((where) =>
        where(
          where.refTuple('kind', 'season', 'id', 'import'),
          'in',
          where
            .selectFrom('college_football_records')
            .select(['kind', 'season', 'id', 'import'])
            .where('import', '=', number)
            .limit(removedAtOnce)
            .$asTuple('kind', 'season', 'id', 'import'),
        ),
      )
      .executeTakeFirst()
    if (numDeletedRows === 0n) break
  }
  await db.deleteFrom('college_football_imports').where('import', '=', number).execute()
}
