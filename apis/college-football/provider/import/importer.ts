// Imports a file. Its content identifies its kinds of rows, of which there can be several.
import { createHash } from 'node:crypto'
import type { ProviderKit } from '#define'
import type { ImportCounts, ImportFile, ReportProgress } from '#define/imports'
import { createImportProblems, invalidImport } from '#provider/import'
import type { RecordsTable, Tables } from '../../tables.ts'
import type { Fields, FileRow } from './fields.ts'
import { openRows } from './file-rows.ts'
import { kindOf } from './kind-of.ts'
import { playOf, playStatOf } from './play-of.ts'
import { type Context, Incomplete, recordsOf } from './record-of.ts'
import { openStaging, type Staging } from './staging.ts'
import type { StoredPlay, StoredPlayStat } from './stored.ts'

/** Rows whose records are written at a time. */
const batchRows = 2000
/** Seasons whose plays fit into memory besides everything else. */
const mostSeasons = 40

/**
 * Returns counts by season and kind. Throws `import.invalid` unless the whole file is valid; then no part of it is
 * visible. Records stored by an interrupted attempt are not stored again.
 */
export async function importFootball(
  kit: ProviderKit<Tables>,
  file: ImportFile,
  progress: ReportProgress,
): Promise<ImportCounts> {
  const problems = createImportProblems()
  const { head, rows } = await openRows(file.chunks, { folder: kit.cacheFolder, problems })
  const identity = createHash('sha256').update(file.name).update('\n').update(head).digest('hex')
  const staging = await openStaging(kit.db, { file: identity, now: kit.now })
  const report = createReport()
  const context = { year: yearIn(file.name) }
  let isRefused = false
  try {
    await readRows(rows, staging, (row, batch) => {
      try {
        report.add(addRow(row, batch, context))
      } catch (error) {
        if (!(error instanceof Incomplete)) throw error
        isRefused = true
        problems.add(row.where, error.message)
      }
    })
    isRefused = true
    problems.throwIfAny()
    if (report.isEmpty()) throw invalidImport(emptyReason(report.counts()))
    const counts = report.counts(await staging.seasonsOf(report.games()))
    progress({ phase: 'indexing', percent: 0, counts })
    if ((await staging.countSeasons()) > mostSeasons)
      throw invalidImport(`there would be more than ${mostSeasons} seasons`)
    if (!(await staging.publish()))
      throw invalidImport('another import was completed in the meantime. Send the file again')
    progress({ phase: 'indexing', percent: 100, counts })
    return counts
  } catch (error) {
    // a refused file will come back changed; one that was interrupted will come back as it was
    if (isRefused) await staging.discard()
    throw error
  } finally {
    await rows.return(undefined)
  }

  /** Calls `add` for each row and stores the collected batches. */
  async function readRows(
    source: AsyncIterable<FileRow>,
    { rows: done, digest, write }: Staging,
    add: (row: FileRow, batch: GrowingBatch) => void,
  ): Promise<void> {
    const hash = createHash('sha256')
    let batch = emptyBatch()
    let count = 0
    for await (const row of source) {
      count++
      hash.update(textOfRow(row.fields))
      add(row, batch)
      if (count === done && hash.copy().digest('hex') !== digest) {
        await staging.discard()
        throw invalidImport('it has changed since it was sent before. Send it again')
      }
      if (count % batchRows !== 0) continue
      progress({ phase: 'reading', counts: report.counts() })
      if (count > done) await write({ ...batch, rows: count, digest: hash.copy().digest('hex') })
      batch = emptyBatch()
    }
    progress({ phase: 'reading', counts: report.counts() })
    if (count > done) await write({ ...batch, rows: count, digest: hash.digest('hex') })
  }
}

interface GrowingBatch {
  /** Records by kind, season and id. */
  readonly records: Map<string, Omit<RecordsTable, 'import'>>
  readonly plays: Map<number, StoredPlay[]>
  readonly playStats: Map<number, StoredPlayStat[]>
}
const emptyBatch = (): GrowingBatch => ({ records: new Map(), plays: new Map(), playStats: new Map() })

/** The kind of an added row, for the report. */
interface Added {
  readonly kind: string
  readonly season: number
  readonly count: number
  /** The game of a play, whose row need not name its season. */
  readonly game?: number
}

/** Adds a row to the batch. Throws `Incomplete`. */
function addRow({ fields }: FileRow, batch: GrowingBatch, context: Context): readonly Added[] {
  const kind = kindOf(fields)
  if (kind === undefined)
    throw new Incomplete(`it is nothing that is known, with ${[...fields.keys()].slice(0, 6).join(', ')}`)
  if (kind === 'computed') return [{ kind, season: 0, count: 1 }]
  if (kind === 'plays') {
    const { game, season, play } = playOf(fields)
    addTo(batch.plays, game, play)
    return [{ kind, season, count: 1, game }]
  }
  if (kind === 'play stats') {
    const { game, season, stat } = playStatOf(fields)
    addTo(batch.playStats, game, stat)
    return [{ kind, season, count: 1, game }]
  }
  return recordsOf(kind, fields, context).map(({ season, id, value }) => {
    batch.records.set(`${kind}/${season}/${id}`, { kind, season, id, value: JSON.stringify(value) })
    return { kind, season, count: 1 }
  })
}

function addTo<T>(lists: Map<number, T[]>, key: number, item: T): void {
  const list = lists.get(key)
  if (list) list.push(item)
  else lists.set(key, [item])
}

function createReport() {
  const counts = new Map<string, number>()
  const byGame = new Map<string, Map<number, number>>()
  const add = (name: string, count: number) => counts.set(name, (counts.get(name) ?? 0) + count)
  return {
    add(rows: readonly Added[]): void {
      for (const { kind, season, count, game } of rows) {
        if (game === undefined || season > 0) add(season > 0 ? `${season} ${kind}` : kind, count)
        else {
          const games = byGame.get(kind) ?? new Map<number, number>()
          byGame.set(kind, games.set(game, (games.get(game) ?? 0) + count))
        }
      }
    },
    games: () => [...new Set([...byGame.values()].flatMap((games) => [...games.keys()]))],
    /** Returns counts by season and kind; rows with an unknown game are counted separately. */
    counts(seasons: ReadonlyMap<number, number> = new Map()): Record<string, number> {
      const all = new Map(counts)
      for (const [kind, games] of byGame)
        for (const [game, count] of games) {
          const season = seasons.get(game)
          const name = season === undefined ? `${kind} of games that are not imported` : `${season} ${kind}`
          all.set(name, (all.get(name) ?? 0) + count)
        }
      return Object.fromEntries([...all].sort(([one], [other]) => (one < other ? -1 : 1)))
    },
    isEmpty: () => byGame.size === 0 && [...counts.keys()].every((name) => name === 'computed'),
  }
}

function emptyReason({ computed = 0 }: Readonly<Record<string, number>>): string {
  return computed > 0
    ? 'everything in it is computed from plays. Import games, plays and rosters instead'
    : 'it has nothing to import'
}

function yearIn(name: string): number | null {
  const match = /(?<!\d)(?:18|19|20)\d\d(?!\d)/.exec(name)
  return match ? Number(match[0]) : null
}

function textOfRow(fields: Fields): string {
  let text = '\n'
  for (const value of fields.values())
    text += `${typeof value === 'object' ? JSON.stringify(value, withoutBigInts) : String(value)}\t`
  return text
}

function withoutBigInts(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
