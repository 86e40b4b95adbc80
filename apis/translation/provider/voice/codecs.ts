// The interface of decoders and encoders of compressed audio.
import type { CompressedFormat } from './compressed-format.ts'

export interface DecodeOptions {
  readonly format: CompressedFormat
  /** The greatest length; longer audio is refused with the message `tooLong`. */
  readonly mostMs: number
  readonly tooLong: string
  /** True if audio that ends in the middle is damaged, as in a file; a stream may end anywhere. */
  readonly isWhole: boolean
  readonly signal: AbortSignal
}

export type OpusContainer = 'webm' | 'ogg' | 'packets'

export interface AudioCodecs {
  /**
   * Yields samples at the engines' rate. Throws 400 for audio that is damaged or too long. The decoder stops when the
   * loop is left.
   */
  decode(chunks: AsyncIterable<Uint8Array>, options: DecodeOptions): AsyncGenerator<Buffer>
  /** Opens an encoder at 32 kbit/s, which stops with the signal. */
  openOpusEncoder(container: OpusContainer, signal: AbortSignal): OpusEncoder
}

/** Encodes samples at the engines' rate; its parts are indivisible. */
interface OpusEncoder {
  /** Number of parts that a player needs before the speech. */
  readonly headers: number
  /** Resolves with the finished parts; the first call includes at least those that a player needs first. */
  write(samples: Buffer): Promise<readonly Buffer[]>
  /** Resolves with the remaining parts. */
  end(): Promise<readonly Buffer[]>
}
