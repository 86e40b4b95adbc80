// A batch: its request and its progress.

/** The vendor whose contract a batch is created and read by. */
export type BatchWire = 'openai' | 'anthropic'
export type BatchState = 'validating' | 'in_progress' | 'finalizing' | BatchEnd | 'failed'
/** The end of a batch whose calls could be read. */
export type BatchEnd = 'completed' | 'cancelled' | 'expired'

/** The request for a batch. */
export interface BatchFacts {
  /** Path of its calls. */
  readonly endpoint: string
  /** Id of the file with the calls; null for messages. */
  readonly inputFile: string | null
  readonly metadata: Readonly<Record<string, string>> | null
  /** Lifetime of the files of results. */
  readonly keptS: number
  /** Id of the key that pays for the calls. */
  readonly key: string
  /** Headers of the caller that each call passes on. */
  readonly headers: Readonly<Record<string, string>>
}

/** The reason for which the calls cannot be read. */
export interface BatchProblem {
  readonly code: string
  readonly message: string
  readonly param: string | null
  /** Line number from 1; null for the file as a whole. */
  readonly line: number | null
}

/** Ids of the files of results; null for a file without lines. */
export interface BatchFiles {
  readonly outputFile: string | null
  readonly errorFile: string | null
}

export interface Batch extends BatchFiles {
  readonly id: string
  readonly account: string
  readonly wire: BatchWire
  readonly facts: BatchFacts
  readonly state: BatchState
  readonly createdMs: number
  readonly startedMs: number | null
  readonly cancellingMs: number | null
  readonly finalizingMs: number | null
  readonly endedMs: number | null
  readonly expiresMs: number
  readonly total: number
  readonly succeeded: number
  readonly failed: number
  readonly resultBytes: number
  readonly problems: readonly BatchProblem[]
  /** End of the lease of the process that works on it. */
  readonly leaseMs: number
}

/** Limits (SOURCES 3.21). */
export const batchLimits = {
  lines: 50_000,
  fileBytes: 200 * 1024 * 1024,
  messages: 10_000,
  /** Unended batches of an account. */
  unended: 20,
  /** All batches of an account, ended ones included. */
  kept: 1000,
  resultBytes: 64 * 1024 * 1024,
  /** Size of all results of a batch. */
  resultsBytes: 512 * 1024 * 1024,
}
/** The time a batch has to end. */
export const windowMs = 86_400_000
/** Lifetime of a batch from its creation. */
export const keptMs = 30 * 86_400_000
