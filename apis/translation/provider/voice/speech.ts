// The interfaces of speech recognition and of voices. Audio formats, sessions, translation and messages are handled
// around them.

/** A recognised part of the speech; times are milliseconds of the audio. */
export interface Heard {
  readonly text: string
  readonly startMs: number
  readonly endMs: number
  /** True if the part is final; otherwise the next result replaces it. */
  readonly isFinal: boolean
}
/** Recognises audio: 16-bit little-endian samples of one channel at `sampleRate`. */
export interface Recogniser {
  /** Resolves when the engine is ready for more; rejects when it has failed. */
  write(samples: Buffer): Promise<void>
  /** Marks the end of the audio; `heard` ends after the rest. */
  end(): void
  /** The recognised parts, in order; fails with the engine. */
  readonly heard: AsyncIterable<Heard>
  /** Stops the recogniser at once. */
  close(): void
  /** Resolves once another recogniser may take its place; never rejects. */
  readonly ended: Promise<void>
}
export interface SpeechEngine {
  /** The name in `x-gateway-engine`. */
  readonly label: string
  /** Base languages, in lower case. */
  readonly languages: readonly string[]
  /** Limit of concurrent recognisers. */
  readonly most: number
  /** Opens a recogniser; returns undefined at the limit. `terms` are words that are likely to occur. */
  open(options: { readonly language: string; readonly terms: readonly string[] }): Recogniser | undefined
}

export const sampleRate = 16_000

export type Voice = 'female' | 'male'

/** Speaks texts. */
export interface Speaker {
  /** The name in `x-gateway-engine`. */
  readonly label: string
  /** Base languages, in lower case. */
  readonly languages: readonly string[]
  /** Resolves with 16-bit samples of one channel at `sampleRate`. */
  speak(text: string, signal: AbortSignal, voice?: Voice): Promise<Buffer>
}
