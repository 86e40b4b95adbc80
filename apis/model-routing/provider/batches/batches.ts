// Batches of both vendors: the handlers, and what works on them.
import type { CalledTasks, Log, ProviderKit } from '#define'
import type { StoredDeps } from '../models/stored/stored-deps.ts'
import { keptMs } from './batch.ts'
import { createBatchStore } from './batch-store.ts'
import type { BatchTasks } from './batch-tasks.ts'
import { createFileBatchHandlers } from './file-batches.ts'
import type { BatchedHandlers } from './line-calls.ts'
import { createMessageBatchHandlers } from './message-batches.ts'
import { createBatchRunner } from './runner.ts'
import type { BatchDb } from './tables.ts'

interface BatchesDeps extends Pick<StoredDeps, 'dialect' | 'now' | 'random'> {
  readonly db: BatchDb & StoredDeps['db']
  readonly tasks: CalledTasks<BatchTasks>
  readonly handlers: BatchedHandlers
  readonly newId: () => string
  readonly log: Log
  readonly keyWorks: ProviderKit['keyWorks']
}

/** Limit of the batches that one statement removes. */
const removedAtOnce = 100

export function createBatches(deps: BatchesDeps) {
  const { db, dialect, now, random, tasks, handlers, newId, log, keyWorks } = deps
  const store = createBatchStore({ db, dialect, now })
  const runner = createBatchRunner({ db, store, tasks, handlers, now, newId, log, keyWorks })
  const batchDeps = { store, runner, db, dialect, now, random, newId, tasks }
  return {
    handlers: { ...createFileBatchHandlers(batchDeps), ...createMessageBatchHandlers(batchDeps) },
    runAll: runner.runAll,
    close: runner.close,
    async deleteExpired(): Promise<void> {
      for (;;) {
        const ids = await store.ended({ beforeMs: now() - keptMs, limit: removedAtOnce })
        await store.remove(ids)
        if (ids.length < removedAtOnce) return
      }
    },
  }
}
