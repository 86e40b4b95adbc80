// What decodes and encodes compressed audio.
import type { DecodeOptions } from './decoding/decode.ts'

export interface AudioCodecs {
  /** Samples at the rate of engines. Throws 400 for audio that is damaged or too long. The end of the loop ends it. */
  decode(
    chunks: AsyncIterable<Uint8Array>,
    options: DecodeOptions & { readonly signal: AbortSignal },
  ): AsyncGenerator<Buffer>
  /** It ends with the signal. */
  openOpusEncoder(signal: AbortSignal): OpusEncoder
}

/** At 32 kbit/s, in packets of 20 ms. */
export interface OpusEncoder {
  /** Of samples at the rate of engines, of which an incomplete packet is filled with silence. */
  encode(samples: Buffer): Promise<readonly Buffer[]>
}
