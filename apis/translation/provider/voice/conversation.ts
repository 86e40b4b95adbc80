// One connection of a voice stream: audio goes to the engine as fast as it takes it, what was heard comes back in the
// source language and in each target, and both end together (SOURCES 6.3).
import { type Converse, type Message, Refusal } from '#define'
import { createResampler, durationMs } from './audio.ts'
import { readMessage, VoiceFault, writeMessage } from './messages.ts'
import type { Heard, Recogniser } from './speech.ts'
import type { Stream } from './streams.ts'

/** Translates what was heard into one target language. */
export type TranslateHeard = (text: string, target: string) => Promise<string>

export interface ConversationDeps {
  readonly translate: TranslateHeard
  /** Aborted when the caller leaves, or another connection goes on with the stream. */
  readonly stopped: AbortSignal
  /** The connection is over; `isEnded` when the stream is, too. Gets the milliseconds of audio. */
  readonly left: (heardMs: number, isEnded: boolean) => Promise<void>
}

/** Of one message (SOURCES 6.2). */
const mostBytes = 100_000
const mostMs = 1000
/** Written without spaces between words. */
const unspaced = new Set(['ja', 'zh', 'th'])

export function createConversation(
  { request, heardMs }: Stream,
  recogniser: Recogniser,
  { translate, stopped, left }: ConversationDeps,
): Converse {
  const { format, audio, source, targets } = request
  const resample = createResampler(audio)
  let sentMs = 0

  /** Resolves with whether the client has said that no more comes. */
  async function takeAudio(messages: AsyncIterable<Message>): Promise<boolean> {
    for await (const message of messages) {
      const received = readMessage(message, format)
      if (received.kind === 'end') return true
      const { data } = received
      const fault = (text: string) => new VoiceFault('source_media_chunk', text, { reason: 4_000_403 })
      const lengthMs = durationMs(audio, data.length)
      if (data.length > mostBytes || lengthMs > mostMs) throw fault('A chunk has at most 100 kilobytes and one second.')
      if (data.length % audio.frameBytes !== 0) throw fault('A chunk ends in the middle of a sample.')
      sentMs += lengthMs
      await recogniser.write(resample(data))
    }
    return false
  }

  return async (session) => {
    const send = (message: Readonly<Record<string, object>>) => session.send(writeMessage(message, format))
    let isFirst = heardMs === 0

    async function report(heard: Heard): Promise<void> {
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
      }
      isFirst = false
    }
    const reporting = (async () => {
      for await (const heard of recogniser.heard) await report(heard)
    })()
    // noticed where it is awaited
    reporting.catch(() => {})

    // one that breaks off can be taken up again
    let isEnded = false
    try {
      const failing = reporting.then(() => new Promise<never>(() => {}))
      const isComplete = await Promise.race([takeAudio(session.messages), failing, whenAborted(stopped)])
      if (!isComplete) return
      recogniser.end()
      await reporting
      await send({ end_of_source_transcript: {} })
      for (const language of targets) await send({ end_of_target_transcript: { language } })
      isEnded = true
      await send({ end_of_stream: {} })
    } catch (error) {
      if (stopped.aborted) return
      const fault = faultOf(error)
      if (!fault) throw error
      isEnded = true
      const { request: request_type, status: error_code, reason: reason_code, message: error_message } = fault
      await send({ error: { request_type, error_code, reason_code, error_message } })
      await session.close(error_code < 500 ? 1008 : 1011, error_message)
    } finally {
      recogniser.close()
      await left(sentMs, isEnded)
    }
  }
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** What is sent to the client; undefined for what is nobody's fault but ours. */
function faultOf(error: unknown): VoiceFault | undefined {
  if (error instanceof VoiceFault) return error
  if (!(error instanceof Refusal)) return undefined
  const { message }: { message?: unknown } = Object(error.body)
  return new VoiceFault('source_media_chunk', String(message), { status: error.status })
}
