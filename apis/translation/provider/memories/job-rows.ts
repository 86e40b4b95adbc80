// Jobs of translation memories in the database.
import type { ProviderKit } from '#define'
import { exclusively } from '#provider/sql'
import type { JobsTable, Tables } from '../../tables.ts'
import { badRequest, conflict, forbidden, notFound } from '../errors.ts'
import { newUuid, uuidIn } from '../ids.ts'
import type { PayingKeys } from '../paying-key.ts'
import type { MemoryStore } from './store.ts'

export interface JobRowsDeps extends Pick<ProviderKit<Tables>, 'db' | 'dialect' | 'now' | 'random'> {
  readonly payingKeys: PayingKeys
}

/** Limit of concurrent imports of an account; their files are kept until they are read. */
const maxImports = 3

export function createJobRows({ db, dialect, now, random, payingKeys }: JobRowsDeps) {
  async function find(jobId: string, account?: string): Promise<JobsTable> {
    const query = db.selectFrom('translation_jobs').selectAll().where('id', '=', uuidIn(jobId, 'job_id'))
    const row = await (account === undefined ? query : query.where('account', '=', account)).executeTakeFirst()
    if (!row) throw notFound('Job not found')
    return row
  }
  /** The job of an address that was issued to a key. */
  async function findFor(jobId: string): Promise<JobsTable> {
    const job = await find(jobId)
    if (!(await payingKeys.works(job.key)))
      throw forbidden('The key that asked for this file may not be used any more. Begin another job with another key.')
    return job
  }
  async function begin(job: Pick<JobsTable, 'account' | 'key' | 'operation' | 'status' | 'name'> & Partial<JobsTable>) {
    const empty = { content_type: null, content_length: null, memory_id: null, skipped: null, error: null }
    const row: JobsTable = { ...empty, id: newUuid(random), created_at: now(), updated_at: now(), ...job }
    await db.insertInto('translation_jobs').values(row).execute()
    return row
  }
  async function change(id: string, values: Partial<JobsTable>): Promise<void> {
    await db
      .updateTable('translation_jobs')
      .set({ ...values, updated_at: now() })
      .where('id', '=', id)
      .execute()
  }
  /**
   * Claims the job for one upload; of several at once only one succeeds. Throws 400 if the account has too many
   * uploads.
   */
  const claim = ({ id, account }: JobsTable) =>
    exclusively({ db, dialect }, `translation_jobs ${account}`, async (trx) => {
      const { count } = await trx
        .selectFrom('translation_jobs')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('account', '=', account)
        .where('operation', '=', 'import')
        .where('status', '=', 'processing')
        .executeTakeFirstOrThrow()
      if (Number(count) >= maxImports)
        throw badRequest(`At most ${maxImports} imports of an account are under way at once. Send the file later.`)
      const { numUpdatedRows } = await trx
        .updateTable('translation_jobs')
        .set({ status: 'processing', updated_at: now() })
        .where('id', '=', id)
        .where('status', '=', 'awaiting_input')
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw conflict('The file of this job has already been sent.')
    })
  return { find, findFor, begin, change, claim }
}

/** Removes old jobs, and the segments of imports that a stopped process left unfinished. */
export async function removeOldJobs(
  db: ProviderKit<Tables>['db'],
  memories: MemoryStore,
  before: number,
): Promise<void> {
  const old = await db.selectFrom('translation_jobs').selectAll().where('updated_at', '<', before).execute()
  for (const { id, status, memory_id } of old) {
    if (status === 'processing' && memory_id !== null) await memories.removeSegments(memory_id)
    await db.deleteFrom('translation_jobs').where('id', '=', id).execute()
  }
}
