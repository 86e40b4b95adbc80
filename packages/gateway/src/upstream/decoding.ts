// Decodes the content encoding of a response that has to be read, with a limit on its expansion.
import type { IncomingHttpHeaders } from 'node:http'
import zlib from 'node:zlib'
import type { Flow, Stage } from './body-chain.ts'
import { ExchangeError } from './exchange-error.ts'

/** A stage with its own buffer, paused and stopped together with the others. */
export interface Decode extends Stage {
  pause(): void
  resume(): void
  destroy(): void
}

/** Limits of expansion: a hundredfold beyond the first MiB, which no real content reaches. */
const maxExpansion = 100
const freeBytes = 1024 * 1024

type Stream = zlib.Gunzip | zlib.Inflate | zlib.BrotliDecompress | zlib.ZstdDecompress
const decompressors: ReadonlyMap<string, () => Stream> = new Map<string, () => Stream>([
  ['gzip', () => zlib.createGunzip()],
  ['x-gzip', () => zlib.createGunzip()],
  ['deflate', () => zlib.createInflate()],
  ['br', () => zlib.createBrotliDecompress()],
  ['zstd', () => zlib.createZstdDecompress()],
])

/**
 * Returns the content encoding of a response in lower case, or undefined without one (absent, empty or `identity`). A
 * repeated header reads as one unknown encoding.
 */
export function encodingOf(headers: IncomingHttpHeaders): string | undefined {
  const header = headers['content-encoding']
  if (header === undefined) return undefined
  const encoding = String(header).trim().toLowerCase()
  return encoding === '' || encoding === 'identity' ? undefined : encoding
}

/** Creates the stage for an encoding from `encodingOf`, or undefined for an unknown one, such as two at once. */
export function createDecode(
  encoding: string,
  { next, flow }: { readonly next: Stage; readonly flow: Flow },
): Decode | undefined {
  const stream = decompressors.get(encoding)?.()
  if (!stream) return undefined
  let bytesIn = 0
  let bytesOut = 0
  stream.on('data', (bytes: Buffer) => {
    bytesOut += bytes.length
    if (bytesOut > freeBytes && bytesOut > bytesIn * maxExpansion)
      flow.stop(new ExchangeError('expanded', `the answer expands more than ${maxExpansion} times`))
    else if (!flow.done) next.push(bytes)
  })
  stream.on('drain', () => flow.resumeReading())
  stream.on('end', () => next.end())
  stream.on('error', (cause) => flow.stop(new ExchangeError('invalid', 'the answer does not decode', { cause })))
  return {
    push(chunk) {
      bytesIn += chunk.length
      if (!stream.write(chunk)) flow.pauseReading()
    },
    end: () => stream.end(),
    pause: () => stream.pause(),
    resume: () => stream.resume(),
    destroy: () => stream.destroy(),
  }
}
