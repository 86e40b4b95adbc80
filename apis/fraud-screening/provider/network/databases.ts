// The IP databases: the operator's MMDB files in the order of their names, then the bundled country database. New,
// changed and deleted files are noticed within a minute.
import { readdir, readFile, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import type { Log } from '#define'
import { daysBetween } from '#provider'
import { MmdbError } from './mmdb-error.ts'
import { type MmdbFile, openMmdb } from './mmdb-file.ts'

/** Address data older than this causes a warning. */
const oldDays = 180
const checkEveryMs = 60_000
const maxFiles = 8
/** Memory limit of the databases. A database of cities has 60 to 130 MB. */
const maxTotalBytes = 400 * 1024 * 1024

const builtIn = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'

export interface Databases {
  /** The operator's files by name, then the bundled one. */
  readonly files: readonly MmdbFile[]
  /** Reasons why files of the folder are not used. */
  readonly problems: readonly string[]
}
interface DatabasesDeps {
  /** The operator's folder; it need not exist. */
  readonly folder: string
  readonly log: Log
  readonly now: () => number
  readonly today: () => string
}

/** Returns a function that returns the current databases. A damaged file is logged once and skipped. */
export function createDatabases(deps: DatabasesDeps): () => Promise<Databases> {
  let current: { readonly state: string; readonly databases: Databases } | undefined
  let loading: Promise<Databases> | undefined
  let checkedMs = Number.NEGATIVE_INFINITY

  async function load(): Promise<Databases> {
    const found = await filesIn(deps.folder)
    const state = found.map(({ name, bytes, changedMs }) => `${name} ${bytes} ${changedMs}`).join('\n')
    if (current?.state === state) return current.databases
    const databases = await openAll(found, deps)
    current = { state, databases }
    return databases
  }

  return async () => {
    if (current && Math.abs(deps.now() - checkedMs) < checkEveryMs) return current.databases
    checkedMs = deps.now()
    loading ??= load().finally(() => {
      loading = undefined
    })
    return loading
  }
}

interface FoundFile {
  readonly name: string
  readonly path: string
  readonly bytes: number
  readonly changedMs: number
}

async function filesIn(folder: string): Promise<FoundFile[]> {
  const names = await readdir(folder).catch(() => [])
  const found: FoundFile[] = []
  for (const name of names.filter((one) => one.endsWith('.mmdb')).sort()) {
    const path = join(folder, name)
    const info = await stat(path).catch(() => undefined)
    if (info?.isFile()) found.push({ name, path, bytes: info.size, changedMs: info.mtimeMs })
  }
  return found
}

async function openAll(found: readonly FoundFile[], deps: DatabasesDeps): Promise<Databases> {
  const files: MmdbFile[] = []
  const problems: string[] = []
  let total = 0
  for (const { name, path, bytes } of found) {
    if (files.length === maxFiles) problems.push(`${name}: more than ${maxFiles} files`)
    else if (total + bytes > maxTotalBytes) problems.push(`${name}: more than ${maxTotalBytes} bytes in all`)
    else {
      const file = await openFile(name, path, problems)
      if (file) total += files[files.push(file) - 1]?.bytes ?? 0
    }
  }
  const own = createRequire(import.meta.url).resolve(builtIn)
  const country = await openFile(basename(own), own, problems)
  if (country) files.push(country)
  for (const problem of problems) deps.log.warn('an IP database is not used', { problem })
  for (const { name, type, built } of files) logAge({ name, type, built }, deps)
  return { files, problems }
}

async function openFile(name: string, path: string, problems: string[]): Promise<MmdbFile | undefined> {
  try {
    return openMmdb(name, await readFile(path))
  } catch (error) {
    problems.push(error instanceof MmdbError ? error.message : `${name}: it cannot be read`)
    return undefined
  }
}

function logAge(file: Pick<MmdbFile, 'name' | 'type' | 'built'>, { log, today }: DatabasesDeps): void {
  const days = ageDays(file, today())
  const fields = { ...file, ...(days === undefined ? {} : { days }) }
  if (days !== undefined && days > oldDays) log.warn('an IP database is old', fields)
  else log.info('opened an IP database', fields)
}

/** Returns the days since the database was built; undefined if its date is unknown. */
function ageDays({ built }: Pick<MmdbFile, 'built'>, today: string): number | undefined {
  return built === 'unknown' ? undefined : daysBetween(built, today)
}
