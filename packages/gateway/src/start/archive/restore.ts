// Restores a backup into an empty database, in one transaction: whatever fails or interrupts it leaves the old state.
import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  emptyTables,
  intoEmptyDatabase,
  listTables,
  loadRows,
  migrationList,
  openStore,
  type Store,
  suspendKeys,
} from '#store'
import { createKeyFile } from '../../account/vault/key-file.ts'
import type { Keyring } from '../../account/vault/keyring.ts'
import { openMasterKey } from '../../account/vault/open-master-key.ts'
import type { Config } from '../../process/config.ts'
import { type LoadedApi, loadApis } from '../../process/load-apis.ts'
import { reveal, type Secret } from '../../process/secret.ts'
import { createDataFolder, databaseOf } from '../open-database.ts'
import { type Archive, openArchive } from './archive-file.ts'
import { ArchiveRefused } from './archive-refused.ts'
import { partOf } from './backup.ts'
import { checkMigrations, tablesToLoad } from './fitting.ts'
import { checkProbes, type Manifest, manifestName, readManifest, type SavedTable } from './manifest.ts'
import { type PlacedFiles, placeFiles } from './placed-files.ts'
import { readLines } from './row-lines.ts'
import { openKeyring, readPassphrase } from './sealed-keyring.ts'

export interface RestoreOptions {
  readonly path: string
  /** Reads everything and writes nothing. */
  readonly isVerified: boolean
  readonly suspendsKeys: boolean
  /** Slugs of the APIs whose tables are left as they are at a first start. */
  readonly without: readonly string[]
  readonly passphraseFile?: string | undefined
}
interface Restored {
  readonly version: string
  readonly madeAt: string
  readonly tables: number
  readonly rows: number
  readonly files: number
  readonly isVerified: boolean
  /** False for a verification without the master key. */
  readonly isKeyChecked: boolean
  readonly suspended: number
}

/** Restores a backup, or only verifies it. Throws ArchiveRefused when it does not fit. */
export async function restore(config: Config, options: RestoreOptions): Promise<Restored> {
  const archive = await openArchive(options.path)
  const manifest = await readManifest(archive.read(manifestName))
  const passphrase = options.passphraseFile === undefined ? undefined : await readPassphrase(options.passphraseFile)
  const key = await keyOf(config, manifest, passphrase)
  if (key) checkProbes(manifest, key.keyring)
  const done = { version: manifest.version, madeAt: manifest.madeAt, isKeyChecked: key !== undefined }
  if (options.isVerified) return { ...done, isVerified: true, suspended: 0, ...(await verify(archive, manifest)) }
  if (!key)
    throw new ArchiveRefused(
      `The master key is missing. Put it into ${keyPath(config)} or a setting, or name the passphrase of a backup that includes it.`,
    )
  return { ...done, isVerified: false, ...(await write(config, options, { archive, manifest, key })) }
}

interface Key {
  readonly keyring: Keyring
  /** True for a key that came with the backup and has no file yet. */
  readonly isNew: boolean
}

const keyPath = ({ GATEHOUSE_DATA: dataDir }: Config) => join(dataDir, 'master.key')

/** Returns the master key that is set, else that of the backup. */
async function keyOf(config: Config, { key }: Manifest, passphrase: Secret | undefined): Promise<Key | undefined> {
  const { GATEHOUSE_MASTER_KEY: set, GATEHOUSE_MASTER_KEY_COMMAND: command, GATEHOUSE_DATA: dataDir } = config
  if (!set && !command && !(await stat(keyPath(config)).catch(() => undefined))) {
    if (key && passphrase !== undefined) return { keyring: await openKeyring(key, passphrase), isNew: true }
    return undefined
  }
  const source = { dataDir, command, environment: set && reveal(set) }
  // the probes take the place of the look into a database that is still empty
  const store = await openStore({ url: 'sqlite::memory:', dataDir })
  try {
    return { keyring: (await openMasterKey({ source, store, randomBytes })).keyring(), isNew: false }
  } finally {
    await store.close()
  }
}

async function verify(archive: Archive, { tables, files }: Manifest) {
  let rows = 0
  for (const { name, columns, sha256, rows: expected } of tables) {
    if (sha256 === undefined) continue
    let found = 0
    for await (const _row of readLines(archive.read(partOf(name), sha256), columns.length)) found++
    if (found !== expected)
      throw new ArchiveRefused(`The table ${name} of the backup has ${found} rows, not ${expected}.`)
    rows += found
  }
  for (const { name, sha256 } of files) for await (const _chunk of archive.read(name, sha256));
  return { tables: tables.length, rows, files: files.length }
}

interface Source {
  readonly archive: Archive
  readonly manifest: Manifest
  readonly key: Key
}

async function write(config: Config, options: RestoreOptions, { archive, manifest, key }: Source) {
  const apis = await loadApis()
  checkMigrations(manifest, apis, options.without)
  createDataFolder(config.GATEHOUSE_DATA)
  const files = await placeFiles(config.GATEHOUSE_DATA, archive, manifest)
  try {
    const store = await openAtLevel(config, manifest, { apis, without: options.without })
    try {
      return await intoEmptyDatabase(store, async (db) => {
        const tables = tablesToLoad(manifest, await listTables(db, store.dialect), {
          database: store.dialect.name,
          without: options.without,
        })
        await emptyTables(db, tables)
        let rows = 0
        for (const table of tables) rows += await loadTable(archive, table, (part) => loadRows(db, store.dialect, part))
        const suspended = options.suspendsKeys ? await suspendKeys(db) : 0
        if (key.isNew) await createKeyFile(keyPath(config), key.keyring, randomBytes)
        await files.place()
        return { tables: tables.length, rows, files: manifest.files.length, suspended }
      }).catch((error) => undo(files, error))
    } finally {
      await store.close()
    }
  } finally {
    await files.clear()
  }
}

async function undo(files: PlacedFiles, error: unknown): Promise<never> {
  await files.takeBack()
  throw error
}

/** Opens the database with the tables of the version that made the backup. */
async function openAtLevel(
  config: Config,
  { migrations }: Manifest,
  { apis, without }: { readonly apis: readonly LoadedApi[]; readonly without: readonly string[] },
): Promise<Store> {
  const applied = new Set(migrations)
  const onlyMigrations = new Set(
    migrations.filter((name) => name.startsWith('core/')).map((name) => name.slice('core/'.length)),
  )
  const store = await openStore({ ...databaseOf(config), isPatient: true, onlyMigrations, writesIndexes: true })
  try {
    for (const { api, provider } of apis) {
      const list = migrationList(provider?.migrations ?? {}).filter(({ name }) => applied.has(`${api.slug}/${name}`))
      if (list.length > 0 && !without.includes(api.slug)) await store.migrate(api.slug, list)
    }
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

async function loadTable(
  archive: Archive,
  { name, kind, columns, lastId, sha256, rows }: SavedTable,
  load: (part: Parameters<typeof loadRows>[2]) => Promise<void>,
): Promise<number> {
  let found = 0
  async function* counted() {
    for await (const row of readLines(archive.read(partOf(name), sha256), columns.length)) {
      found++
      yield row
    }
  }
  await load({ table: { name, kind, columns, ...(lastId !== undefined && { lastId }) }, rows: counted() })
  if (found !== rows) throw new ArchiveRefused(`The table ${name} of the backup has ${found} rows, not ${rows}.`)
  return found
}
