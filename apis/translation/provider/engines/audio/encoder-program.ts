// What runs on the thread of an Opus encoder: packets for each piece of speech.
import { parentPort, workerData } from 'node:worker_threads'
import { sampleRate } from '../../voice/speech.ts'
import { loadLibopus } from './libopus.ts'

/** 20 ms. */
const frameSize = sampleRate / 50
const bitrate = 32_000
/** For speech (opus_defines.h, OPUS_APPLICATION_VOIP). */
const application = 2048

const encoding = loadLibopus(workerData.enginesFolder).then(({ createEncoder }) =>
  createEncoder({ ...{ channels: 1, sampleRate, bitrate, application, frameSize } }),
)

parentPort?.on('message', (bytes: Uint8Array) => {
  void encoding.then((encoder) => {
    const packets: Uint8Array[] = []
    for (let at = 0; at < bytes.length; at += frameSize * 2) {
      const frame = new Int16Array(frameSize)
      Buffer.from(frame.buffer).set(bytes.subarray(at, at + frameSize * 2))
      packets.push(encoder.encode(frame).slice())
    }
    parentPort?.postMessage(packets)
  })
})
