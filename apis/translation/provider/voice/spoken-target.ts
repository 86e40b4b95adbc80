// The spoken translation of a stream: texts are spoken in order, beside the transcripts, and sent in chunks of a second
// with backpressure (SOURCES 6.9).
import { type Speaker, sampleRate, type Voice } from './speech.ts'
import type { MediaWriter } from './target-media.ts'

export interface SpokenTarget {
  /** Adds a text; resolves when there is room for another. */
  add(text: string): Promise<void>
  /** Resolves when everything has been sent. */
  finish(): Promise<void>
  /** Rejects when speech fails; never resolves. */
  readonly failing: Promise<never>
}
interface SpokenTargetDeps {
  readonly language: string
  readonly contentType: string
  readonly voice: Voice
  readonly speaker: Speaker
  readonly writer: MediaWriter
  readonly send: (chunk: MediaChunk) => Promise<void>
  /** The signal of the connection. */
  readonly signal: AbortSignal
}
/** A `target_media_chunk`. */
export interface MediaChunk {
  readonly language: string
  readonly content_type?: string
  readonly headers?: number
  readonly data: readonly Buffer[]
  readonly duration: number
  readonly text?: string
}

/** Limit of texts waiting for speech; beyond it recognition waits. */
const mostWaiting = 8
const chunkBytes = sampleRate * 2

export function createSpokenTarget(deps: SpokenTargetDeps): SpokenTarget {
  const { language, contentType, voice, speaker, writer, send, signal } = deps
  const waiting: Promise<void>[] = []
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {})
  let isFirst = true
  let last = Promise.resolve()

  async function say(text: string): Promise<void> {
    signal.throwIfAborted()
    const samples = /[\p{L}\p{N}]/u.test(text) ? await speaker.speak(text, signal, voice) : Buffer.alloc(0)
    for (let at = 0; at < samples.length; at += chunkBytes) {
      signal.throwIfAborted()
      const part = samples.subarray(at, at + chunkBytes)
      const data = await writer.write(part)
      const { headers } = writer
      const begin = isFirst ? { content_type: contentType, ...(headers > 0 ? { headers } : {}) } : {}
      const duration = Math.round(((part.length / 2) * 1000) / sampleRate)
      await send({ language, ...begin, data, duration, ...(at === 0 ? { text } : {}) })
      isFirst = false
    }
  }

  return {
    failing: failed.promise,
    async add(text) {
      const turn = last.then(() => say(text))
      turn.catch(failed.reject)
      last = turn
      waiting.push(turn)
      if (waiting.length > mostWaiting) await waiting.shift()
    },
    async finish() {
      await last
      const data = isFirst ? [] : await writer.end()
      if (data.length > 0) await send({ language, data, duration: 0 })
    },
  }
}
