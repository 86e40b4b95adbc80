// A copy of an SQLite database before its tables are migrated: the way back to the version before.
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { appliedMigrations, copyInto, coreMigrationNames, migrationList, openStore, type Store } from '#store'
import type { LoadedApi } from '../process/load-apis.ts'
import { programVersion } from '../process/program-version.ts'
import { StartRefused } from '../process/start-refused.ts'
import { type DatabaseLocation, databaseAdvice } from './open-database.ts'

const kept = 3
const form = /^before-.+\.db$/

/**
 * Copies the database to `<data>/backups/before-<version>.db` if this version is about to migrate it, and keeps three
 * such copies. Returns the path. A database that cannot be opened is left to the start that follows, which says why.
 */
export async function copyBeforeUpgrade(
  location: DatabaseLocation,
  apis: readonly LoadedApi[],
): Promise<string | undefined> {
  const { url, dataDir } = location
  const file = url === undefined ? join(dataDir, 'gatehouse.db') : /^sqlite:(?!:)(.+)/.exec(url)?.[1]
  if (file === undefined || !existsSync(file)) return undefined
  const store = await openStore({ ...location, isExamined: true, isExisting: true }).catch(() => undefined)
  if (!store) return undefined
  try {
    const before = await pending(store, apis)
    return before.length === 0
      ? undefined
      : await copyTo(join(dataDir, 'backups'), store, async () => {
          const after = await pending(store, apis)
          return after.join() === before.join()
        })
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause)) throw cause
    throw new StartRefused(
      `The database cannot be copied to ${join(dataDir, 'backups')} before it is upgraded: ${cause.message}. ${databaseAdvice(cause)}`,
      { cause },
    )
  } finally {
    await store.close()
  }
}

/** Returns the migrations that this version will run on existing tables. */
async function pending({ db }: Store, apis: readonly LoadedApi[]): Promise<string[]> {
  const tables = await db.introspection.getTables()
  if (!tables.some(({ name }) => name === 'migrations')) return []
  const applied = new Set(await appliedMigrations(db))
  const lists = [
    coreMigrationNames.map((name) => `core/${name}`),
    ...apis.map(({ api, provider }) =>
      migrationList(provider?.migrations ?? {}).map(({ name }) => `${api.slug}/${name}`),
    ),
  ]
  // one without applied ones is that of an API without tables
  return lists
    .filter((list) => list.some((name) => applied.has(name)))
    .flatMap((list) => list.filter((name) => !applied.has(name)))
}

async function copyTo(folder: string, store: Store, isUnchanged: () => Promise<boolean>): Promise<string | undefined> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `before-${programVersion()}.db`)
  const temporary = `${path}.${process.pid}.partial`
  await rm(temporary, { force: true })
  try {
    await copyInto(store, temporary)
    // another process may have migrated meanwhile, after a copy of its own
    if (!(await isUnchanged())) return undefined
    await rename(temporary, path)
  } finally {
    await rm(temporary, { force: true })
  }
  await removeOldest(folder)
  return path
}

async function removeOldest(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => form.test(name))
  const copies = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })))
  for (const { name } of copies.sort((a, b) => b.at - a.at).slice(kept)) await rm(join(folder, name), { force: true })
}
