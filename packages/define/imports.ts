// Imports: what a provider receives of a file that an operator imports, and what it reports.

/** A file that an operator imports; its contents become data of the account. */
export interface ImportFile {
  readonly name: string
  readonly account: string
  readonly chunks: AsyncIterable<Buffer>
}
/** Record counts by kind. */
export type ImportCounts = Readonly<Record<string, number>>

/** Phases of an import: reading the file, storing its records, building the data that answers calls. */
export const importPhases = ['reading', 'writing', 'indexing'] as const
export interface ImportProgress {
  readonly phase: (typeof importPhases)[number]
  /** Progress of the phase, 0 to 100. The gateway computes it for `reading` from the size of the file. */
  readonly percent?: number | undefined
  /** Counts so far. */
  readonly counts: ImportCounts
  /** Choices and omissions of the importer so far, in sentences for the operator; at most 100. */
  readonly notes?: readonly string[] | undefined
}
/** Receives the progress of an import, as often as once per record. */
export type ReportProgress = (progress: ImportProgress) => void
