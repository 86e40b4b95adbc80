// Works on voice jobs, a few at once and one per account: recognises the file, translates the text and writes it in the
// form of each target. A job that an ended process never began, or gave back, is resumed when its state is requested. A
// job that was begun and never finished may have crashed the thread: it fails, and is not retried.
import { existsSync } from 'node:fs'
import { open, rm, writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { type Log, Refusal } from '#define'
import type { VoiceJobsTable, VoiceResultsTable } from '../../tables.ts'
import { badRequest } from '../errors.ts'
import { baseOf } from '../language-code.ts'
import type { PayingKeys } from '../paying-key.ts'
import { createWorkQueue } from '../work-queue.ts'
import { openAudioFile } from './audio-file.ts'
import type { AudioCodecs } from './codecs.ts'
import type { VoiceJobStore } from './job-store.ts'
import type { Recognisers } from './recognisers.ts'
import { type Heard, type Recogniser, type Speaker, type SpeechEngine, sampleRate } from './speech.ts'
import { plainTranscript, subtitles } from './transcripts.ts'

export interface VoiceJobWork {
  /** Settles when the job is done; never rejects. */
  run(job: VoiceJobsTable): Promise<void>
  /** Starts a job that no process will start, and fails one whose process is gone. */
  resume(job: VoiceJobsTable): void
  isAtWork(): boolean
  close(): Promise<void>
}
interface VoiceJobWorkDeps {
  readonly store: VoiceJobStore
  readonly payingKeys: PayingKeys
  readonly engineFor: (language: string) => SpeechEngine | undefined
  readonly recognisers: Recognisers
  readonly speakerFor: (language: string) => Speaker | undefined
  readonly codecs: AudioCodecs | undefined
  /** Translates a text, billed to the key of the job. */
  readonly translate: (job: VoiceJobsTable, text: string, target: string, signal: AbortSignal) => Promise<string>
  readonly now: () => number
  readonly log: Pick<Log, 'error' | 'info'>
}

interface Producing {
  readonly heard: readonly Heard[]
  readonly signal: AbortSignal
}

const mostMs = 3 * 3_600_000
/** Delay between attempts to get an engine that streams are using. */
const retryMs = 1000
/** Silence between two spoken utterances. */
const pause = Buffer.alloc(sampleRate * 2 * 0.3)

export function createVoiceJobWork(deps: VoiceJobWorkDeps): VoiceJobWork {
  const { store, payingKeys, now, log } = deps
  const queue = createWorkQueue<VoiceJobsTable, void>({
    report: ({ id }) => store.change(id, {}),
    onError: ({ id }, err) => log.error('a voice job was interrupted', { job: id, err }),
  })

  async function attempt(job: VoiceJobsTable): Promise<void> {
    if (!(await store.change(job.id, { status: 'processing' }, ['uploaded']))) return
    try {
      await payingKeys.during(job.key, queue.closing, async (signal) => {
        const heard = await hear(job, signal, deps)
        for (const result of await missing(job)) await produce(job, result, { heard, signal })
      })
    } catch (error) {
      if (queue.closing.aborted) return void (await store.change(job.id, { status: 'uploaded' }, ['processing']))
      for (const result of await missing(job)) await fail(job, result, error)
    }
    await end(job)
  }

  const missing = async ({ id }: VoiceJobsTable) =>
    (await store.results(id)).filter(({ status }) => status === 'pending')
  async function end({ id }: VoiceJobsTable): Promise<void> {
    await store.change(id, { status: 'done' })
    await rm(store.sourceFile(id), { force: true })
  }

  async function produce(job: VoiceJobsTable, result: VoiceResultsTable, { heard, signal }: Producing): Promise<void> {
    try {
      signal.throwIfAborted()
      const said: Heard[] = []
      for (const one of heard) said.push({ ...one, text: await deps.translate(job, one.text, result.language, signal) })
      const path = store.resultFile(job.id, result.number)
      const bytes = result.type.startsWith('audio/')
        ? await writeSpeech(path, deps.speakerFor(baseOf(result.language)), { heard: said, signal })
        : await writeTranscript(path, result.type, said)
      await store.changeResult(job.id, result.number, { status: 'complete', bytes })
    } catch (error) {
      if (signal.aborted) throw error
      await fail(job, result, error)
    }
  }

  async function fail(job: VoiceJobsTable, { number }: VoiceResultsTable, error: unknown): Promise<void> {
    const known = error instanceof Refusal ? String(Object(error.body).message ?? '') : ''
    if (known === '') log.error('a voice job failed', { job: job.id, err: error })
    await store.changeResult(job.id, number, { status: 'failed', error: known || 'The audio could not be translated.' })
  }

  async function run(job: VoiceJobsTable): Promise<void> {
    // the queue has logged the error
    await queue.run(job, () => attempt(job)).catch(() => undefined)
  }

  async function lose(job: VoiceJobsTable): Promise<void> {
    const error =
      job.status === 'uploaded'
        ? 'The job was interrupted and its file is gone. Begin another and send the file again.'
        : 'The gateway was interrupted while it worked on this job, and does not try again. Send the file in smaller parts.'
    for (const { number } of await missing(job)) await store.changeResult(job.id, number, { status: 'failed', error })
    await end(job)
  }

  return {
    run,
    resume(job) {
      if (!['uploaded', 'processing'].includes(job.status) || !queue.isLeft(job, now())) return
      // another process would have reported the job, even if it still has the file
      if (job.status === 'uploaded' && existsSync(store.sourceFile(job.id))) void run(job)
      else lose(job).catch((err) => log.error('a voice job was lost', { job: job.id, err }))
    },
    isAtWork: queue.isAtWork,
    close: queue.close,
  }
}

async function hear(job: VoiceJobsTable, ended: AbortSignal, deps: VoiceJobWorkDeps): Promise<Heard[]> {
  const over = new AbortController()
  const signal = AbortSignal.any([ended, over.signal])
  const options = { contentType: job.content_type, codecs: deps.codecs, mostMs, signal }
  const samplesOf = await openAudioFile(deps.store.sourceFile(job.id), options)
  const recogniser = await recogniserFor(job, signal, deps)
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

async function recogniserFor(
  { account, source: language }: VoiceJobsTable,
  signal: AbortSignal,
  { engineFor, recognisers }: VoiceJobWorkDeps,
): Promise<Recogniser> {
  for (;;) {
    const engine = engineFor(language)
    if (!engine) throw badRequest('No speech engine for the language is installed here any more.')
    const recogniser = await recognisers.open({ account, engine, language, terms: [] })
    if (recogniser) return recogniser
    await wait(retryMs, undefined, { signal })
  }
}

/** Writes a transcript; resolves with the number of bytes, like `writeSpeech`. */
async function writeTranscript(path: string, type: string, heard: readonly Heard[]): Promise<number> {
  const text = type === 'application/x-subrip' ? subtitles(heard) : plainTranscript(heard)
  await writeFile(path, text, { mode: 0o600 })
  return Buffer.byteLength(text)
}

async function writeSpeech(path: string, speaker: Speaker | undefined, { heard, signal }: Producing): Promise<number> {
  if (!speaker) throw badRequest('Nothing here speaks the language any more.')
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
