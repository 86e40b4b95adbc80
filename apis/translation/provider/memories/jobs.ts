// Imports and exports of translation memories: jobs whose files are sent to an address in the response. The address
// contains the random id of the job and needs no key, like the provider's; it expires with the key that requested it.
import { type Call, type HandlersFor, type ProviderKit, reply } from '#define'
import type { endpoints } from '../../endpoints.ts'
import type { JobsTable, Tables } from '../../tables.ts'
import { badRequest, notFound } from '../errors.ts'
import { isoTime } from '../ids.ts'
import { createMemoryImports, maxFileBytes } from './imports.ts'
import { createJobRows, type JobRowsDeps } from './job-rows.ts'
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
interface JobDeps extends JobRowsDeps, Pick<ProviderKit<Tables>, 'log' | 'cacheFolder'> {
  readonly memories: MemoryStore
}

const maxName = 100
const batchSegments = 100
/** Time during which an export is reused. */
const reuseMs = 1_800_000
/** Timeout for the upload of a file and the download of an export. */
const lifeMs = 24 * 3_600_000

export function createJobHandlers({ db, dialect, now, random, log, cacheFolder, memories, payingKeys }: JobDeps) {
  const { find, findFor, begin, change, claim } = createJobRows({ db, dialect, now, random, payingKeys })
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
      // memories are counted again on publication
      await memories.requireRoom(account)
      const job = await begin({
        account,
        key,
        operation: 'import',
        status: 'awaiting_input',
        name: body.parameters?.display_name || file_name,
        content_length,
        content_type: content_type ?? null,
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
        account,
        key,
        operation: 'export',
        status: 'completed',
        name: memory.name,
        memory_id: memory.id,
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
  return { handlers, isAtWork: imports.isAtWork, close: imports.close }

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
