// minimp3 as WebAssembly, one frame at a time: what it keeps between frames stays from call to call. Given more than
// one frame, it would wait for ever for the samples of one whose beginning it does not have.
import type { DecodeMp3Frame } from '../../voice/decoding/mp3.ts'

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer }
  decoder_init(): void
  decoder_set_mp3_data_size(bytes: number): void
  decoder_mp3_data_offset(): number
  decoder_pcm_data_offset(): number
  /** Takes seconds. */
  decoder_decode(most: number): void
  decode_results_num_channels(): number
  decode_results_num_samples(): number
}

/** Of one frame: 1,152 samples in two channels. */
const mostSampleBytes = 4608
/** Longer than any frame. */
const seconds = 10

export function createMp3FrameDecoder(program: Buffer): DecodeMp3Frame {
  const { exports: mp3 } = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(program)))
  mp3.decoder_init()
  return (frame) => {
    // with room for the samples, which the program writes behind the frame
    mp3.decoder_set_mp3_data_size(frame.length + mostSampleBytes)
    mp3.decoder_set_mp3_data_size(frame.length)
    const [input, output] = [mp3.decoder_mp3_data_offset(), mp3.decoder_pcm_data_offset()]
    new Uint8Array(mp3.memory.buffer, input, frame.length).set(frame)
    // a frame that cannot be decoded is silent
    new Uint8Array(mp3.memory.buffer, output, mostSampleBytes).fill(0)
    mp3.decoder_decode(seconds)
    const bytes = Math.min(mp3.decode_results_num_samples() * 2, mostSampleBytes)
    // copied, because an Int16Array needs an even offset
    const samples = new Int16Array(mp3.memory.buffer.slice(output, output + bytes))
    return { samples, channels: mp3.decode_results_num_channels() }
  }
}

/** The part of the global that is used, and what the program exports; the library of types has it for browsers only. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object
  readonly Instance: new (module: object) => { readonly exports: Exports }
}
