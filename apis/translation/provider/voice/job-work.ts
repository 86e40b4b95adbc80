// Works on voice jobs, one after another: hears the file, translates what was said and writes it as each target asks.
// What a stopped process left is taken up again when its state is asked for.
import { existsSync } from 'node:fs'
import { open, rm, writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { type Log, Refusal } from '#define'
import { keyedMutex } from '#provider'
import type { VoiceJobsTable, VoiceResultsTable } from '../../tables.ts'
import { badRequest } from '../errors.ts'
import { baseOf } from '../language-code.ts'
import type { PayingKeys } from '../paying-key.ts'
import { openAudioFile } from './audio-file.ts'
import type { AudioCodecs } from './codecs.ts'
import type { VoiceJobStore } from './job-store.ts'
import { type Heard, type Recogniser, type Speaker, type SpeechEngine, sampleRate } from './speech.ts'
import { plainTranscript, subtitles } from './transcripts.ts'

export interface VoiceJobWork {
  /** Settles when the job is done; it never rejects. */
  run(job: VoiceJobsTable): Promise<void>
  /** Starts it again when no process works on it any more. */
  resume(job: VoiceJobsTable): void
  close(): Promise<void>
}
export interface VoiceJobWorkDeps {
  readonly store: VoiceJobStore
  readonly payingKeys: PayingKeys
  readonly engineFor: (language: string) => SpeechEngine | undefined
  readonly speakerFor: (language: string) => Speaker | undefined
  readonly codecs: AudioCodecs | undefined
  /** Billed to the key of the job. */
  readonly translate: (job: VoiceJobsTable, text: string, target: string, signal: AbortSignal) => Promise<string>
  readonly now: () => number
  readonly log: Pick<Log, 'error' | 'info'>
}

interface Producing {
  readonly heard: readonly Heard[]
  readonly signal: AbortSignal
}

const mostMs = 3 * 3_600_000
/** How often a process reports that it has a job, waiting or under way. */
const reportMs = 5000
const staleMs = 60_000
/** Between attempts to get an engine that streams are using. */
const retryMs = 1000
/** Of silence between two utterances that are said. */
const pause = Buffer.alloc(sampleRate * 2 * 0.3)

export function createVoiceJobWork(deps: VoiceJobWorkDeps): VoiceJobWork {
  const { store, payingKeys, engineFor, now, log } = deps
  const turns = keyedMutex<'voice'>()
  const closing = new AbortController()
  const running = new Map<string, Promise<void>>()

  async function attempt(job: VoiceJobsTable): Promise<void> {
    await store.change(job.id, { status: 'processing' })
    try {
      await payingKeys.during(job.key, closing.signal, async (signal) => {
        const heard = await hear(job, signal)
        for (const result of await missing(job)) await produce(job, result, { heard, signal })
      })
    } catch (error) {
      if (closing.signal.aborted) return
      for (const result of await missing(job)) await fail(job, result, error)
    }
    await store.change(job.id, { status: 'done' })
    await rm(store.sourceFile(job.id), { force: true })
  }

  const missing = async ({ id }: VoiceJobsTable) =>
    (await store.results(id)).filter(({ status }) => status === 'pending')

  async function hear(job: VoiceJobsTable, ended: AbortSignal): Promise<Heard[]> {
    const over = new AbortController()
    const signal = AbortSignal.any([ended, over.signal])
    const samplesOf = await openAudioFile(store.sourceFile(job.id), {
      ...{ contentType: job.content_type, codecs: deps.codecs, mostMs, signal },
    })
    const recogniser = await recogniserFor(job.source, signal)
    const stop = () => recogniser.close()
    signal.addEventListener('abort', stop, { once: true })
    try {
      const heard: Heard[] = []
      const listening = (async () => {
        for await (const one of recogniser.heard) if (one.isFinal && one.text !== '') heard.push(one)
      })()
      const feeding = (async () => {
        for await (const samples of samplesOf()) await recogniser.write(samples)
        recogniser.end()
      })()
      await Promise.all([listening, feeding])
      signal.throwIfAborted()
      if (heard.length === 0) throw badRequest('No speech was heard in the audio.')
      return heard
    } finally {
      signal.removeEventListener('abort', stop)
      over.abort()
      recogniser.close()
    }
  }

  async function recogniserFor(language: string, signal: AbortSignal): Promise<Recogniser> {
    for (;;) {
      const engine = engineFor(language)
      if (!engine) throw badRequest('No speech engine for the language is installed here any more.')
      const recogniser = engine.open({ language, terms: [] })
      if (recogniser) return recogniser
      await wait(retryMs, undefined, { signal })
    }
  }

  async function produce(job: VoiceJobsTable, result: VoiceResultsTable, { heard, signal }: Producing): Promise<void> {
    try {
      signal.throwIfAborted()
      const said: Heard[] = []
      for (const one of heard) said.push({ ...one, text: await deps.translate(job, one.text, result.language, signal) })
      const bytes = await write(result, store.resultFile(job.id, result.number), { heard: said, signal })
      await store.changeResult(job.id, result.number, { status: 'complete', bytes })
    } catch (error) {
      if (signal.aborted) throw error
      await fail(job, result, error)
    }
  }

  async function write({ language, type }: VoiceResultsTable, path: string, { heard, signal }: Producing) {
    if (!type.startsWith('audio/')) {
      const text = type === 'application/x-subrip' ? subtitles(heard) : plainTranscript(heard)
      await writeFile(path, text, { mode: 0o600 })
      return Buffer.byteLength(text)
    }
    const speaker = deps.speakerFor(baseOf(language))
    if (!speaker) throw badRequest(`Nothing here speaks ${language} any more.`)
    const file = await open(path, 'w', 0o600)
    try {
      let bytes = 0
      for (const { text } of heard)
        for (const samples of [await speaker.speak(text, signal), pause]) {
          await file.writeFile(samples)
          bytes += samples.length
        }
      return bytes
    } finally {
      await file.close()
    }
  }

  async function fail(job: VoiceJobsTable, { number }: VoiceResultsTable, error: unknown): Promise<void> {
    const known = error instanceof Refusal ? String(Object(error.body).message ?? '') : ''
    if (known === '') log.error('a voice job failed', { job: job.id, err: error })
    await store.changeResult(job.id, number, { status: 'failed', error: known || 'The audio could not be translated.' })
  }

  function run(job: VoiceJobsTable): Promise<void> {
    const failed = (error: unknown) => log.error('a voice job was interrupted', { job: job.id, err: error })
    const timer = setInterval(() => void store.change(job.id, {}).catch(failed), reportMs)
    timer.unref()
    const work = turns
      .run('voice', async () => (closing.signal.aborted ? undefined : attempt(job)))
      .catch((error: unknown) => {
        if (!closing.signal.aborted) failed(error)
      })
      .finally(() => {
        clearInterval(timer)
        running.delete(job.id)
      })
    running.set(job.id, work)
    return work
  }

  return {
    run,
    resume(job) {
      const isLeft = ['uploaded', 'processing'].includes(job.status) && now() - job.updated_at > staleMs
      if (!isLeft || running.has(job.id)) return
      // another process may keep the file, and would have reported
      if (existsSync(store.sourceFile(job.id))) void run(job)
      else void lose(job).catch((error: unknown) => log.error('a voice job was lost', { job: job.id, err: error }))
    },
    async close() {
      closing.abort()
      await Promise.allSettled(running.values())
    },
  }

  async function lose(job: VoiceJobsTable): Promise<void> {
    const error = 'The job was interrupted and its file is gone. Begin another and send the file again.'
    for (const { number, status } of await store.results(job.id))
      if (status === 'pending') await store.changeResult(job.id, number, { status: 'failed', error })
    await store.change(job.id, { status: 'done' })
  }
}
