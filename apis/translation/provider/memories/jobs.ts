// Imports and exports of translation memories: jobs whose files go to an address in the answer. That address contains
// the random id of the job and needs no key, as at the provider.
import { type Call, type HandlersFor, type ProviderKit, reply } from '#define'
import { createPacer, limitBytes } from '#provider'
import type { endpoints } from '../../endpoints.ts'
import type { JobsTable, Tables } from '../../tables.ts'
import { badRequest, conflict, notFound } from '../errors.ts'
import { isoTime, newUuid, uuidIn } from '../ids.ts'
import { baseOf } from '../language-code.ts'
import { commonLanguages } from '../languages/catalogue.ts'
import type { MemoryStore, NewSegment, Segment } from './store.ts'
import { readTmx, writeTmx } from './tmx.ts'

type JobHandlers = HandlersFor<
  typeof endpoints,
  | 'importTranslationMemory'
  | 'translationMemoryJob'
  | 'exportTranslationMemory'
  | 'uploadTranslationMemoryFile'
  | 'downloadTranslationMemoryFile'
>
export interface JobDeps extends Pick<ProviderKit<Tables>, 'db' | 'now' | 'random' | 'log'> {
  readonly memories: MemoryStore
}

const maxFileBytes = 1_000_000_000
const maxName = 100
const maxMemories = 1000
const maxSegments = 500_000
const maxText = 5000
const batchSegments = 100
/** How long an export is used again. */
const reuseMs = 1_800_000
/** How long a file may be awaited, and an export downloaded. */
const lifeMs = 24 * 3_600_000

export function createJobHandlers({ db, now, random, log, memories }: JobDeps): JobHandlers {
  async function find(jobId: string, account?: string): Promise<JobsTable> {
    const query = db.selectFrom('translation_jobs').selectAll().where('id', '=', uuidIn(jobId, 'job_id'))
    const row = await (account === undefined ? query : query.where('account', '=', account)).executeTakeFirst()
    if (!row) throw notFound('Job not found')
    return row
  }
  async function begin(job: Pick<JobsTable, 'account' | 'operation' | 'status' | 'name'> & Partial<JobsTable>) {
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
  async function claim({ id }: JobsTable, memoryId: string): Promise<void> {
    const { numUpdatedRows } = await db
      .updateTable('translation_jobs')
      .set({ status: 'processing', memory_id: memoryId, updated_at: now() })
      .where('id', '=', id)
      .where('status', '=', 'awaiting_input')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw conflict('The file of this job has already been sent.')
  }
  const isExpired = (job: JobsTable) => now() - job.created_at > lifeMs

  return {
    async importTranslationMemory({ body }, { account, request }) {
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
        ...{ account, operation: 'import', status: 'awaiting_input' },
        ...{ name: body.parameters?.display_name || file_name, content_length, content_type: content_type ?? null },
      })
      return {
        job_id: job.id,
        upload_url: fileAddress(request.baseUrl, job.id),
        expires_at: isoTime(job.created_at + lifeMs),
      }
    },

    async uploadTranslationMemoryFile({ job_id, body }) {
      const job = await find(job_id)
      if (job.operation !== 'import' || isExpired(job)) throw notFound('Job not found')
      const writer = memories.begin()
      await claim(job, writer.id)
      try {
        const { source, skipped } = await readInto(writer.add, limitBytes(body, job.content_length ?? maxFileBytes))
        await writer.publish({ account: job.account, name: job.name, source })
        await change(job.id, { status: 'completed', skipped })
        return { job_id: job.id, status: 'completed', translation_memory_id: writer.id }
      } catch (error) {
        log.info('a translation memory was not imported', { job: job.id, problem: String(error) })
        await memories.removeSegments(writer.id)
        const message = error instanceof Error ? error.message.slice(0, 500) : 'The file cannot be read.'
        await change(job.id, { status: 'failed', memory_id: null, error: message })
        throw badRequest(message)
      }
    },

    async translationMemoryJob({ job_id }, { account, request }) {
      const job = await find(job_id, account)
      return view(job, {
        isExpired: isExpired(job),
        address: fileAddress(request.baseUrl, job.id),
        expires: job.created_at + lifeMs,
      })
    },

    async exportTranslationMemory({ translation_memory_id }, { account }) {
      const memory = await memories.get(account, translation_memory_id)
      const recent = await db
        .selectFrom('translation_jobs')
        .selectAll()
        .where('account', '=', account)
        .where('memory_id', '=', memory.id)
        .where('operation', '=', 'export')
        .where('created_at', '>', now() - reuseMs)
        .executeTakeFirst()
      const parameters = { translation_memory_id: memory.id }
      if (recent) return reply({ job_id: recent.id, parameters }, { status: 200 })
      const job = await begin({
        ...{ account, operation: 'export', status: 'completed' },
        ...{ name: memory.name, memory_id: memory.id },
      })
      return reply({ job_id: job.id, parameters }, { status: 202 })
    },

    async downloadTranslationMemoryFile({ job_id }, call: Call) {
      const job = await find(job_id)
      if (job.operation !== 'export' || isExpired(job) || job.memory_id === null) throw notFound('Job not found')
      const memory = await memories.get(job.account, job.memory_id)
      const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(memory.name.replace(/\.tmx$/i, ''))}.tmx`
      return reply(writeTmx(memory, everySegment(memory.id, call.signal)), {
        headers: { 'content-type': 'application/xml', 'content-disposition': disposition },
      })
    },
  }

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

/** Stores the units of a file; those that cannot be used are counted. All have the language of the first as source. */
async function readInto(add: (segments: readonly NewSegment[]) => Promise<void>, chunks: AsyncIterable<Buffer>) {
  const pause = createPacer()
  let source = ''
  let stored = 0
  let skipped = 0
  let batch: NewSegment[] = []
  for await (const unit of readTmx(chunks)) {
    const pausing = pause()
    if (pausing) await pausing
    if (source === '' && unit) source = baseOf(unit.language)
    const targets = Object.entries(unit?.targets ?? {}).filter(
      ([language, text]) => commonLanguages.includes(baseOf(language)) && text.length <= maxText,
    )
    const isUsable = unit && baseOf(unit.language) === source && unit.source.length <= maxText && targets.length > 0
    if (!isUsable || stored >= maxSegments) {
      skipped += 1
      continue
    }
    stored += 1
    batch.push({ source: unit.source, targets: Object.fromEntries(targets) })
    if (batch.length < batchSegments) continue
    await add(batch)
    batch = []
  }
  await add(batch)
  if (stored === 0) throw badRequest('The file has no segments that can be used.')
  return { source, skipped }
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
