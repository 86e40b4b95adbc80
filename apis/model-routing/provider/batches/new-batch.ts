// Creating, listing and finding batches, as far as both vendors agree.
import { hasRoom } from '../models/stored/file-store.ts'
import type { StoredDeps } from '../models/stored/stored-deps.ts'
import { ModelError } from '../wire/model-error.ts'
import { type Batch, batchLimits } from './batch.ts'
import type { NewBatch } from './batch-rows.ts'
import type { BatchStore } from './batch-store.ts'
import type { BatchRunner } from './runner.ts'

export interface BatchDeps extends StoredDeps {
  readonly store: BatchStore
  readonly runner: BatchRunner
  readonly newId: () => string
}

/** Stores a batch, and removes the oldest ended ones beyond the limit. Throws ModelError if no room is left. */
export async function createBatch({ store, db, now }: BatchDeps, batch: NewBatch): Promise<Batch> {
  const { account } = batch
  if (!(await hasRoom(db, account)))
    throw new ModelError('invalid', 'There is no room for the results. Remove files first.', { code: 'storage_full' })
  const created = await store.create(batch)
  if (!created)
    throw new ModelError('limited', `At most ${batchLimits.unended} batches are under way at once.`, {
      code: 'batch_limit',
    })
  const surplus = (await store.countOf(account)) - batchLimits.kept
  if (surplus > 0) await store.remove(await store.ended({ account, beforeMs: now(), limit: surplus }))
  return created
}

/** Headers of the caller that each call of a batch passes on. */
export const passedHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => passed.includes(name)))
const passed = ['anthropic-version', 'anthropic-beta']
