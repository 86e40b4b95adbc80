// Imports and exports of translation memories: jobs whose files go to an address in the answer. That address contains
// the random id of the job and needs no key, as at the provider; it ends with the key that asked for it.
import { type Call, type HandlersFor, type ProviderKit, reply } from '#define'
import type { endpoints } from '../../endpoints.ts'
import type { JobsTable, Tables } from '../../tables.ts'
import { badRequest, conflict, forbidden, notFound } from '../errors.ts'
import { isoTime, newUuid, uuidIn } from '../ids.ts'
import type { PayingKeys } from '../paying-key.ts'
import { createMemoryImports, maxFileBytes } from './imports.ts'
import type { MemoryStore, Segment } from './store.ts'
import { writeTmx } from './tmx.ts'

type JobHandlers = HandlersFor<
  typeof endpoints,
  | 'importTranslationMemory'
  | 'translationMemoryJob'
  | 'exportTranslationMemory'
  | 'uploadTranslationMemoryFile'
  | 'downloadTranslationMemoryFile'
>
export interface JobDeps extends Pick<ProviderKit<Tables>, 'db' | 'now' | 'random' | 'log' | 'cacheFolder'> {
  readonly memories: MemoryStore
  readonly payingKeys: PayingKeys
}

const maxName = 100
const maxMemories = 1000
/** Of an account at once; their files are kept until they are read. */
const maxImports = 3
const batchSegments = 100
/** How long an export is used again. */
const reuseMs = 1_800_000
/** How long a file may be awaited, and an export downloaded. */
const lifeMs = 24 * 3_600_000

export function createJobHandlers({ db, now, random, log, cacheFolder, memories, payingKeys }: JobDeps) {
  async function find(jobId: string, account?: string): Promise<JobsTable> {
    const query = db.selectFrom('translation_jobs').selectAll().where('id', '=', uuidIn(jobId, 'job_id'))
    const row = await (account === undefined ? query : query.where('account', '=', account)).executeTakeFirst()
    if (!row) throw notFound('Job not found')
    return row
  }
  /** The job of an address that was given to a key. */
  async function findFor(jobId: string): Promise<JobsTable> {
    const job = await find(jobId)
    if (!(await payingKeys.works(job.key)))
      throw forbidden('The key that asked for this file may not be used any more. Begin another job with another key.')
    return job
  }
  async function begin(job: Pick<JobsTable, 'account' | 'key' | 'operation' | 'status' | 'name'> & Partial<JobsTable>) {
    const row: JobsTable = {
      ...{ id: newUuid(random), content_type: null, content_length: null, memory_id: null, skipped: null, error: null },
      ...{ created_at: now(), updated_at: now(), ...job },
    }
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
  /** Claims the job for one upload: of several at once one goes on. */
  async function claim({ id }: JobsTable): Promise<void> {
    const { numUpdatedRows } = await db
      .updateTable('translation_jobs')
      .set({ status: 'processing', updated_at: now() })
      .where('id', '=', id)
      .where('status', '=', 'awaiting_input')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw conflict('The file of this job has already been sent.')
  }
  async function processing(account: string): Promise<number> {
    const { count } = await db
      .selectFrom('translation_jobs')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('account', '=', account)
      .where('operation', '=', 'import')
      .where('status', '=', 'processing')
      .executeTakeFirstOrThrow()
    return Number(count)
  }
  const imports = createMemoryImports({ memories, change, now, log, cacheFolder })
  const isExpired = (job: JobsTable) => now() - job.created_at > lifeMs

  const handlers: JobHandlers = {
    async importTranslationMemory({ body }, { account, key, request }) {
      const { file_name, content_length, content_type } = body.source_file
      if (file_name === '' || [...file_name].length > maxName)
        throw badRequest(`file_name has 1 to ${maxName} characters`)
      if (content_length < 1 || content_length > maxFileBytes)
        throw badRequest('content_length is 1 to 1000000000 bytes')
      if (content_type !== undefined && !/^(?:application|text)\/(?:x-tmx\+)?xml$/i.test(content_type))
        throw badRequest('content_type is application/xml')
      if ((await memories.count(account)) >= maxMemories)
        throw badRequest(`There are already ${maxMemories} translation memories`)
      const job = await begin({
        ...{ account, key, operation: 'import', status: 'awaiting_input' },
        ...{ name: body.parameters?.display_name || file_name, content_length, content_type: content_type ?? null },
      })
      return {
        job_id: job.id,
        upload_url: fileAddress(request.baseUrl, job.id),
        expires_at: isoTime(job.created_at + lifeMs),
      }
    },

    async uploadTranslationMemoryFile({ job_id, body }) {
      const job = await findFor(job_id)
      if (job.operation !== 'import' || isExpired(job)) throw notFound('Job not found')
      if ((await processing(job.account)) >= maxImports)
        throw badRequest(`At most ${maxImports} imports of an account are under way at once. Send the file later.`)
      await claim(job)
      const { status = 'processing', memory_id } = await imports.receive(job, body)
      return { job_id: job.id, status, ...(memory_id ? { translation_memory_id: memory_id } : {}) }
    },

    async translationMemoryJob({ job_id }, { account, request }) {
      const job = await imports.resume(await find(job_id, account))
      return view(job, {
        isExpired: isExpired(job),
        address: fileAddress(request.baseUrl, job.id),
        expires: job.created_at + lifeMs,
      })
    },

    async exportTranslationMemory({ translation_memory_id }, { account, key }) {
      const memory = await memories.get(account, translation_memory_id)
      const recent = await db
        .selectFrom('translation_jobs')
        .selectAll()
        .where('account', '=', account)
        .where('memory_id', '=', memory.id)
        .where('operation', '=', 'export')
        .where('key', '=', key)
        .where('created_at', '>', now() - reuseMs)
        .executeTakeFirst()
      const parameters = { translation_memory_id: memory.id }
      if (recent) return reply({ job_id: recent.id, parameters }, { status: 200 })
      const job = await begin({
        ...{ account, key, operation: 'export', status: 'completed' },
        ...{ name: memory.name, memory_id: memory.id },
      })
      return reply({ job_id: job.id, parameters }, { status: 202 })
    },

    async downloadTranslationMemoryFile({ job_id }, call: Call) {
      const job = await findFor(job_id)
      if (job.operation !== 'export' || isExpired(job) || job.memory_id === null) throw notFound('Job not found')
      const memory = await memories.get(job.account, job.memory_id)
      const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(memory.name.replace(/\.tmx$/i, ''))}.tmx`
      return reply(writeTmx(memory, everySegment(memory.id, call.signal)), {
        headers: { 'content-type': 'application/xml', 'content-disposition': disposition },
      })
    },
  }
  return { handlers, close: imports.close }

  async function* everySegment(id: string, signal: AbortSignal): AsyncGenerator<Segment> {
    for (let last = -1; ; ) {
      signal.throwIfAborted()
      const segments = await memories.segmentsAfter(id, last, batchSegments)
      yield* segments
      last = segments.at(-1)?.number ?? last
      if (segments.length < batchSegments) return
    }
  }
}

const fileAddress = (baseUrl: string, id: string) => `${baseUrl}/v3/translation_memories/jobs/${id}/file`

function view(
  job: JobsTable,
  { isExpired, address, expires }: { readonly isExpired: boolean; readonly address: string; readonly expires: number },
) {
  const isImport = job.operation === 'import'
  const isLate = isExpired && (job.status === 'awaiting_input' || !isImport)
  const status = isLate ? 'expired' : job.status
  return {
    job_id: job.id,
    product: 'translation_memory',
    operation: isImport ? ('import' as const) : ('export' as const),
    creation_time: isoTime(job.created_at),
    updated_time: isoTime(job.updated_at),
    ...(isImport
      ? {
          source_file: {
            content_type: job.content_type ?? 'application/xml',
            content_length: Number(job.content_length ?? 1),
          },
          parameters: { display_name: job.name },
        }
      : { parameters: { translation_memory_id: job.memory_id ?? '' } }),
    results: [
      {
        status,
        ...(status === 'awaiting_input' ? { status_metadata: { required_action: 'upload_file' } } : {}),
        ...(status === 'completed' && job.memory_id !== null ? { translation_memory_id: job.memory_id } : {}),
        ...(isImport && job.skipped !== null ? { skipped_segment_count: job.skipped } : {}),
        ...(!isImport && status === 'completed' ? { download_url: address, expires_at: isoTime(expires) } : {}),
        ...(job.error === null ? {} : { error: { message: job.error } }),
      },
    ],
  }
}

/** Removes old jobs, and the segments of imports that a stopped process left half done. */
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
