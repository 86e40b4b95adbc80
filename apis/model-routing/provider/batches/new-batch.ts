// What creating, listing and finding batches has in common for both vendors.
import { hasRoom } from '../models/stored/file-store.ts'
import type { StoredDeps } from '../models/stored/stored-deps.ts'
import { ModelError } from '../wire/model-error.ts'
import { batchLimits } from './batch.ts'
import type { BatchStore } from './batch-store.ts'
import type { BatchRunner } from './runner.ts'

export interface BatchDeps extends StoredDeps {
  readonly store: BatchStore
  readonly runner: BatchRunner
  readonly newId: () => string
}

/** Makes room by removing what has ended. Throws ModelError when the account has too much under way. */
export async function makeRoom({ store, db, now }: BatchDeps, account: string): Promise<void> {
  const { all, unended } = await store.countOf(account)
  if (unended >= batchLimits.unended)
    throw new ModelError('limited', `At most ${batchLimits.unended} batches are under way at once.`, {
      code: 'batch_limit',
    })
  if (!(await hasRoom(db, account)))
    throw new ModelError('invalid', 'There is no room for the results. Remove files first.', { code: 'storage_full' })
  const surplus = all - batchLimits.kept + 1
  if (surplus > 0) await store.remove(await store.ended({ account, beforeMs: now(), limit: surplus }))
}

/** Headers of the caller that each call of a batch passes on. */
export const passedHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => passed.includes(name)))
const passed = ['anthropic-version', 'anthropic-beta']
