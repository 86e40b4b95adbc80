// The thread that compares answers, and reads HAR files: both take long, and answers come from elsewhere.
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import { serveTasks } from '#provider/run'
import type { DeclaredParts, Exchange, RequestLine } from '../har/exchange.ts'
import { HarRefused, readHar, type SkippedEntry } from '../har/read-har.ts'
import { compareAnswer } from './compare.ts'
import type { Comparison, DeclaredAnswer, SeenAnswer } from './finding.ts'

interface CompareTask {
  readonly kind: 'compare'
  readonly declared: DeclaredAnswer
  /** `encoding` is the content encoding of the body; undefined if it is decoded. */
  readonly answer: SeenAnswer & { readonly encoding?: string | undefined }
}
/** Lists the requests of a HAR file. */
interface RequestsTask {
  readonly kind: 'requests'
  readonly har: Uint8Array
}
/** Reads the wanted exchanges of a HAR file. */
interface ExchangesTask {
  readonly kind: 'exchanges'
  readonly har: Uint8Array
  readonly wanted: ReadonlyMap<number, DeclaredParts>
}
export type DriftTask = CompareTask | RequestsTask | ExchangesTask
export type DriftResult =
  /** Undefined if the answer could not be decoded. */
  | { readonly compared: Comparison | undefined }
  | { readonly requests: readonly RequestLine[]; readonly skipped: readonly SkippedEntry[] }
  | { readonly exchanges: readonly (Exchange & { readonly index: number })[]; readonly skipped: readonly SkippedEntry[] }
  | { readonly refused: string }

serveTasks((task: DriftTask): DriftResult => {
  if (task.kind === 'compare') return { compared: compared(task) }
  try {
    return task.kind === 'requests' ? requestsOf(task.har) : exchangesOf(task)
  } catch (error) {
    if (error instanceof HarRefused) return { refused: error.message }
    throw error
  }
})

function compared({ declared, answer: { encoding, ...answer } }: CompareTask): Comparison | undefined {
  const body = decoded(answer.body, encoding)
  return body && compareAnswer(declared, { ...answer, body })
}

const maxDecodedBytes = 8 * 1024 * 1024
type Decode = (body: Uint8Array, options: { readonly maxOutputLength: number }) => Uint8Array
const decoders: Readonly<Record<string, Decode>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
}

function decoded(body: Uint8Array, encoding: string | undefined): Uint8Array | undefined {
  if (encoding === undefined) return body
  try {
    return decoders[encoding]?.(body, { maxOutputLength: maxDecodedBytes })
  } catch {
    return undefined // not of this encoding, or too long
  }
}

const notAsked = 'not asked for'

function requestsOf(har: Uint8Array): DriftResult {
  const requests: RequestLine[] = []
  const { skipped } = readHar(har, (request) => {
    requests.push(request)
    return notAsked
  })
  return { requests, skipped: skipped.filter(({ reason }) => reason !== notAsked) }
}

function exchangesOf({ har, wanted }: ExchangesTask): DriftResult {
  const { exchanges, skipped } = readHar(har, ({ index }) => wanted.get(index) ?? notAsked)
  return { exchanges, skipped: skipped.filter(({ reason }) => reason !== notAsked) }
}
