// The part of libopus-wasm that is used, loaded on a thread.
import { pathToFileURL } from 'node:url'
import { engineFile, readEngineFile } from '#provider'
import { card, libopus } from './codecs.ts'

export interface Libopus {
  createDecoder(options: { readonly channels: 1; readonly sampleRate: number }): Promise<{
    decode(packet: Uint8Array): Int16Array
  }>
  createEncoder(options: {
    readonly channels: 1
    readonly sampleRate: number
    readonly bitrate: number
    readonly application: number
    readonly frameSize: number
  }): Promise<{ encode(pcm: Int16Array): Uint8Array }>
}

/** Throws unless each file of the engine is the one of its card. */
export async function loadLibopus(enginesFolder: string): Promise<Libopus> {
  for (const path of Object.keys(card.files)) await readEngineFile(enginesFolder, card, path)
  return await import(pathToFileURL(engineFile(enginesFolder, card, libopus)).href)
}
