// Detects that an open database file was moved, removed or replaced: SQLite continues with the file that it opened,
// whose contents are lost with the process, and checks that itself only without a WAL.
import { statSync } from 'node:fs'

/** Thrown with SQLite's own code for a moved file (https://www.sqlite.org/rescode.html#readonly_dbmoved). */
export class FileMoved extends Error {
  override readonly name = 'FileMoved'
  readonly code = 'SQLITE_READONLY_DBMOVED'

  constructor() {
    super('the database file was moved or removed since it was opened')
  }
}

/** Returns the check, which throws FileMoved unless the path still leads to the same file as now. */
export function createFileCheck(file: string): () => void {
  const opened = identityOf(file)
  return () => {
    if (identityOf(file) !== opened) throw new FileMoved()
  }
}

/** Returns device and inode; undefined for a file that is missing or cannot be reached. */
export function identityOf(file: string): string | undefined {
  try {
    const { dev, ino } = statSync(file, { bigint: true })
    return `${dev} ${ino}`
  } catch {
    return undefined
  }
}
