// One connection of a voice stream: sends audio to the engine with backpressure, returns transcripts in the source and
// each target language, spoken on request, and ends everything together (SOURCES 6.3).

import { Refusal } from '#define'
import type { Converse, Message, Session } from '#define/sockets'
import { createResampler, durationMs } from './audio.ts'
import type { CompressedFormat } from './compressed-format.ts'
import { readMessage, VoiceFault, writeData, writeMessage } from './messages.ts'
import { type Heard, type Recogniser, sampleRate } from './speech.ts'
import type { MediaChunk, SpokenTarget } from './spoken-target.ts'
import type { Stream } from './streams.ts'

/** Translates recognised text into one target language. */
type TranslateHeard = (text: string, target: string) => Promise<string>
/** Decodes chunks into samples at the engines' rate. */
type DecodeChunks = (chunks: AsyncIterable<Buffer>, format: CompressedFormat, signal: AbortSignal) => Samples
type Samples = AsyncIterable<Buffer>

interface ConversationDeps {
  readonly translate: TranslateHeard
  /** Decodes audio; throws 400 if it cannot. */
  readonly decode: DecodeChunks
  /** Opens the spoken output; undefined without any. The signal is aborted at the end of the connection. */
  readonly openSpoken: (send: (chunk: MediaChunk) => Promise<void>, signal: AbortSignal) => SpokenTarget | undefined
  /** Aborted when the caller leaves, or another connection continues the stream. */
  readonly stopped: AbortSignal
  /**
   * Called at the end of the connection with the milliseconds of audio; `isEnded` means that the stream has ended too.
   */
  readonly left: (heardMs: number, isEnded: boolean) => Promise<void>
}

/** Limits of one message (SOURCES 6.2). */
const mostBytes = 100_000
const mostMs = 1000
/** The provider's code for audio that differs from its declaration. */
const wrongAudio = 4_000_403
/** Languages written without spaces between words. */
const unspaced = new Set(['ja', 'zh', 'th'])

export function createConversation(stream: Stream, recogniser: Recogniser, deps: ConversationDeps): Converse {
  const { translate, openSpoken, stopped, left } = deps
  const { format, targets, spoken: wanted } = stream.request
  const over = new AbortController()
  const signal = AbortSignal.any([stopped, over.signal])
  let sentMs = 0

  /** Takes the audio; resolves with true if the client has announced its end. */
  async function takeAudio(messages: AsyncIterable<Message>): Promise<boolean> {
    const chunks = createChunks(messages, stream)
    for await (const samples of samplesOf(chunks.data, stream, { decode: deps.decode, signal })) {
      sentMs += (samples.length / 2 / sampleRate) * 1000
      await recogniser.write(samples)
    }
    return chunks.isComplete()
  }

  return async (session) => {
    const send = (message: Readonly<Record<string, object>>) => session.send(writeMessage(message, format))
    const spoken = openSpoken(
      ({ data, ...chunk }) => send({ target_media_chunk: { ...chunk, data: writeData(data, format) } }),
      signal,
    )
    const report = createReport(stream, { translate, send, spoken })
    const reporting = (async () => {
      for await (const heard of recogniser.heard) await report(heard)
    })()
    // errors are reported where these are awaited
    reporting.catch(() => {})

    // an interrupted stream can be resumed
    let isEnded = false
    try {
      const failing = [whenAborted(stopped), ...(spoken ? [spoken.failing] : [])]
      const hearing = reporting.then(() => new Promise<never>(() => {}))
      const isComplete = await Promise.race([takeAudio(session.messages), hearing, ...failing])
      if (!isComplete) return
      recogniser.end()
      await Promise.race([reporting, ...failing])
      await send({ end_of_source_transcript: {} })
      for (const language of targets) await send({ end_of_target_transcript: { language } })
      if (spoken && wanted) {
        await Promise.race([spoken.finish(), ...failing])
        await send({ end_of_target_media: { language: wanted.language } })
      }
      isEnded = true
      await send({ end_of_stream: {} })
    } catch (error) {
      if (stopped.aborted) return
      isEnded = await reportFault(error, session, send)
    } finally {
      over.abort()
      recogniser.close()
      await left(sentMs, isEnded)
    }
  }
}

interface Chunks {
  readonly data: AsyncIterable<Buffer>
  readonly isComplete: () => boolean
}

/** The audio in messages, until the client announces its end or leaves. */
function createChunks(messages: AsyncIterable<Message>, { request: { format, audio } }: Stream): Chunks {
  let isComplete = false
  async function* data(): AsyncGenerator<Buffer> {
    for await (const message of messages) {
      const received = readMessage(message, format)
      if (received.kind === 'end') {
        isComplete = true
        return
      }
      requireChunk(received.data, audio)
      yield received.data
    }
  }
  return { data: data(), isComplete: () => isComplete }
}

function requireChunk(data: Buffer, audio: Stream['request']['audio']): void {
  const fault = (text: string) => new VoiceFault('source_media_chunk', text, { reason: wrongAudio })
  const isLong = !('container' in audio) && durationMs(audio, data.length) > mostMs
  if (data.length > mostBytes || isLong) throw fault('A chunk has at most 100 kilobytes and one second.')
  if (!('container' in audio) && data.length % audio.frameBytes !== 0)
    throw fault('A chunk ends in the middle of a sample.')
}

async function* samplesOf(
  chunks: AsyncIterable<Buffer>,
  { request: { audio } }: Stream,
  { decode, signal }: { readonly decode: DecodeChunks; readonly signal: AbortSignal },
): AsyncGenerator<Buffer> {
  if (!('container' in audio)) {
    const resample = createResampler(audio)
    for await (const chunk of chunks) yield resample(chunk)
    return
  }
  try {
    yield* decode(chunks, audio, signal)
  } catch (error) {
    const fault = error instanceof Refusal && error.status === 400 ? faultOf(error) : undefined
    throw fault ? new VoiceFault(fault.request, fault.message, { reason: wrongAudio }) : error
  }
}

interface ReportDeps {
  readonly translate: TranslateHeard
  readonly send: (message: Readonly<Record<string, object>>) => Promise<void>
  readonly spoken: SpokenTarget | undefined
}

/** Sends recognised text, and passes translations to the voice. */
function createReport({ request, heardMs }: Stream, { translate, send, spoken }: ReportDeps) {
  const { source, targets } = request
  let isFirst = heardMs === 0
  return async (heard: Heard): Promise<void> => {
    const times = { start_time: heardMs + heard.startMs, end_time: heardMs + heard.endMs }
    const segment = (text: string, language: string) => ({
      text: isFirst || unspaced.has(language.slice(0, 2)) ? text : ` ${text}`,
      ...times,
    })
    const own = { language: source, ...segment(heard.text, source) }
    const [concluded, tentative] = heard.isFinal ? [[own], []] : [[], [own]]
    await send({ source_transcript_update: { concluded, tentative } })
    if (!heard.isFinal) return
    for (const target of targets) {
      const text = segment(await translate(heard.text, target), target)
      await send({ target_transcript_update: { language: target, concluded: [text], tentative: [] } })
      if (target === request.spoken?.language) await spoken?.add(text.text)
    }
    isFirst = false
  }
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** Reports the client's fault and ends the session; rethrows internal errors. */
async function reportFault(error: unknown, session: Session, send: ReportDeps['send']): Promise<true> {
  const fault = faultOf(error)
  if (!fault) throw error
  const { request: request_type, status: error_code, reason: reason_code, message: error_message } = fault
  await send({ error: { request_type, error_code, reason_code, error_message } })
  await session.close(error_code < 500 ? 1008 : 1011, error_message)
  return true
}

/** The fault to report to the client; undefined for internal errors. */
function faultOf(error: unknown): VoiceFault | undefined {
  if (error instanceof VoiceFault) return error
  if (!(error instanceof Refusal)) return undefined
  const { message }: { message?: unknown } = Object(error.body)
  return new VoiceFault('source_media_chunk', String(message), { status: error.status })
}
