// A run: a batch that this process works on.
import { hash } from 'node:crypto'
import type { CalledTasks, Log } from '#define'
import type { Batch } from './batch.ts'
import type { BatchStore } from './batch-store.ts'
import type { BatchTasks } from './batch-tasks.ts'
import type { BatchedHandlers } from './line-calls.ts'
import type { BatchDb } from './tables.ts'

export interface RunnerDeps {
  readonly db: BatchDb
  readonly store: BatchStore
  readonly tasks: CalledTasks<BatchTasks>
  readonly handlers: BatchedHandlers
  readonly now: () => number
  readonly newId: () => string
  /** Reports whether a key may still spend. */
  readonly keyWorks: (id: string) => Promise<boolean>
  readonly log: Log
}

export interface Run {
  /** The id by which the store knows this process. */
  readonly runner: string
  readonly batch: Batch
  readonly ended: AbortController
  /** True once the batch is cancelled: no further call is made. */
  stopped: boolean
  /** The wait that a provider asked for. */
  pauseS: number
  /** Size of the results so far. */
  resultBytes: number
  done: Promise<void>
}

/**
 * Returns an id derived from its parts: random draws in the background would change those of concurrent calls, which
 * tests repeat.
 */
export const idFrom = (...parts: readonly (string | number)[]): string => hash('sha256', parts.join(' ')).slice(0, 24)

/** Reports whether a batch may go on: it ends with the key that pays for it, as if its owner had cancelled it. */
export async function mayGoOn({ keyWorks, store }: RunnerDeps, { id, facts }: Batch): Promise<boolean> {
  if (await keyWorks(facts.key)) return true
  await store.cancel(id)
  return false
}

export const isExpired = ({ now }: RunnerDeps, { expiresMs }: Batch): boolean => now() >= expiresMs
