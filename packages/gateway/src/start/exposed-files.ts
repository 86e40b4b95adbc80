// Finds files with secrets or data that other users of the machine can read. The gateway creates its own files with
// mode 0600 and its folders with 0700; an unpacked backup, a copied database or a mounted secret can have others.
import { readdirSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { isOnReadOnlyMount, opensToOthers } from '../account/vault/file-access.ts'
import type { Log } from '../process/log.ts'

interface ExposedFile {
  readonly path: string
  /** The fix: a command or, for a read-only mount, the setting to change there. */
  readonly remedy: string
}
interface ExposedFilesOptions {
  readonly dataDir: string
  /** GATEHOUSE_DATABASE_URL, which can name an SQLite file elsewhere. */
  readonly url: string | undefined
}

const maxFiles = 1000

/** Logs a warning with the remedy for each exposed file. */
export function warnOfExposedFiles(options: ExposedFilesOptions, log: Pick<Log, 'warn'>): void {
  for (const { path, remedy } of exposedFiles(options)) log.warn('other users may read a file', { path, remedy })
}

/**
 * Returns the exposed files among the data folder, its files (key files, database, backups), the operator's files and
 * the database.
 */
export function exposedFiles({ dataDir, url }: ExposedFilesOptions): ExposedFile[] {
  // Windows has no such mode bits: the folder's access control list protects the files
  if (process.platform === 'win32') return []
  const elsewhere = url?.startsWith('sqlite:') && !url.startsWith('sqlite::') ? [url.slice('sqlite:'.length)] : []
  const config = join(dataDir, 'config')
  const paths = [dataDir, config, ...filesIn(dataDir), ...filesIn(config), ...filesIn(join(dataDir, 'backups'))]
  return [...paths, ...elsewhere].flatMap((path) => {
    const stats = statsOf(path)
    if (!stats || !opensToOthers(stats)) return []
    if (isOnReadOnlyMount(path)) return [{ path, remedy: 'mount it with mode 0400 (defaultMode in Kubernetes)' }]
    return [{ path, remedy: `chmod ${stats.isDirectory() ? 700 : 600} ${path}` }]
  })
}

function filesIn(folder: string): string[] {
  try {
    const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => !entry.isDirectory())
    return files.slice(0, maxFiles).map(({ name }) => join(folder, name))
  } catch {
    return []
  }
}

function statsOf(path: string): Stats | undefined {
  try {
    const stats = statSync(path)
    return stats.isFile() || stats.isDirectory() ? stats : undefined
  } catch {
    return undefined
  }
}
