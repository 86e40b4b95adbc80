// The common input of every part of an import.
import type { ReportProgress } from '#define/imports'
import type { Database } from '../../tables.ts'

export interface ImportTarget {
  readonly database: Database
  readonly progress: ReportProgress
  /** Number of rows between records of progress. */
  readonly rowsPerPart?: number | undefined
}
