// Tries the migrations of this version on the data there is: on a copy of SQLite, on PostgreSQL in a transaction that
// is rolled back.
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { copyInto, migrationList, openStore, type TriedMigration, tryUpgrade } from '#store'
import type { Config } from '../../process/config.ts'
import { loadApis } from '../../process/load-apis.ts'
import { programVersion } from '../../process/program-version.ts'
import { type DatabaseLocation, databaseOf } from '../open-database.ts'
import { ArchiveRefused } from './archive-refused.ts'

interface UpgradeChecked {
  /** The version that would migrate. */
  readonly version: string
  readonly migrations: readonly TriedMigration[]
  readonly ms: number
  /** The oldest version that may go on running beside the new one; null if all processes must be stopped. */
  readonly runsWith: string | null
}

/** Tries the pending migrations, and changes nothing. Rejects with the error of the migration that fails. */
export async function checkUpgrade(config: Config): Promise<UpgradeChecked> {
  const migrations = await tried(databaseOf(config))
  const oldest = migrations.map(({ runsWith }) => runsWith)
  return {
    version: programVersion(),
    migrations,
    ms: migrations.reduce((sum, { ms }) => sum + ms, 0),
    runsWith: newestOf(oldest),
  }
}

async function tried(location: DatabaseLocation): Promise<TriedMigration[]> {
  const { url, dataDir } = location
  if (url === undefined && !(await stat(join(dataDir, 'gatehouse.db')).catch(() => undefined)))
    throw new ArchiveRefused(`There is no database in ${dataDir}.`)
  const lists = (await loadApis()).flatMap(({ api, provider }) => {
    const list = migrationList(provider?.migrations ?? {})
    return list.length === 0 ? [] : [{ prefix: api.slug, list }]
  })
  const store = await openStore({ ...location, isExamined: true, isExisting: true, isPatient: true })
  const copy = join(dataDir, `upgrade-check.${process.pid}.db`)
  try {
    if (!(await copyInto(store, copy))) return await tryUpgrade(store, lists)
    const copied = await openStore({ ...location, url: `sqlite:${copy}`, isExamined: true, isPatient: true })
    try {
      return await tryUpgrade(copied, lists)
    } finally {
      await copied.close()
    }
  } finally {
    await store.close()
    for (const suffix of ['', '-wal', '-shm']) await rm(copy + suffix, { force: true })
  }
}

/** Returns the newest of versions; null if one is unknown or there is none. */
function newestOf(versions: readonly (string | undefined)[]): string | null {
  const known = versions.filter((version) => version !== undefined)
  if (known.length < versions.length) return null
  return known.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))[0] ?? null
}
