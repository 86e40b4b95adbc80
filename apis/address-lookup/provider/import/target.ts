// What every part of an import is given.
import type { ReportProgress } from '#define'
import type { Database } from '../../tables.ts'

export interface ImportTarget {
  readonly database: Database
  readonly progress: ReportProgress
  /** After so many rows, what is stored is recorded. */
  readonly rowsPerPart?: number | undefined
}
