// Undoes the content encoding of an answer that must be looked into, with a limit on how much larger it may become.
import zlib from 'node:zlib'

export interface Decoder {
  /** False: wait for `drained`. */
  write(chunk: Buffer): boolean
  end(): void
  pause(): void
  resume(): void
  destroy(): void
}
interface Events {
  readonly chunk: (bytes: Buffer) => void
  readonly drained: () => void
  readonly ended: () => void
  readonly failed: (cause: Error) => void
}

/** An answer may grow a hundredfold, which real text never does, beyond a first MiB. */
const ratioLimit = 100
const freeBytes = 1024 * 1024

const makers: Readonly<Record<string, () => zlib.Gunzip | zlib.Inflate | zlib.BrotliDecompress | zlib.ZstdDecompress>> =
  {
    gzip: () => zlib.createGunzip(),
    'x-gzip': () => zlib.createGunzip(),
    deflate: () => zlib.createInflate(),
    br: () => zlib.createBrotliDecompress(),
    zstd: () => zlib.createZstdDecompress(),
  }

/** The answer has grown beyond what real text does. */
export class Outgrown extends Error {
  override name = 'Outgrown'
  override message = 'the answer grows more than a hundredfold'
}

function outgrows(bytesIn: number, bytesOut: number): boolean {
  return bytesOut > freeBytes && bytesOut > bytesIn * ratioLimit
}

function decoderOf(encoding: string) {
  const name = encoding.trim().toLowerCase()
  return Object.hasOwn(makers, name) ? makers[name]?.() : undefined
}

/** Makes a decoder for a content encoding, or undefined for one that is not known, such as two at once. */
export function createDecoder(encoding: string, events: Events): Decoder | undefined {
  const stream = decoderOf(encoding)
  if (!stream) return undefined
  let bytesIn = 0
  let bytesOut = 0
  stream.on('data', (bytes: Buffer) => {
    bytesOut += bytes.length
    if (outgrows(bytesIn, bytesOut)) stream.destroy(new Outgrown())
    else events.chunk(bytes)
  })
  stream.on('drain', events.drained)
  stream.on('end', events.ended)
  stream.on('error', events.failed)
  return {
    write(chunk) {
      bytesIn += chunk.length
      return stream.write(chunk)
    },
    end: () => stream.end(),
    pause: () => stream.pause(),
    resume: () => stream.resume(),
    destroy: () => stream.destroy(),
  }
}
