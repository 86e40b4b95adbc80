// Opens the data folder and the database. A failure that the operator can fix becomes a message with the fix, without a
// password.
import { mkdirSync } from 'node:fs'
import { createThread } from '#provider/run'
import { openStore, type Store } from '#store'
import type { Config } from '../process/config.ts'
import type { Log } from '../process/log.ts'
import { programVersion } from '../process/program-version.ts'
import { StartRefused } from '../process/start-refused.ts'

export interface DatabaseLocation {
  /** The connection URL; undefined means SQLite in the data folder. */
  readonly url: string | undefined
  readonly dataDir: string
  /** The version of this program. */
  readonly version?: string | undefined
  readonly connections: number
}

/** Returns the location of the configured database. */
export function databaseOf(config: Config): DatabaseLocation {
  return {
    url: config.GATEHOUSE_DATABASE_URL,
    dataDir: config.GATEHOUSE_DATA,
    version: programVersion(),
    connections: config.GATEHOUSE_DATABASE_CONNECTIONS,
  }
}

/** Opens the database and migrates it. Throws StartRefused when it is not usable. */
export async function openDatabase(location: DatabaseLocation, log: Log): Promise<Store> {
  try {
    return await openStore({ ...location, log, checkpointsAside: createThread })
  } catch (cause) {
    if (!(cause instanceof Error) || !isOperational(cause)) throw cause
    throw new StartRefused(explainRefusal(location, cause), { cause })
  }
}

/** Explains to the operator why the database cannot be used, and how to fix it. */
export function explainRefusal({ url, dataDir }: DatabaseLocation, cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const why = cause instanceof Error ? cause.message || code || cause.name : String(cause)
  if (url !== undefined)
    return `The database at ${hostAndName(url)} cannot be used: ${why}. ${code === missingDatabase ? 'Create it with createdb' : 'Start it'}, or correct GATEHOUSE_DATABASE_URL.`
  return `The database ${dataDir}/gatehouse.db cannot be used: ${why}. ${databaseAdvice(cause)}`
}

/** Returns advice on a database error. */
export function databaseAdvice(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return advice.find(([pattern]) => pattern.test(code))?.[1] ?? 'Let this user write it, or set GATEHOUSE_DATA.'
}

const missingDatabase = '3D000'
const advice = [
  [/^(?:SQLITE_FULL|53100)$/, 'Its disk is full: free some space.'],
  [/^SQLITE_IOERR/, 'Its disk is full or fails: free some space, or look into the log of the system.'],
  [/^SQLITE_(?:CORRUPT|NOTADB)/, 'The file is damaged: restore it from a backup.'],
] as const

/**
 * Reports whether the error is the operator's to fix. A bug in our own SQL is not (SQLSTATE classes 22, 23 and 42,
 * except 42501: this user is not permitted to create tables).
 */
function isOperational(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : ''
  if ('path' in error || error.name === 'MigrationError' || (code === '' && error.name !== 'Error')) return false
  return code === '42501' || !/^(?:2[23]|42)...$|^SQLITE_(?:ERROR|CONSTRAINT)/.test(code)
}

function hostAndName(url: string): string {
  const address = URL.parse(url)
  return address ? address.host + address.pathname : 'the address in GATEHOUSE_DATABASE_URL'
}

/** Creates the data folder. Throws StartRefused when this user is not permitted to create it. */
export function createDataFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw new StartRefused(
      `The data folder ${path} cannot be created. Set GATEHOUSE_DATA to a folder that this user can write to.`,
      { cause },
    )
  }
}
