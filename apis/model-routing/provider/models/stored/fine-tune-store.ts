// Fine-tunes of accounts, and the models that have come of them.
import type { ProviderKit } from '#define'
import type { FileFacts, FineTuneFacts, Made } from './fine-tune-course.ts'
import { courseOf } from './fine-tune-course.ts'
import { isStorable } from './storable.ts'
import type { StoredTables } from './tables.ts'

export type TuneKit = Pick<ProviderKit<StoredTables>, 'db' | 'now' | 'random'>

export interface Tune extends Made {
  /** When the model that came of it was removed. */
  readonly removedMs: number | null
}
export const tuneLimit = 1000

export async function addTune(kit: TuneKit, account: string, tune: Pick<Made, 'id' | 'facts' | 'createdMs'>) {
  await kit.db
    .insertInto('model_routing_fine_tunes')
    .values({
      ...{ id: tune.id, account, created_ms: tune.createdMs, facts: JSON.stringify(tune.facts) },
      ...{ model: tune.facts.model, cancelled_ms: null, removed_ms: null },
    })
    .execute()
}

export async function countTunes(kit: TuneKit, account: string): Promise<number> {
  const { count } = await kit.db
    .selectFrom('model_routing_fine_tunes')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('account', '=', account)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Newest first. */
export async function listTunes(kit: TuneKit, account: string): Promise<readonly Tune[]> {
  const rows = await ofAccount(kit, account).orderBy('created_ms', 'desc').orderBy('id').limit(tuneLimit).execute()
  return rows.map(readRow)
}

export async function findTune(kit: TuneKit, account: string, id: string): Promise<Tune | undefined> {
  if (!isStorable(id)) return undefined
  if (id === sampleTuneId) return sampleTune(kit, account)
  const row = await ofAccount(kit, account).where('id', '=', id).executeTakeFirst()
  return row && readRow(row)
}

/** True when it was not cancelled before. */
export async function cancelTune(kit: TuneKit, account: string, id: string): Promise<boolean> {
  if (id === sampleTuneId) return removeSample(kit, account, id)
  const done = await kit.db
    .updateTable('model_routing_fine_tunes')
    .set({ cancelled_ms: kit.now() })
    .where('account', '=', account)
    .where('id', '=', id)
    .where('cancelled_ms', 'is', null)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Those whose model is there. */
export async function tunedModels(kit: TuneKit, account: string): Promise<readonly Tune[]> {
  const tunes = await listTunes(kit, account)
  return tunes.filter((tune) => tune.removedMs === null && courseOf(tune, kit.now()).state === 'succeeded')
}

/** The fine-tune whose model has that name, when it is there. */
export async function findTuned(kit: TuneKit, account: string, model: string): Promise<Tune | undefined> {
  if (!isStorable(model)) return undefined
  const rows = await ofAccount(kit, account).where('model', '=', model).where('removed_ms', 'is', null).execute()
  return rows.map(readRow).find((tune) => courseOf(tune, kit.now()).state === 'succeeded')
}

export async function removeTunedModel(kit: TuneKit, account: string, tune: Tune): Promise<boolean> {
  const done = await kit.db
    .updateTable('model_routing_fine_tunes')
    .set({ removed_ms: kit.now() })
    .where('account', '=', account)
    .where('id', '=', tune.id)
    .where('removed_ms', 'is', null)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

const ofAccount = (kit: TuneKit, account: string) =>
  kit.db.selectFrom('model_routing_fine_tunes').selectAll().where('account', '=', account)

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
  const facts = JSON.parse(row.facts) as FineTuneFacts
  return {
    ...{ id: row.id, facts, createdMs: Number(row.created_ms) },
    ...{ cancelledMs: ms(row.cancelled_ms), removedMs: ms(row.removed_ms) },
  }
}

const sampleFile: FileFacts = {
  id: 'file-sample',
  object: 'file',
  bytes: 0,
  created_at: 1_714_640_400,
  filename: 'sample.jsonl',
  purpose: 'fine-tune',
  status: 'processed',
}
/** Sample data that every account has and no list shows: a fine-tune that waits until it is cancelled, and may be cancelled once. */
export const sampleTuneId = 'ft-sample'
async function sampleTune(kit: TuneKit, account: string): Promise<Tune> {
  const isCancelled = await isRemoved(kit, account, sampleTuneId)
  return {
    id: sampleTuneId,
    facts: {
      ...{ base: 'curie', epochs: 4, batchSize: null, learningRate: null, promptLossWeight: 0.01, examples: 0 },
      ...{ problem: null, model: 'curie:ft-sample', training: sampleFile, validation: null, resultFile: null },
    },
    // it has always just been made
    createdMs: kit.now(),
    cancelledMs: isCancelled ? kit.now() : null,
    removedMs: null,
  }
}

/** Whether an account has removed a sample. */
export async function isRemoved({ db }: Pick<TuneKit, 'db'>, account: string, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('model_routing_removed')
    .select('model')
    .where('account', '=', account)
    .where('model', '=', name)
    .executeTakeFirst()
  return row !== undefined
}

/** True when it was there. Only for names of samples: others would fill the table. */
export async function removeSample({ db }: Pick<TuneKit, 'db'>, account: string, name: string): Promise<boolean> {
  const done = await db
    .insertInto('model_routing_removed')
    .values({ account, model: name })
    .onConflict((conflict) => conflict.columns(['account', 'model']).doNothing())
    .executeTakeFirst()
  return (done.numInsertedOrUpdatedRows ?? 0n) > 0n
}
