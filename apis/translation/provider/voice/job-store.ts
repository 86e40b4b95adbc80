// Voice jobs with their results in the database. Their files are in the cache folder, named after the job.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { type ProviderKit, refuse } from '#define'
import { exclusively } from '#provider/sql'
import type { Tables, VoiceJobsTable, VoiceResultsTable } from '../../tables.ts'
import { notFound } from '../errors.ts'
import { newUuid, uuidIn } from '../ids.ts'

export interface JobTarget {
  /** BCP 47. */
  readonly language: string
  readonly type: string
}
export interface VoiceJobStore {
  /**
   * Stores a job; throws 429 if the account has too many in progress, even if other processes create them at the same
   * time.
   */
  create(job: NewJob): Promise<VoiceJobsTable>
  /** Returns a job; throws 404 if it does not exist, is over, or belongs to another account. */
  get(id: string, account?: string): Promise<VoiceJobsTable>
  results(id: string): Promise<VoiceResultsTable[]>
  /** Changes the job and resolves with true, if it has one of the states in `from`. */
  change(id: string, values: Partial<VoiceJobsTable>, from?: readonly string[]): Promise<boolean>
  changeResult(id: string, number: number, values: Partial<VoiceResultsTable>): Promise<void>
  sourceFile(id: string): string
  resultFile(id: string, number: number): string
  remove(id: string): Promise<void>
  /** Removes jobs whose results can no longer be fetched, and jobs unchanged for a day. */
  removeOld(): Promise<void>
}
type NewJob = Pick<VoiceJobsTable, 'account' | 'key' | 'name' | 'content_type' | 'content_length' | 'source'> & {
  readonly targets: readonly JobTarget[]
}

/** Timeouts for the start of an upload, for a stalled upload, and for fetching results (SOURCES 6.5). */
export const uploadMs = 300_000
export const downloadMs = 3_600_000
const dayMs = 24 * 3_600_000
const mostJobs = 10

/** True if the file did not arrive in time, or its upload was interrupted. */
export function isLate({ status, created_at, updated_at }: VoiceJobsTable, now: number): boolean {
  return now - (status === 'receiving' ? updated_at : created_at) > uploadMs
}

export function createVoiceJobStore({
  db,
  dialect,
  now,
  random,
  cacheFolder,
}: Pick<ProviderKit<Tables>, 'db' | 'dialect' | 'now' | 'random' | 'cacheFolder'>): VoiceJobStore {
  const jobs = () => db.selectFrom('translation_voice_jobs').selectAll()
  const sourceFile = (id: string) => join(cacheFolder, `translation-voice-${id}.wav`)
  const resultFile = (id: string, number: number) => join(cacheFolder, `translation-voice-${id}-${number}`)
  const results: VoiceJobStore['results'] = (id) =>
    db.selectFrom('translation_voice_results').selectAll().where('job_id', '=', id).orderBy('number').execute()

  async function remove(id: string): Promise<void> {
    for (const { number } of await results(id)) await rm(resultFile(id, number), { force: true })
    await rm(sourceFile(id), { force: true })
    await db.deleteFrom('translation_voice_results').where('job_id', '=', id).execute()
    await db.deleteFrom('translation_voice_jobs').where('id', '=', id).execute()
  }

  return {
    results,
    sourceFile,
    resultFile,
    remove,
    create: ({ targets, ...job }) =>
      exclusively({ db, dialect }, `translation_voice_jobs ${job.account}`, async (trx) => {
        if ((await openJobs(trx, job.account, now())) >= mostJobs)
          throw refuse(429, { message: `At most ${mostJobs} voice jobs are under way at once. Wait for one to end.` })
        const row: VoiceJobsTable = {
          ...job,
          id: newUuid(random),
          secret: random.bytes(32).toString('hex'),
          status: 'pending',
          created_at: now(),
          updated_at: now(),
        }
        await trx.insertInto('translation_voice_jobs').values(row).execute()
        const rows = targets.map((target, number) => ({
          ...target,
          job_id: row.id,
          number,
          status: 'pending',
          error: null,
          bytes: 0,
        }))
        await trx.insertInto('translation_voice_results').values(rows).execute()
        return row
      }),
    async get(id, account) {
      const query = jobs().where('id', '=', uuidIn(id, 'job_id'))
      const row = await (account === undefined ? query : query.where('account', '=', account)).executeTakeFirst()
      const isOver = row?.status === 'done' && now() - Number(row.updated_at) > downloadMs
      if (!row || isOver) throw notFound('Job not found')
      return { ...row, ...numbersOf(row) }
    },
    async change(id, values, from) {
      const query = db
        .updateTable('translation_voice_jobs')
        .set({ ...values, updated_at: now() })
        .where('id', '=', id)
      const { numUpdatedRows } = await (from ? query.where('status', 'in', from) : query).executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async changeResult(id, number, values) {
      await db
        .updateTable('translation_voice_results')
        .set(values)
        .where('job_id', '=', id)
        .where('number', '=', number)
        .execute()
    },
    async removeOld() {
      const old = await jobs()
        .where(({ eb, or, and }) =>
          or([
            eb('updated_at', '<', now() - dayMs),
            and([eb('status', '=', 'done'), eb('updated_at', '<', now() - downloadMs)]),
          ]),
        )
        .execute()
      for (const { id } of old) await remove(id)
    },
  }
}

/** Number of an account's jobs that are in progress or still await their file. */
async function openJobs(db: Kysely<Tables>, account: string, now: number): Promise<number> {
  const since = now - uploadMs
  const { open } = await db
    .selectFrom('translation_voice_jobs')
    .select(({ fn }) => fn.countAll().as('open'))
    .where('account', '=', account)
    .where(({ eb, or, and }) =>
      or([
        eb('status', 'in', ['uploaded', 'processing']),
        and([eb('status', '=', 'pending'), eb('created_at', '>=', since)]),
        and([eb('status', '=', 'receiving'), eb('updated_at', '>=', since)]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return Number(open)
}

/** PostgreSQL returns large integers as strings. */
const numbersOf = ({ content_length, created_at, updated_at }: VoiceJobsTable) => ({
  content_length: Number(content_length),
  created_at: Number(created_at),
  updated_at: Number(updated_at),
})
