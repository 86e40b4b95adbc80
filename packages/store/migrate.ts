// Runs migrations forward: all pending ones of a list in one transaction, under one lock, each recorded in the table
// `migrations`. Migrations cannot be reverted; a database newer than the code is refused, unless its migrations say
// that this version can serve it.
import { CompiledQuery, type Kysely } from 'kysely'
import type { DialectTraits } from './dialects/traits.ts'
import type { Tables } from './schema.ts'

/** A database whose tables are unknown to the compiler: migrations name them as strings. */
export type MigrationDb = Kysely<Record<string, Record<string, unknown>>>

/** A forward migration. `name` orders and identifies it ("0001-core") and never changes once released. */
export interface Migration {
  readonly name: string
  /**
   * The oldest version of the program that can serve the tables afterwards, for a migration that only adds. Without it,
   * versions that do not know the migration refuse the database.
   */
  readonly runsWith?: string
  /**
   * Does a part of the long work that `up` requires; resolves to true while more is left. Each part is committed
   * separately, so an interrupted start resumes where it stopped. The previous version must understand the intermediate
   * state.
   */
  prepare?(db: MigrationDb): Promise<boolean>
  up(db: MigrationDb, traits: DialectTraits): Promise<void>
}

/** Converts migrations keyed by name into a list in order of name. */
export function migrationList(
  byName: Readonly<Record<string, Pick<Migration, 'prepare' | 'runsWith'> & { up(db: MigrationDb): Promise<void> }>>,
): Migration[] {
  const names = Object.keys(byName).sort()
  return names.flatMap((name) => {
    const step = byName[name]
    if (!step) return []
    const { prepare, runsWith } = step
    const optional = { ...(prepare && { prepare }), ...(runsWith !== undefined && { runsWith }) }
    return [{ name, up: (db: MigrationDb) => step.up(db), ...optional }]
  })
}

/** The database that `migrate` changes. `now` provides `applied_at`. */
interface MigrationTarget {
  readonly db: Kysely<Tables>
  readonly traits: DialectTraits
  /** The version of this program; without one, every newer database is refused. */
  readonly version?: string | undefined
  now(): number
}

/** Thrown for a database written by a newer version, or by another list of migrations. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

const corePrefix = 'core'
const busyAttempts = 12
const prefixPattern = /^[a-z][a-z0-9-]*$/

/**
 * Brings the tables of `prefix` to the end of `list`. All pending migrations are applied and recorded, or none; only
 * the parts of a migration with `prepare` are committed early, along with the migrations before it.
 * Tables created under a prefix other than 'core' must be called `<prefix with _ for ->_…`.
 * Throws MigrationError if the database has a migration that `list` lacks, or if `list` has a pending one before the
 * last applied one.
 */
export async function migrate(target: MigrationTarget, prefix: string, list: readonly Migration[]): Promise<void> {
  checkList(prefix, list)
  for (let attempt = 1; ; attempt++) {
    try {
      while (await target.db.connection().execute((db) => migrateExclusively({ ...target, db }, prefix, list)));
      return
    } catch (error) {
      // each attempt has already waited for the database's own timeout
      if (!target.traits.isBusy(error) || attempt === busyAttempts) throw error
    }
  }
}

/** Throws MigrationError if the database has a migration that `list` lacks. Changes nothing. */
export async function refuseNewer(target: MigrationTarget, prefix: string, list: readonly Migration[]): Promise<void> {
  const tables = await tableNames(target)
  if (tables.includes('migrations')) await checkApplied(target, prefix, list)
}

/** The migrations of one prefix. */
export interface MigrationsOf {
  readonly prefix: string
  readonly list: readonly Migration[]
}
/** A pending migration that was tried. */
export interface TriedMigration {
  readonly name: string
  readonly ms: number
  readonly runsWith: string | undefined
}

/** Applies all pending migrations in one transaction, which is rolled back. Returns what each has taken. */
export function tryMigrations(target: MigrationTarget, lists: readonly MigrationsOf[]): Promise<TriedMigration[]> {
  return target.db.connection().execute(async (db) => {
    const tried = new Map<string, TriedMigration>()
    for (const statement of target.traits.exclusiveBegin) await db.executeQuery(CompiledQuery.raw(statement))
    try {
      for (const { prefix, list } of lists) {
        const timed = list.map((migration) => timedInto(tried, prefix, migration))
        while (await applyPending({ ...target, db }, prefix, timed));
      }
    } finally {
      await db.executeQuery(CompiledQuery.raw('rollback'))
    }
    return [...tried.values()]
  })
}

function timedInto(tried: Map<string, TriedMigration>, prefix: string, migration: Migration): Migration {
  const { prepare, runsWith } = migration
  const name = `${prefix}/${migration.name}`
  const timed = async <T>(work: Promise<T>) => {
    const begunMs = performance.now()
    const result = await work
    const ms = (tried.get(name)?.ms ?? 0) + performance.now() - begunMs
    tried.set(name, { name, ms, runsWith })
    return result
  }
  return {
    ...migration,
    ...(prepare && { prepare: (db: MigrationDb) => timed(prepare(db)) }),
    up: (db, traits) => timed(migration.up(db, traits)),
  }
}

function checkList(prefix: string, list: readonly Migration[]): void {
  if (!prefixPattern.test(prefix)) throw new MigrationError(`"${prefix}" cannot be the prefix of migrations.`)
  for (const [index, migration] of list.entries()) {
    const previous = list[index - 1]
    if (previous && previous.name >= migration.name)
      throw new MigrationError(
        `Migrations of ${prefix} are out of order: "${previous.name}", then "${migration.name}".`,
      )
  }
}

/** Resolves to true if more work is left. */
async function migrateExclusively(
  target: MigrationTarget,
  prefix: string,
  list: readonly Migration[],
): Promise<boolean> {
  const { db, traits } = target
  for (const statement of traits.exclusiveBegin) await db.executeQuery(CompiledQuery.raw(statement))
  try {
    const isUnfinished = await applyPending(target, prefix, list)
    await db.executeQuery(CompiledQuery.raw('commit'))
    return isUnfinished
  } catch (error) {
    // the rollback itself fails if the transaction is already over; the first error is the one to report
    await db.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined)
    throw error
  }
}

async function applyPending(target: MigrationTarget, prefix: string, list: readonly Migration[]): Promise<boolean> {
  const { db, traits } = target
  await db.schema
    .createTable('migrations')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('applied_at', 'bigint', (column) => column.notNull())
    .execute()
  const applied = await checkApplied(target, prefix, list)
  const pending = list.slice(applied.length)
  if (pending.length === 0) return false
  await addVersions(target)
  const before = new Set(await tableNames(target))
  const untyped = db.$extendTables<Record<string, Record<string, unknown>>>()
  let isUnfinished = false
  for (const migration of pending) {
    isUnfinished = (await migration.prepare?.(untyped)) ?? false
    if (isUnfinished) break
    await migration.up(untyped, traits)
    await db
      .insertInto('migrations')
      .values({
        name: `${prefix}/${migration.name}`,
        applied_at: target.now(),
        runs_with: migration.runsWith ?? null,
        made_by: target.version ?? null,
      })
      .execute()
  }
  if (prefix === corePrefix) return isUnfinished
  const own = `${prefix.replaceAll('-', '_')}_`
  const stray = (await tableNames(target)).find((name) => !before.has(name) && !name.startsWith(own))
  if (stray)
    throw new MigrationError(`Migrations of ${prefix} created a table "${stray}"; its name must begin with "${own}".`)
  return isUnfinished
}

async function appliedNames(db: Kysely<Tables>, prefix: string): Promise<string[]> {
  const rows = await db.selectFrom('migrations').select('name').where('name', 'like', `${prefix}/%`).execute()
  return rows.map((row) => row.name.slice(prefix.length + 1)).sort()
}

/** Returns the applied migrations. Throws MigrationError unless this program can serve them. */
async function checkApplied(target: MigrationTarget, prefix: string, list: readonly Migration[]): Promise<string[]> {
  const applied = await appliedNames(target.db, prefix)
  const known = new Set(list.map((migration) => migration.name))
  const unknown = applied.filter((name) => !known.has(name))
  if (unknown.length > 0)
    await refuseUnlessServed(
      target,
      unknown.map((name) => `${prefix}/${name}`),
    )
  // a newer version has applied all that this one knows, so that nothing is pending below
  const own = applied.filter((name) => known.has(name))
  for (const [index, name] of own.entries()) {
    const expected = list[index]?.name
    if (expected !== name)
      throw new MigrationError(
        `Migration ${prefix}/${expected} comes before ${prefix}/${name}, which is already applied.`,
      )
  }
  if (unknown.length > 0 && own.length < list.length)
    throw new MigrationError(
      `The database has migrations of ${prefix} that this program lacks, and lacks some of its own.`,
    )
  return applied
}

async function refuseUnlessServed(target: MigrationTarget, unknown: readonly string[]): Promise<void> {
  const { db, version } = target
  const rows = (await hasVersions(target))
    ? await db.selectFrom('migrations').select(['runs_with', 'made_by']).where('name', 'in', unknown).execute()
    : []
  const isServed =
    rows.length > 0 && rows.every(({ runs_with: oldest }) => oldest !== null && isAtLeast(version, oldest))
  if (isServed) return
  const maker = rows.map(({ made_by: by }) => by).findLast((by) => by !== null)
  const start = maker === undefined ? 'Start the version that wrote it' : `Start version ${maker}, which wrote it`
  throw new MigrationError(
    `The database is newer than this program: it has ${unknown.join(', ')}. ${start}, or a later one.`,
  )
}

/** Compares versions by their numbers; whatever has none is too old. */
function isAtLeast(version: string | undefined, oldest: string): boolean {
  const [own, least] = [version ?? '', oldest].map((text) => /^(\d+)\.(\d+)\.(\d+)/.exec(text)?.slice(1).map(Number))
  if (!own || !least) return false
  const at = own.findIndex((number, index) => number !== least[index])
  return at < 0 || Number(own[at]) > Number(least[at])
}

const versionColumns = ['runs_with', 'made_by']

async function addVersions(target: MigrationTarget): Promise<void> {
  if (await hasVersions(target)) return
  for (const column of versionColumns)
    await target.db.schema.alterTable('migrations').addColumn(column, 'text').execute()
}

/** Tells whether the table has the columns of versions, which earlier versions did not make. */
async function hasVersions({ db, traits }: MigrationTarget): Promise<boolean> {
  const { rows } = await db.executeQuery<{ table: string; name: string }>(CompiledQuery.raw(traits.catalog.columns))
  return rows.some(({ table, name }) => table === 'migrations' && name === versionColumns.at(-1))
}

async function tableNames({ db, traits }: MigrationTarget): Promise<string[]> {
  const { rows } = await db.executeQuery<{ name: string }>(CompiledQuery.raw(traits.tableNamesSql))
  return rows.map((row) => row.name)
}
