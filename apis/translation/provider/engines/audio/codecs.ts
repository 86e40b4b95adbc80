// Codecs of compressed audio, where the operator has added them (`gatehouse engines add audio`). Each file or stream
// has a thread of its own, which waits for each chunk and until what it made of it is taken: no audio holds up others.
import type { Log } from '#define'
import { type EngineCard, isInstalled, readEngineCard } from '#provider'
import { badRequest, engineFailed } from '../../errors.ts'
import type { AudioCodecs } from '../../voice/codecs.ts'
import type { DecodeOptions } from '../../voice/decoding/decode.ts'
import { openAudioThread, ThreadEnded } from './thread.ts'

export const card: EngineCard = readEngineCard(new URL('../../../engines/audio/', import.meta.url))
export const libopus = 'libopus-wasm/dist/index.js'
export const minimp3 = 'minimp3-wasm/dist/decoder.opt.wasm'

export type DecodingData = DecodeOptions & { readonly enginesFolder: string }
/** Each but the last is answered. */
export type FromDecoder =
  | { readonly kind: 'more' | 'end' }
  | { readonly kind: 'samples'; readonly bytes: Uint8Array }
  | { readonly kind: 'fault'; readonly text: string }
export type ToDecoder = { readonly kind: 'bytes'; readonly bytes: Uint8Array } | { readonly kind: 'end' | 'taken' }

export interface AudioCodecsOptions {
  readonly enginesFolder: string
  readonly log: Pick<Log, 'warn'>
  /** For one chunk, with the start of the thread for the first. */
  readonly patienceMs?: number
  /** Module of the thread that decodes. */
  readonly entry?: URL
}

/** Undefined where they have not been added. */
export function createAudioCodecs(options: AudioCodecsOptions): AudioCodecs | undefined {
  const { enginesFolder, log, patienceMs = 20_000 } = options
  const { entry = new URL('./decoder-program.ts', import.meta.url) } = options
  if (!isInstalled(enginesFolder, card)) return undefined
  return {
    async *decode(chunks, { signal, ...decoding }) {
      const data: DecodingData = { enginesFolder, ...decoding }
      const thread = openAudioThread<FromDecoder, ToDecoder>({ entry, data, signal, patienceMs })
      const input = chunks[Symbol.asyncIterator]()
      const aborted = whenAborted(signal)
      try {
        for (;;) {
          const message = await thread.next()
          if (message.kind === 'end') return
          if (message.kind === 'fault') throw badRequest(message.text)
          if (message.kind === 'samples') {
            const { buffer, byteOffset, byteLength } = message.bytes
            yield Buffer.from(buffer, byteOffset, byteLength)
            thread.post({ kind: 'taken' })
          } else {
            const { done, value } = await Promise.race([input.next(), aborted.promise])
            thread.post(done ? { kind: 'end' } : { kind: 'bytes', bytes: value })
          }
        }
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof ThreadEnded)) throw error
        log.warn('audio was not decoded', { err: error })
        throw badRequest('The audio could not be decoded.')
      } finally {
        aborted.forget()
        await thread.close()
        if (!signal.aborted) await input.return?.()
      }
    },
    openOpusEncoder(signal) {
      const thread = openAudioThread<readonly Uint8Array[], Uint8Array>({
        ...{ entry: new URL('./encoder-program.ts', import.meta.url), data: { enginesFolder }, signal, patienceMs },
      })
      const close = () => void thread.close()
      if (signal.aborted) close()
      signal.addEventListener('abort', close, { once: true })
      return {
        async encode(samples) {
          try {
            thread.post(samples)
            const packets = await thread.next()
            return packets.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength))
          } catch (error) {
            signal.throwIfAborted()
            log.warn('speech was not encoded', { err: error })
            throw engineFailed('The speech could not be encoded. Try again later.')
          }
        },
      }
    },
  }
}

function whenAborted(signal: AbortSignal): { readonly promise: Promise<never>; forget(): void } {
  let forget = () => {}
  const promise = new Promise<never>((_resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    forget = () => signal.removeEventListener('abort', abort)
  })
  // noticed where it is raced
  promise.catch(() => {})
  return { promise, forget: () => forget() }
}
