// What recognises speech. Audio formats, sessions, translation and messages are handled around it.

/** A part of what was said; times are milliseconds of the audio. */
export interface Heard {
  readonly text: string
  readonly startMs: number
  readonly endMs: number
  /** Whether it is the last word on that part; otherwise the next result replaces it. */
  readonly isFinal: boolean
}
/** Audio is 16-bit little-endian samples of one channel at `sampleRate`. */
export interface Recogniser {
  /** Resolves when it takes more; rejects when the engine has failed. */
  write(samples: Buffer): Promise<void>
  /** No more audio comes; `heard` ends after the rest. */
  end(): void
  /** What was said, in order; fails when the engine does. */
  readonly heard: AsyncIterable<Heard>
  /** Ends it at once. */
  close(): void
}
export interface SpeechEngine {
  /** As `x-gateway-engine` names it. */
  readonly label: string
  /** Base languages, in lower case. */
  readonly languages: readonly string[]
  /** Undefined when as many are running as may be. `terms` are words that are likely to be said. */
  open(options: { readonly language: string; readonly terms: readonly string[] }): Recogniser | undefined
}

export const sampleRate = 16_000

export type Voice = 'female' | 'male'

/** What says a text. */
export interface Speaker {
  /** As `x-gateway-engine` names it. */
  readonly label: string
  /** Base languages, in lower case. */
  readonly languages: readonly string[]
  /** Samples of 16 bits in one channel at `sampleRate`. */
  speak(text: string, signal: AbortSignal, voice?: Voice): Promise<Buffer>
}
