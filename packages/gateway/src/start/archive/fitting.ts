// Finds out whether a backup fits this program and this database, before a row is written.
import { coreMigrationNames, migrationList, type TableOf } from '#store'
import type { LoadedApi } from '../../process/load-apis.ts'
import { ArchiveRefused } from './archive-refused.ts'
import type { Manifest, SavedTable } from './manifest.ts'

/** Throws ArchiveRefused if the tables of the backup are newer than this program. */
export function checkMigrations(
  { migrations, version }: Manifest,
  apis: readonly LoadedApi[],
  without: readonly string[],
): void {
  const known = new Set(coreMigrationNames.map((name) => `core/${name}`))
  for (const { api, provider } of apis)
    for (const { name } of migrationList(provider?.migrations ?? {})) known.add(`${api.slug}/${name}`)
  const slugs = new Set(migrations.map(slugOf))
  const stray = without.find((slug) => slug === 'core' || !slugs.has(slug))
  if (stray !== undefined) throw new ArchiveRefused(`The backup has no tables of ${stray}.`)
  const unknown = migrations.filter((name) => !known.has(name) && !without.includes(slugOf(name)))
  if (unknown.length > 0)
    throw new ArchiveRefused(
      `The backup is of version ${version}, whose tables this program does not know: ${unknown.join(', ')}. Restore with that version, or a later one.`,
    )
}

interface Target {
  readonly database: Manifest['database']
  readonly without: readonly string[]
}

/**
 * Returns the tables to load, in the order of the backup. Throws ArchiveRefused for tables that this database keeps in
 * another form: search indexes, which differ between SQLite and PostgreSQL.
 */
export function tablesToLoad(
  { tables, migrations, database }: Manifest,
  present: readonly TableOf[],
  target: Target,
): SavedTable[] {
  const slugs = [...new Set(migrations.map(slugOf))]
  const ownerOf = (table: string) =>
    slugs.filter((slug) => table.startsWith(`${slug.replaceAll('-', '_')}_`)).sort((a, b) => b.length - a.length)[0]
  const columnsOf = new Map(
    present.filter(({ kind }) => kind !== 'virtual').map((table) => [table.name, table.columns]),
  )
  const unfit = new Set<string>()
  const fitting = tables.filter(({ name, kind, columns, rows }) => {
    const owner = ownerOf(name)
    if (owner !== undefined && target.without.includes(owner)) return false
    const isMoved = database !== target.database
    if (kind === 'shadow' && isMoved) return false
    if (kind === 'virtual') {
      if (isMoved && rows > 0) unfit.add(owner ?? name)
      return false
    }
    const own = columnsOf.get(name)
    if (own !== undefined && own.length === columns.length && columns.every((column) => own.includes(column)))
      return true
    if (!isMoved || rows > 0) unfit.add(owner ?? name)
    return false
  })
  if (unfit.size === 0) return fitting
  const names = [...unfit].sort()
  throw new ArchiveRefused(
    database === target.database
      ? `The tables of ${names.join(', ')} have other columns in this database.`
      : `The search indexes of ${names.join(', ')} do not fit ${target.database}. Leave their tables out with --without ${names.join(',')}, and import their data again.`,
  )
}

function slugOf(migration: string): string {
  return migration.slice(0, migration.indexOf('/'))
}
