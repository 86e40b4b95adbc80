// Imports TMX files. A file is kept until it has been read, so that the upload of a gigabyte is answered first. Each
// process reads two large files at once, of different accounts, and likewise two small ones, which never wait for large
// ones. A file that an ended process never began, or gave back, is resumed when its state is requested. A file that was
// begun, which its memory shows, and never finished may have crashed the thread: it fails.
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ProviderKit, Refusal } from '#define'
import { createPacer } from '#provider'
import { limitBytes } from '#provider/import'
import type { JobsTable } from '../../tables.ts'
import { badRequest } from '../errors.ts'
import { baseOf } from '../language-code.ts'
import { commonLanguages } from '../languages/catalogue.ts'
import { createWorkQueue } from '../work-queue.ts'
import type { MemoryStore, MemoryWriter, NewSegment } from './store.ts'
import { readTmx } from './tmx.ts'

interface MemoryImports {
  /**
   * Stores the file of a job and imports it. Resolves with the job's state: after the import if the file is small,
   * otherwise as soon as it has been received. Throws 400 for a file that cannot be received or used.
   */
  receive(job: JobsTable, body: AsyncIterable<Buffer>): Promise<Partial<JobsTable>>
  /** Resumes a job that no process holds, fails one whose process is gone, and returns its state. */
  resume(job: JobsTable): Promise<JobsTable>
  isAtWork(): boolean
  close(): Promise<void>
}
interface ImportDeps extends Pick<ProviderKit, 'now' | 'log' | 'cacheFolder'> {
  readonly memories: MemoryStore
  change(id: string, values: Partial<JobsTable>): Promise<void>
}

export const maxFileBytes = 1_000_000_000
/** Files up to this size are imported before the upload is answered. */
const smallBytes = 1_000_000
const maxSegments = 1_000_000
const maxText = 5000
const batchSegments = 250

export function createMemoryImports({ memories, change, now, log, cacheFolder }: ImportDeps): MemoryImports {
  const queue = createWorkQueue<JobsTable, Partial<JobsTable>>({
    report: ({ id }) => change(id, {}),
    onError: ({ id }, err) => log.error('an import failed', { job: id, err }),
  })
  const fileOf = ({ id }: JobsTable) => join(cacheFolder, `translation-import-${id}.tmx`)

  async function attempt(job: JobsTable): Promise<Partial<JobsTable>> {
    const writer = memories.begin()
    try {
      await change(job.id, { memory_id: writer.id })
      const { source, skipped } = await readInto(writer, createReadStream(fileOf(job)), queue.closing)
      await writer.publish({ account: job.account, name: job.name, source })
      return await end(job, { status: 'completed', memory_id: writer.id, skipped })
    } catch (error) {
      await memories.removeSegments(writer.id)
      if (queue.closing.aborted) {
        await change(job.id, { memory_id: null })
        return {}
      }
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

  async function keep(job: JobsTable, body: AsyncIterable<Buffer>): Promise<number> {
    let bytes = 0
    async function* counted() {
      for await (const chunk of limitBytes(body, job.content_length ?? maxFileBytes)) {
        bytes += chunk.length
        yield chunk
      }
    }
    try {
      await pipeline(Readable.from(counted()), createWriteStream(fileOf(job), { mode: 0o600 }))
      return bytes
    } catch (error) {
      throw badRequest((await fail(job, error)).error ?? 'The file cannot be read.')
    }
  }

  return {
    async receive(job, body) {
      const size = (await keep(job, body)) > smallBytes ? 'large' : 'small'
      const work = queue.run(job, () => attempt(job), size)
      if (size === 'large') return { status: 'processing' }
      const state = (await work) ?? {}
      if (state.status === 'failed') throw badRequest(state.error ?? 'The file cannot be read.')
      return state
    },
    async resume(job) {
      if (job.operation !== 'import' || job.status !== 'processing' || !queue.isLeft(job, now())) return job
      if (job.memory_id === null && existsSync(fileOf(job))) {
        await change(job.id, {})
        queue.run(job, () => attempt(job)).catch(() => undefined)
        return job
      }
      if (job.memory_id !== null) {
        if (await isPublished(memories, job, job.memory_id))
          return { ...job, ...(await end(job, { status: 'completed' })) }
        await memories.removeSegments(job.memory_id)
      }
      // another process would have reported the job, even if it still has the file
      const error = 'The import was interrupted. Begin another and send the file again.'
      return { ...job, ...(await end(job, { status: 'failed', memory_id: null, error })) }
    },
    isAtWork: queue.isAtWork,
    close: queue.close,
  }
}

async function isPublished(memories: MemoryStore, { account }: JobsTable, memory: string): Promise<boolean> {
  try {
    await memories.get(account, memory)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** Stores the units of a file and counts unusable ones. The source language of the first unit applies to all. */
async function readInto(writer: MemoryWriter, chunks: AsyncIterable<Buffer>, signal: AbortSignal) {
  const pause = createPacer()
  let source = ''
  let stored = 0
  let skipped = 0
  let batch: NewSegment[] = []
  for await (const unit of readTmx(chunks)) {
    await pause()
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
