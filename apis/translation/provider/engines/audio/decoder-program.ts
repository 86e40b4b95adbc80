// What runs on the thread of a decoding: asks for bytes, and gives samples when they are taken. Whatever the packages
// throw that is no fault of the audio ends the thread.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { readEngineFile } from '#provider'
import { type Decoders, decodeAudio } from '../../voice/decoding/decode.ts'
import { AudioFault } from '../../voice/decoding/fault.ts'
import { sampleRate } from '../../voice/speech.ts'
import { card, type DecodingData, type FromDecoder, minimp3, type ToDecoder } from './codecs.ts'
import { loadLibopus } from './libopus.ts'
import { createMp3FrameDecoder } from './minimp3.ts'

if (parentPort) await decode(parentPort, workerData)

async function decode(port: MessagePort, { enginesFolder, ...options }: DecodingData): Promise<void> {
  const post = (message: FromDecoder) => port.postMessage(message)
  const ask = (message: FromDecoder) => {
    const answered = new Promise<ToDecoder>((resolve) => port.once('message', resolve))
    post(message)
    return answered
  }
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let next = await ask({ kind: 'more' }); next.kind === 'bytes'; next = await ask({ kind: 'more' }))
      yield next.bytes
  }
  try {
    const decoders = await loadDecoders(enginesFolder)
    for await (const bytes of decodeAudio(chunks(), decoders, options)) await ask({ kind: 'samples', bytes })
    post({ kind: 'end' })
  } catch (error) {
    if (!(error instanceof AudioFault)) throw error
    post({ kind: 'fault', text: error.message })
  } finally {
    port.close()
  }
}

async function loadDecoders(enginesFolder: string): Promise<Decoders> {
  const opus = await (await loadLibopus(enginesFolder)).createDecoder({ channels: 1, sampleRate })
  return {
    opus: (packet) => opus.decode(packet),
    mp3: createMp3FrameDecoder(await readEngineFile(enginesFolder, card, minimp3)),
  }
}
