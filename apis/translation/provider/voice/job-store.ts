// Stored voice jobs with their results. The files are in the cache folder under names by job.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type ProviderKit, refuse } from '#define'
import type { Tables, VoiceJobsTable, VoiceResultsTable } from '../../tables.ts'
import { notFound } from '../errors.ts'
import { newUuid, uuidIn } from '../ids.ts'

export interface JobTarget {
  /** BCP 47. */
  readonly language: string
  readonly type: string
}
export interface VoiceJobStore {
  /** Throws 429 when the account has too many under way, also by calls at the same time in any process. */
  create(job: NewJob): Promise<VoiceJobsTable>
  /** Throws 404 for what does not exist, is over, or is another account's. */
  get(id: string, account?: string): Promise<VoiceJobsTable>
  results(id: string): Promise<VoiceResultsTable[]>
  /** Resolves with whether the job had one of these states. */
  change(id: string, values: Partial<VoiceJobsTable>, from?: readonly string[]): Promise<boolean>
  changeResult(id: string, number: number, values: Partial<VoiceResultsTable>): Promise<void>
  sourceFile(id: string): string
  resultFile(id: string, number: number): string
  remove(id: string): Promise<void>
  /** Removes jobs whose results can no longer be fetched, and those that nothing happened to for a day. */
  removeOld(): Promise<void>
}
type NewJob = Pick<VoiceJobsTable, 'account' | 'key' | 'name' | 'content_type' | 'content_length' | 'source'> & {
  readonly targets: readonly JobTarget[]
}

/** How long the file may be awaited, an upload may stand still, and results be fetched (SOURCES 6.5). */
export const uploadMs = 300_000
export const downloadMs = 3_600_000
const dayMs = 24 * 3_600_000
const mostJobs = 10

/** Whether the file did not come in time, or its upload broke off. */
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

  /** Those of an account that are under way or whose file may still come. */
  async function openJobs(trx: typeof db, account: string): Promise<number> {
    const since = now() - uploadMs
    const { open } = await trx
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

  return {
    results,
    sourceFile,
    resultFile,
    remove,
    create: ({ targets, ...job }) =>
      db.transaction().execute(async (trx) => {
        // a transaction of SQLite is the only writer from its beginning; on PostgreSQL those of one account take turns
        if (dialect === 'postgres')
          await sql`select pg_advisory_xact_lock(hashtextextended(${`translation_voice_jobs ${job.account}`}, 0))`.execute(
            trx,
          )
        if ((await openJobs(trx, job.account)) >= mostJobs)
          throw refuse(429, { message: `At most ${mostJobs} voice jobs are under way at once. Wait for one to end.` })
        const row: VoiceJobsTable = {
          ...{ ...job, id: newUuid(random), secret: random.bytes(32).toString('hex'), status: 'pending' },
          ...{ created_at: now(), updated_at: now() },
        }
        await trx.insertInto('translation_voice_jobs').values(row).execute()
        const rows = targets.map((target, number) => ({
          ...{ ...target, job_id: row.id, number, status: 'pending', error: null, bytes: 0 },
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

/** PostgreSQL gives large integers as strings. */
const numbersOf = ({ content_length, created_at, updated_at }: VoiceJobsTable) => ({
  content_length: Number(content_length),
  created_at: Number(created_at),
  updated_at: Number(updated_at),
})
