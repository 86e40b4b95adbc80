// Makes a backup: every table out of one snapshot, while the gateway serves.
import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  appliedMigrations,
  countRows,
  createVaultRepository,
  listTables,
  openStore,
  readRows,
  withSnapshot,
} from '#store'
import { openMasterKey } from '../../account/vault/open-master-key.ts'
import { backupNameAt } from '../../process/backup-names.ts'
import type { Config } from '../../process/config.ts'
import { programVersion } from '../../process/program-version.ts'
import { reveal, type Secret } from '../../process/secret.ts'
import { databaseOf } from '../open-database.ts'
import { type AddPart, writeArchive } from './archive-file.ts'
import { ArchiveRefused } from './archive-refused.ts'
import type { Folder } from './backup-folders.ts'
import { type Manifest, manifestName, type SavedTable, withProbes } from './manifest.ts'
import { keepNewest } from './retention.ts'
import { writeLines } from './row-lines.ts'
import { readPassphrase, sealKeyring } from './sealed-keyring.ts'

export interface BackupOptions {
  /** The file, or with `keep` the folder. */
  readonly to: string
  readonly isFolder: boolean
  /** Number of backups that stay in the folder. */
  readonly keep?: number | undefined
  readonly include: readonly Folder[]
  /** Includes the master key, sealed under the passphrase in this file. */
  readonly passphraseFile?: string | undefined
}
interface BackupMade {
  readonly path: string
  readonly bytes: number
  readonly tables: number
  readonly rows: number
  readonly files: number
  readonly removed: readonly string[]
}

/** Makes a backup of the configured database. Throws ArchiveRefused when there is none. */
export async function backup(config: Config, options: BackupOptions, nowMs: number): Promise<BackupMade> {
  const passphrase = options.passphraseFile === undefined ? undefined : await readPassphrase(options.passphraseFile)
  const path = options.isFolder ? join(options.to, backupNameAt(nowMs)) : options.to
  const taken = await stat(path).catch(() => undefined)
  if (taken) throw new ArchiveRefused(`${path} exists. Name another file.`)
  const manifest = await writeArchive(path, async (add) => {
    const content = await addContent(config, { ...options, add, passphrase, nowMs })
    await add(manifestName, one(Buffer.from(JSON.stringify(content))))
    return content
  })
  const removed = options.keep === undefined ? [] : await keepNewest(options.to, options.keep)
  return {
    path,
    bytes: (await stat(path)).size,
    tables: manifest.tables.length,
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    files: manifest.files.length,
    removed,
  }
}

interface Content {
  readonly add: AddPart
  readonly include: readonly Folder[]
  readonly passphrase: Secret | undefined
  readonly nowMs: number
}

async function addContent(config: Config, { add, include, passphrase, nowMs }: Content): Promise<Manifest> {
  const { GATEHOUSE_MASTER_KEY: key, GATEHOUSE_MASTER_KEY_COMMAND: command, GATEHOUSE_DATA: dataDir } = config
  const location = databaseOf(config)
  if (location.url === undefined && !(await stat(join(dataDir, 'gatehouse.db')).catch(() => undefined)))
    throw new ArchiveRefused(`There is no database in ${dataDir}.`)
  const store = await openStore({ ...location, isExamined: true, isExisting: true, isPatient: true })
  try {
    return await withSnapshot(store, async (db) => {
      const migrations = await appliedMigrations(db)
      const versions = await createVaultRepository(db).masterVersionsInUse()
      if (versions.length === 0) throw new ArchiveRefused('No gateway has used this database yet.')
      const source = { dataDir, command, environment: key && reveal(key) }
      const masterKey = await openMasterKey({ source, store: { ...store, db }, randomBytes: refuseToWrite })
      const tables: SavedTable[] = []
      for (const table of await listTables(db, store.dialect)) {
        if (table.kind === 'virtual') {
          tables.push({ ...table, columns: [...table.columns], rows: await countRows(db, table.name) })
          continue
        }
        let rows = 0
        async function* counted() {
          for await (const row of readRows(db, store.dialect, table)) {
            rows++
            yield row
          }
        }
        const { sha256 } = await add(partOf(table.name), writeLines(counted()))
        tables.push({ ...table, columns: [...table.columns], rows, sha256 })
      }
      const files = await addFiles(add, dataDir, include)
      const keyring = masterKey.keyring()
      const sealed = passphrase === undefined ? undefined : await sealKeyring(keyring, passphrase)
      const { name: database } = store.dialect
      const madeAt = new Date(nowMs).toISOString()
      const content = { format: 1 as const, version: programVersion(), madeAt, database, migrations, tables, files }
      return withProbes({ ...content, ...(sealed && { key: sealed }) }, { keyring, versions, randomBytes })
    })
  } finally {
    await store.close()
  }
}

async function addFiles(add: AddPart, dataDir: string, include: readonly Folder[]): Promise<Manifest['files']> {
  const files: Manifest['files'] = []
  for (const folder of include) {
    const entries = await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      const name = path.slice(join(dataDir, '/').length).replaceAll('\\', '/')
      files.push({ name, ...(await add(name, createReadStream(path))) })
    }
  }
  return files
}

/** Returns the name of the part with the rows of a table. */
export function partOf(table: string): string {
  return `tables/${table}.jsonl`
}

function refuseToWrite(): never {
  throw new Error('a backup creates no master key')
}

async function* one(chunk: Buffer): AsyncGenerator<Buffer> {
  yield chunk
}
