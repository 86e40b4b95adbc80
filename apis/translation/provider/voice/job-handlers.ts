// Serves voice jobs. The file of a job and its results have separate addresses, which need a signature instead of a
// key. A result can be fetched once, within an hour; a job is removed after all its results were fetched (SOURCES 6.5).
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Call, type HandlersFor, reply } from '#define'
import { limitBytes } from '#provider/import'
import type { endpoints } from '../../endpoints.ts'
import type { VoiceJobsTable, VoiceResultsTable } from '../../tables.ts'
import { badRequest, conflict, forbidden, notFound } from '../errors.ts'
import { isoTime } from '../ids.ts'
import { baseOf } from '../language-code.ts'
import { downloadMs, isLate, type JobTarget, uploadMs, type VoiceJobStore } from './job-store.ts'
import type { VoiceJobWork } from './job-work.ts'
import { readSignature, sign, signatureIn } from './signatures.ts'
import type { Speaker } from './speech.ts'

type JobHandlers = HandlersFor<
  typeof endpoints,
  'createVoiceJob' | 'voiceJob' | 'uploadVoiceFile' | 'downloadVoiceResult'
>
interface VoiceJobDeps {
  readonly store: VoiceJobStore
  readonly work: VoiceJobWork
  readonly keyWorks: (key: string) => Promise<boolean>
  /** Throws 403 without a speech engine. */
  readonly requireEngine: () => void
  /** The base language of the speech; throws 400 if no engine recognises it. */
  readonly sourceIn: (code: string | undefined) => string
  /** The code of a target; throws 400 if no engine translates into it. */
  readonly targetIn: (code: string, source: string) => string
  readonly speakerFor: (language: string) => Speaker | undefined
  readonly hasDecoders: boolean
  readonly headersFor: (source: string, targets: readonly JobTarget[]) => Record<string, string>
  readonly now: () => number
}

const mostBytes = 1_073_741_824
const mostName = 1024
const mostTargets = 10
/** Interval at which an upload updates its job. */
const reportMs = 5000
/** Types that are decoded if decoders were added. */
const compressedTypes = ['audio/mpeg', 'audio/ogg', 'audio/flac', 'audio/webm']
const audioTypes = ['audio/mpeg', 'audio/wav', 'audio/ogg', 'audio/flac', 'audio/mp4', 'audio/webm']
const texts = ['text/plain', 'application/x-subrip']
/** The format of voices, in the provider's notation. */
const spoken = 'audio/pcm;encoding=s16le;rate=16000'

export function createVoiceJobHandlers(deps: VoiceJobDeps): JobHandlers {
  const { store, work, keyWorks, requireEngine, sourceIn, hasDecoders, headersFor, now } = deps

  async function requireSignature(job: VoiceJobsTable, file: string, input: Parameters<typeof signatureIn>[0]) {
    const signed = readSignature(signatureIn(input), { secret: job.secret, purpose: file, now: now() })
    if (!signed) throw forbidden('The signature is not valid, or it has expired.')
    if (!(await keyWorks(signed.key)))
      throw forbidden(
        'The key that this signature was given to may not be used any more. Ask for the job with another.',
      )
  }

  return {
    async createVoiceJob({ include, body: { source_file, parameters, targets } }, call) {
      requireEngine()
      const { name, content_type, content_length } = source_file
      requireSource(source_file, hasDecoders)
      const source = sourceIn(parameters?.source_language)
      const wanted = targetsIn(targets, source, deps)
      const { account, key } = call
      const job = await store.create({ account, key, name, content_type, content_length, source, targets: wanted })
      const { url, signature, signedUrl } = signedFile(call, job, { file: 'file', until: job.created_at + uploadMs })
      const answer = { job_id: job.id, upload_url: url, signature }
      return reply(isSigning(include) ? { ...answer, signed_upload_url: signedUrl } : answer, {
        status: 201,
        headers: headersFor(source, wanted),
      })
    },

    async voiceJob({ job_id, include }, call) {
      requireEngine()
      const job = await store.get(job_id, call.account)
      work.resume(job)
      const isStored = existsSync(store.sourceFile(job.id))
      return view(job, await store.results(job.id), { call, isSigning: isSigning(include), isStored, now: now() })
    },

    async uploadVoiceFile({ job_id, body, ...input }) {
      requireEngine()
      const job = await store.get(job_id)
      await requireSignature(job, 'file', input)
      if (!(await store.change(job.id, { status: 'receiving' }, ['pending'])))
        throw conflict('The file of this job has already been sent.')
      try {
        await keepFile(job, body, deps)
      } catch {
        // the file may be sent again
        await rm(store.sourceFile(job.id), { force: true })
        await store.change(job.id, { status: 'pending' })
        throw badRequest(`The file does not have the ${job.content_length} bytes that were declared.`)
      }
      await store.change(job.id, { status: 'uploaded' })
      void work.run(job)
    },

    async downloadVoiceResult({ job_id, number, ...input }) {
      requireEngine()
      const job = await store.get(job_id)
      const file = `results/${number}`
      await requireSignature(job, file, input)
      const result = (await store.results(job.id)).find((one) => one.number === number)
      const path = store.resultFile(job.id, number)
      if (result?.status !== 'complete' || !existsSync(path)) throw notFound('The result does not exist.')
      return reply(fetched(store, result), {
        headers: { 'content-type': texts.includes(result.type) ? `${result.type}; charset=utf-8` : result.type },
      })
    },
  }
}

/** Throws 400 for a file that is too large or cannot be decoded here. */
function requireSource(
  file: Pick<VoiceJobsTable, 'name' | 'content_type' | 'content_length'>,
  hasDecoders: boolean,
): void {
  const { name, content_type, content_length } = file
  if (name === '' || [...name].length > mostName) throw badRequest('/source_file/name: Value is not valid')
  if (!audioTypes.includes(content_type)) throw badRequest('/source_file/content_type: Value is not valid')
  const decoded = ['audio/wav', ...(hasDecoders ? compressedTypes : [])]
  if (!decoded.includes(content_type))
    throw badRequest(`/source_file/content_type: Value not supported: only ${decoded.join(', ')} can be decoded here.`)
  if (content_length < 1 || content_length > mostBytes)
    throw badRequest(`/source_file/content_length: 1 to ${mostBytes} bytes`)
}

function targetsIn(
  targets: readonly JobTarget[],
  source: string,
  { targetIn, speakerFor }: Pick<VoiceJobDeps, 'targetIn' | 'speakerFor'>,
): JobTarget[] {
  if (targets.length === 0 || targets.length > mostTargets) throw badRequest(`/targets: 1 to ${mostTargets} targets.`)
  return targets.map(({ language, type }, index) => {
    const target = targetIn(language, source)
    const written = type.toLowerCase().replaceAll(/\s/g, '')
    if (texts.includes(written)) return { language: target, type: written }
    if (!/^(?:audio|video)\//.test(written)) throw badRequest(`/targets/${index}/type: Value is not valid`)
    if (!speakerFor(baseOf(target)))
      throw forbidden(`Translated speech in ${language} is not available: nothing here speaks it.`)
    if (written !== spoken)
      throw badRequest(`/targets/${index}/type: Value not supported: speech is written as ${spoken} here.`)
    return { language: target, type: written }
  })
}

/** The address of a file with its signature, and an address that includes the signature. */
function signedFile(
  { key, request }: Call,
  job: VoiceJobsTable,
  { file, until }: { readonly file: string; readonly until: number },
) {
  const url = `${request.baseUrl}/v1/jobs/voice/translate/${job.id}/${file}`
  const signature = sign({ secret: job.secret, purpose: file }, { key, expiresAt: until })
  return { url, signature, signedUrl: `${url}?signature=${encodeURIComponent(signature)}` }
}

/** Writes the file as it arrives. Rejects if the upload stalls, or differs from the declared length. */
async function keepFile(
  job: VoiceJobsTable,
  body: AsyncIterable<Buffer>,
  { store, now }: Pick<VoiceJobDeps, 'store' | 'now'>,
): Promise<void> {
  let bytes = 0
  let reportedAt = now()
  async function* counted() {
    for await (const chunk of limitBytes(body, job.content_length)) {
      const silentMs = now() - reportedAt
      // another upload may have taken over
      if (silentMs > uploadMs) throw new Error('the upload stood still')
      if (silentMs > reportMs) {
        await store.change(job.id, {})
        reportedAt = now()
      }
      bytes += chunk.length
      yield chunk
    }
  }
  await pipeline(Readable.from(counted()), createWriteStream(store.sourceFile(job.id), { mode: 0o600 }))
  if (bytes < job.content_length) throw new Error('the file is shorter than declared')
}

/** Sends a result and removes it once it was sent completely. */
async function* fetched(store: VoiceJobStore, { job_id: id, number }: VoiceResultsTable): AsyncGenerator<Buffer> {
  const path = store.resultFile(id, number)
  for await (const chunk of createReadStream(path)) yield chunk
  await store.changeResult(id, number, { status: 'downloaded' })
  await rm(path, { force: true })
  const others = await store.results(id)
  if (others.every(({ status }) => status === 'downloaded')) await store.remove(id)
}

interface Viewing {
  readonly call: Call
  readonly isSigning: boolean
  /** True while the uploaded file is stored. */
  readonly isStored: boolean
  readonly now: number
}

function view(job: VoiceJobsTable, results: readonly VoiceResultsTable[], { call, isSigning, isStored, now }: Viewing) {
  const until = job.updated_at + downloadMs
  return {
    job_id: job.id,
    product: 'voice',
    operation: 'translate',
    created_at: isoTime(job.created_at),
    updated_at: isoTime(job.updated_at),
    usage: { storage_used: storedBytes(job, results, isStored) },
    source_file: { name: job.name, content_type: job.content_type, content_length: job.content_length },
    parameters: { source_language: job.source },
    targets: results.map(({ language, type }) => ({ language, type })),
    results: results.map(({ number, status, error }) => {
      if (status === 'pending') return waiting(job.status, isLate(job, now))
      if (status !== 'complete')
        return {
          status: status === 'failed' ? ('failed' as const) : ('downloaded' as const),
          ...(error ? { error: { message: error } } : {}),
        }
      const { url, signature, signedUrl } = signedFile(call, job, { file: `results/${number}`, until })
      const signed = isSigning ? { signed_download_url: signedUrl } : {}
      return { status: 'complete' as const, download_url: url, signature, ...signed }
    }),
  }
}

const isSigning = (include: readonly string[] | undefined) => include?.includes('signed_url') === true

function waiting(status: string, isOverdue: boolean) {
  if (status === 'uploaded' || status === 'processing') return { status } as const
  if (isOverdue) return { status: 'failed' as const, error: { message: 'The file was not sent in time.' } }
  return { status: 'pending' as const }
}

function storedBytes(job: VoiceJobsTable, results: readonly VoiceResultsTable[], hasSource: boolean): number {
  const kept = results.filter(({ status }) => status === 'complete')
  return (hasSource ? job.content_length : 0) + kept.reduce((total, { bytes }) => total + Number(bytes), 0)
}
