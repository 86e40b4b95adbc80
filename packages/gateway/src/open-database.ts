// Opens the data folder and the database. A failure that the operator can fix becomes a message that says how, without
// a password.
import { mkdirSync } from 'node:fs'
import { openStore, type Store } from '#store'
import type { Config } from './config.ts'
import type { Log } from './log.ts'
import { StartRefused } from './start-refused.ts'

export interface DatabaseLocation {
  /** Undefined: SQLite in the data folder. */
  readonly url: string | undefined
  readonly dataDir: string
  readonly connections: number
}

/** Where the database of the settings is. */
export function databaseOf(config: Config): DatabaseLocation {
  return {
    url: config.GATEHOUSE_DATABASE_URL,
    dataDir: config.GATEHOUSE_DATA,
    connections: config.GATEHOUSE_DATABASE_CONNECTIONS,
  }
}

/** Opens the database and migrates it. Throws StartRefused when it is not usable. */
export async function openDatabase(location: DatabaseLocation, log: Log): Promise<Store> {
  try {
    return await openStore({ ...location, log, checkpointsAside: true })
  } catch (cause) {
    if (!(cause instanceof Error) || !isOperational(cause)) throw cause
    throw new StartRefused(explainRefusal(location, cause), { cause })
  }
}

/** Why the database cannot be used, and what to do about that. */
export function explainRefusal({ url, dataDir }: DatabaseLocation, cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const why = cause instanceof Error ? cause.message || code || cause.name : String(cause)
  if (url !== undefined)
    return `The database at ${hostAndName(url)} cannot be used: ${why}. ${code === missingDatabase ? 'Create it with createdb' : 'Start it'}, or correct GATEHOUSE_DATABASE_URL.`
  return `The database ${dataDir}/gatehouse.db cannot be used: ${why}. ${databaseAdvice(cause)}`
}

/** What to do about an error of the database. */
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

/** False for a bug in our own SQL (SQLSTATE classes 22, 23 and 42, except 42501: this user may not create tables). */
function isOperational(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : ''
  if ('path' in error || error.name === 'MigrationError' || (code === '' && error.name !== 'Error')) return false
  return code === '42501' || !/^(?:2[23]|42)...$|^SQLITE_(?:ERROR|CONSTRAINT)/.test(code)
}

function hostAndName(url: string): string {
  const address = URL.parse(url)
  return address ? address.host + address.pathname : 'the address in GATEHOUSE_DATABASE_URL'
}

/** Throws StartRefused when this user may not create it. */
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
