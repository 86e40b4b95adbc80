// Imports of TMX files: a file is kept until it has been read, so that one of a gigabyte need not be read before the
// upload is answered, and a stopped process can begin again. In each process large ones follow one after another, and
// so do small ones, which wait for no large one.
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ProviderKit } from '#define'
import { createPacer, keyedMutex, limitBytes } from '#provider'
import type { JobsTable } from '../../tables.ts'
import { badRequest } from '../errors.ts'
import { baseOf } from '../language-code.ts'
import { commonLanguages } from '../languages/catalogue.ts'
import type { MemoryStore, MemoryWriter, NewSegment } from './store.ts'
import { readTmx } from './tmx.ts'

export interface MemoryImports {
  /**
   * Keeps the file of a job and imports it; resolves with the state of the job when the file was small, or else as soon
   * as it has been received. Throws 400 for a file that cannot be received or used.
   */
  receive(job: JobsTable, body: AsyncIterable<Buffer>): Promise<Partial<JobsTable>>
  /** Begins again where no process works on the job any more; the job's state. */
  resume(job: JobsTable): Promise<JobsTable>
  close(): Promise<void>
}
export interface ImportDeps extends Pick<ProviderKit, 'now' | 'log' | 'cacheFolder'> {
  readonly memories: MemoryStore
  change(id: string, values: Partial<JobsTable>): Promise<void>
}

export const maxFileBytes = 1_000_000_000
/** Files up to this size are imported before the upload is answered. */
const smallBytes = 1_000_000
const maxSegments = 1_000_000
const maxText = 5000
const batchSegments = 250
/** How often a process reports that it has an import, waiting or under way. */
const reportMs = 5000
const staleMs = 60_000

export function createMemoryImports({ memories, change, now, log, cacheFolder }: ImportDeps): MemoryImports {
  const turns = keyedMutex<'small' | 'large'>()
  const closing = new AbortController()
  const running = new Map<string, Promise<Partial<JobsTable>>>()
  const fileOf = ({ id }: JobsTable) => join(cacheFolder, `translation-import-${id}.tmx`)

  async function attempt(job: JobsTable): Promise<Partial<JobsTable>> {
    const writer = memories.begin()
    try {
      // what a stopped process wrote of it is not continued
      if (job.memory_id !== null) await memories.removeSegments(job.memory_id)
      await change(job.id, { memory_id: writer.id })
      const { source, skipped } = await readInto(writer, createReadStream(fileOf(job)), closing.signal)
      await writer.publish({ account: job.account, name: job.name, source })
      return await end(job, { status: 'completed', memory_id: writer.id, skipped })
    } catch (error) {
      if (closing.signal.aborted) return {}
      await memories.removeSegments(writer.id)
      return await fail(job, error)
    }
  }

  async function end(job: JobsTable, values: Partial<JobsTable>): Promise<Partial<JobsTable>> {
    await change(job.id, values)
    await rm(fileOf(job), { force: true })
    return values
  }

  function fail(job: JobsTable, error: unknown): Promise<Partial<JobsTable>> {
    log.info('a translation memory was not imported', { job: job.id, problem: String(error) })
    const message = error instanceof Error ? error.message.slice(0, 500) : 'The file cannot be read.'
    return end(job, { status: 'failed', memory_id: null, error: message })
  }

  function run(job: JobsTable, size: 'small' | 'large'): Promise<Partial<JobsTable>> {
    const failed = (error: unknown) => log.error('an import failed', { job: job.id, err: error })
    const timer = setInterval(() => void change(job.id, {}).catch(failed), reportMs)
    timer.unref()
    const work = turns.run(size, async () => (closing.signal.aborted ? {} : attempt(job)))
    running.set(job.id, work)
    work.catch(failed).finally(() => {
      clearInterval(timer)
      running.delete(job.id)
    })
    return work
  }

  return {
    async receive(job, body) {
      let bytes = 0
      async function* counted() {
        for await (const chunk of limitBytes(body, job.content_length ?? maxFileBytes)) {
          bytes += chunk.length
          yield chunk
        }
      }
      try {
        await pipeline(Readable.from(counted()), createWriteStream(fileOf(job), { mode: 0o600 }))
      } catch (error) {
        throw badRequest((await fail(job, error)).error ?? 'The file cannot be read.')
      }
      const work = run(job, bytes > smallBytes ? 'large' : 'small')
      if (bytes > smallBytes) return { status: 'processing' }
      const state = await work
      if (state.status === 'failed') throw badRequest(state.error ?? 'The file cannot be read.')
      return state
    },
    async resume(job) {
      const isLeft = job.operation === 'import' && job.status === 'processing' && now() - job.updated_at > staleMs
      if (!isLeft || running.has(job.id)) return job
      if (existsSync(fileOf(job))) {
        await change(job.id, {})
        void run(job, 'large')
        return job
      }
      // another process may keep the file, and would have reported
      const error = 'The import was interrupted. Begin another and send the file again.'
      return { ...job, ...(await end(job, { status: 'failed', memory_id: null, error })) }
    },
    async close() {
      closing.abort()
      await Promise.allSettled(running.values())
    },
  }
}

/** Stores the units of a file; those that cannot be used are counted. All have the language of the first as source. */
async function readInto(writer: MemoryWriter, chunks: AsyncIterable<Buffer>, signal: AbortSignal) {
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
    signal.throwIfAborted()
    await writer.add(batch)
    batch = []
  }
  await writer.add(batch)
  if (stored === 0) throw badRequest('The file has no segments that can be used.')
  return { source, skipped }
}
