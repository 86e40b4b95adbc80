// Fine-tunes of accounts, and the models that resulted from them.
import { exclusively } from '#provider/sql'
import type { FileDetails, FineTuneDetails, StartedTune } from './fine-tune-course.ts'
import { courseOf } from './fine-tune-course.ts'
import { isStorable } from './storable.ts'
import type { StoredDeps } from './stored-deps.ts'

export interface Tune extends StartedTune {
  /** Time at which the resulting model was removed. */
  readonly removedMs: number | null
}
export const tuneLimit = 1000

/** Stores a fine-tune; false if the account has its limit of them, whichever process began them. */
export function addTune(
  deps: StoredDeps,
  account: string,
  tune: Pick<StartedTune, 'id' | 'details' | 'createdMs'>,
): Promise<boolean> {
  return exclusively(deps, `model_routing_fine_tunes ${account}`, async (db) => {
    if ((await countTunes({ db }, account)) >= tuneLimit) return false
    await db
      .insertInto('model_routing_fine_tunes')
      .values({
        id: tune.id,
        account,
        created_ms: tune.createdMs,
        facts: JSON.stringify(tune.details),
        model: tune.details.model,
        cancelled_ms: null,
        removed_ms: null,
      })
      .execute()
    return true
  })
}

export async function countTunes(deps: Pick<StoredDeps, 'db'>, account: string): Promise<number> {
  const { count } = await deps.db
    .selectFrom('model_routing_fine_tunes')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('account', '=', account)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Lists fine-tunes, newest first. */
export async function listTunes(deps: StoredDeps, account: string): Promise<readonly Tune[]> {
  const rows = await ofAccount(deps, account).orderBy('created_ms', 'desc').orderBy('id').limit(tuneLimit).execute()
  return rows.map(readRow)
}

export async function findTune(deps: StoredDeps, account: string, id: string): Promise<Tune | undefined> {
  if (!isStorable(id)) return undefined
  if (sampleTuneIds.includes(id)) return sampleTune(deps, account, id)
  const row = await ofAccount(deps, account).where('id', '=', id).executeTakeFirst()
  return row && readRow(row)
}

/** Cancels a fine-tune. Returns false if it was cancelled already. */
export async function cancelTune(deps: StoredDeps, account: string, id: string): Promise<boolean> {
  if (sampleTuneIds.includes(id)) return removeSample(deps, account, id)
  const done = await deps.db
    .updateTable('model_routing_fine_tunes')
    .set({ cancelled_ms: deps.now() })
    .where('account', '=', account)
    .where('id', '=', id)
    .where('cancelled_ms', 'is', null)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Returns the fine-tunes whose model exists. */
export async function tunedModels(deps: StoredDeps, account: string): Promise<readonly Tune[]> {
  const tunes = await listTunes(deps, account)
  return tunes.filter((tune) => tune.removedMs === null && courseOf(tune, deps.now()).state === 'succeeded')
}

/** Finds the fine-tune whose model has that name, if that model exists. */
export async function findTuned(deps: StoredDeps, account: string, model: string): Promise<Tune | undefined> {
  if (!isStorable(model)) return undefined
  const rows = await ofAccount(deps, account).where('model', '=', model).where('removed_ms', 'is', null).execute()
  return rows.map(readRow).find((tune) => courseOf(tune, deps.now()).state === 'succeeded')
}

export async function removeTunedModel(deps: StoredDeps, account: string, tune: Tune): Promise<boolean> {
  const done = await deps.db
    .updateTable('model_routing_fine_tunes')
    .set({ removed_ms: deps.now() })
    .where('account', '=', account)
    .where('id', '=', tune.id)
    .where('removed_ms', 'is', null)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

const ofAccount = (deps: StoredDeps, account: string) =>
  deps.db.selectFrom('model_routing_fine_tunes').selectAll().where('account', '=', account)

interface Row {
  readonly id: string
  readonly created_ms: number
  readonly facts: string
  readonly cancelled_ms: number | null
  readonly removed_ms: number | null
}
function readRow(row: Row): Tune {
  const ms = (value: number | null) => (value === null ? null : Number(value))
  // written by `addTune` alone
  const details = JSON.parse(row.facts) as FineTuneDetails
  return {
    id: row.id,
    details,
    createdMs: Number(row.created_ms),
    cancelledMs: ms(row.cancelled_ms),
    removedMs: ms(row.removed_ms),
  }
}

const sampleFile: FileDetails = {
  id: 'file-sample',
  object: 'file',
  bytes: 0,
  created_at: 1_714_640_400,
  filename: 'sample.jsonl',
  purpose: 'fine-tune',
  status: 'processed',
}
/**
 * Sample data that every account has and no list shows: fine-tunes that wait until they are cancelled, and may be
 * cancelled once.
 */
const sampleTuneIds: readonly string[] = ['ft-sample', 'ft-sample-job']
async function sampleTune(deps: StoredDeps, account: string, id: string): Promise<Tune> {
  const isCancelled = await isRemoved(deps, account, id)
  return {
    id,
    details: {
      base: 'curie',
      epochs: 4,
      batchSize: null,
      learningRate: null,
      promptLossWeight: 0.01,
      examples: 0,
      problem: null,
      model: 'curie:ft-sample',
      training: sampleFile,
      validation: null,
      resultFile: null,
    },
    // it has always just been created
    createdMs: deps.now(),
    cancelledMs: isCancelled ? deps.now() : null,
    removedMs: null,
  }
}

/** True if an account has removed a sample. */
export async function isRemoved({ db }: Pick<StoredDeps, 'db'>, account: string, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('model_routing_removed')
    .select('model')
    .where('account', '=', account)
    .where('model', '=', name)
    .executeTakeFirst()
  return row !== undefined
}

/** Removes a sample. Returns true if it existed. Only names of samples are allowed: others would fill the table. */
export async function removeSample({ db }: Pick<StoredDeps, 'db'>, account: string, name: string): Promise<boolean> {
  const done = await db
    .insertInto('model_routing_removed')
    .values({ account, model: name })
    .onConflict((conflict) => conflict.columns(['account', 'model']).doNothing())
    .executeTakeFirst()
  return (done.numInsertedOrUpdatedRows ?? 0n) > 0n
}
