// A batch: what it is asked to do, and how far it is.

/** By whose contract it is created and read. */
export type BatchWire = 'openai' | 'anthropic'
export type BatchState = 'validating' | 'in_progress' | 'finalizing' | BatchEnd | 'failed'
/** How a batch ends whose calls could be read. */
export type BatchEnd = 'completed' | 'cancelled' | 'expired'

/** What was asked for. */
export interface BatchFacts {
  /** Path of its calls. */
  readonly endpoint: string
  /** Id of the file with the calls; null for messages. */
  readonly inputFile: string | null
  readonly metadata: Readonly<Record<string, string>> | null
  /** How long the files of results are kept. */
  readonly keptS: number
  /** Id of the key that pays for the calls. */
  readonly key: string
  /** Headers of the caller that each call passes on. */
  readonly headers: Readonly<Record<string, string>>
}

/** Why the calls cannot be read. */
export interface BatchProblem {
  readonly code: string
  readonly message: string
  readonly param: string | null
  /** From 1; null for the file as a whole. */
  readonly line: number | null
}

/** Ids of the files of results; null where there are none. */
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
  /** Until when another process works on it. */
  readonly leaseMs: number
}

/** Limits (SOURCES 3.21). */
export const batchLimits = {
  lines: 50_000,
  fileBytes: 200 * 1024 * 1024,
  messages: 10_000,
  /** Of an account: batches that have not ended. */
  unended: 20,
  /** Of an account, with those that have ended. */
  kept: 1000,
  resultBytes: 64 * 1024 * 1024,
  /** Of all results of a batch. */
  resultsBytes: 512 * 1024 * 1024,
}
/** How long a batch may take. */
export const windowMs = 86_400_000
/** How long a batch is kept after it was created. */
export const keptMs = 30 * 86_400_000
