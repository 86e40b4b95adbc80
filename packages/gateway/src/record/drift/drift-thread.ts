// The thread that compares answers, and reads HAR files: both take long, and answers come from elsewhere. Bodies of a
// file never leave it.
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import { serveTasks } from '#provider/run'
import type { DeclaredParts, Exchange, RequestLine } from '../har/exchange.ts'
import { HarRefused, readHar, type SkippedEntry } from '../har/read-har.ts'
import { compareAnswer } from './compare.ts'
import { compareShapes, createShapes } from './fidelity.ts'
import type { Comparison, DeclaredAnswer, SeenAnswer } from './finding.ts'

interface CompareTask {
  readonly kind: 'compare'
  readonly declared: DeclaredAnswer
  /** `encoding` is the content encoding of the body; undefined if it is decoded. */
  readonly answer: SeenAnswer & { readonly encoding?: string | undefined }
}
interface HarTask {
  /** The file, in shared memory. */
  readonly har: Uint8Array
}
/** Lists the requests of a file. */
interface RequestsTask extends HarTask {
  readonly kind: 'requests'
}
/** Returns the declared parts of requests. */
interface SentTask extends HarTask {
  readonly kind: 'sent'
  readonly wanted: ReadonlyMap<number, DeclaredParts>
}
/** How the answer of an entry is compared. */
export interface DeclaredEntry {
  readonly declared: DeclaredAnswer
  /** True if the answer may be wrapped in `data`. */
  readonly unwraps: boolean
}
/** Compares recorded answers with their declarations. */
interface AnswersTask extends HarTask {
  readonly kind: 'answers'
  readonly declared: ReadonlyMap<number, DeclaredEntry>
}
/** Compares the recorded answers of one endpoint with embedded ones, as JSON texts. */
interface FidelityTask extends HarTask {
  readonly kind: 'fidelity'
  readonly entry: DeclaredEntry
  readonly embedded: ReadonlyMap<number, string>
}
export type DriftTask = CompareTask | RequestsTask | SentTask | AnswersTask | FidelityTask

export interface SentRequest extends Pick<Exchange, 'url' | 'requestBody' | 'startedAt' | 'status'> {
  readonly index: number
}
export interface ComparedEntry {
  readonly index: number
  readonly startedAt: number
  readonly comparison: Comparison
}
interface HarResult {
  readonly skipped: readonly SkippedEntry[]
}
export type DriftResult =
  /** Undefined if the answer could not be decoded. */
  | { readonly compared: Comparison | undefined }
  | ({ readonly requests: readonly RequestLine[] } & HarResult)
  | ({ readonly sent: readonly SentRequest[] } & HarResult)
  | ({ readonly answers: readonly ComparedEntry[] } & HarResult)
  | { readonly refused: string }

serveTasks((task: DriftTask): DriftResult => {
  if (task.kind === 'compare') return { compared: compared(task) }
  try {
    if (task.kind === 'requests') return requestsOf(task)
    if (task.kind === 'sent') return sentIn(task)
    return task.kind === 'answers' ? answersIn(task) : { compared: fidelityOf(task) }
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
const nothing: DeclaredParts = { query: new Set(), headers: new Set(), body: 'none' }
const asked = ({ skipped }: HarResult) => ({ skipped: skipped.filter(({ reason }) => reason !== notAsked) })

function read({ har }: HarTask, partsOf: (request: RequestLine) => DeclaredParts | undefined) {
  // a decoder of text takes no shared memory
  return readHar(har.slice(), (request) => partsOf(request) ?? notAsked)
}

function requestsOf(task: RequestsTask): DriftResult {
  const requests: RequestLine[] = []
  const reading = read(task, (request) => {
    requests.push(request)
    return undefined
  })
  return { requests, ...asked(reading) }
}

function sentIn(task: SentTask): DriftResult {
  const reading = read(task, ({ index }) => task.wanted.get(index))
  const sent = reading.exchanges.map(({ index, url, requestBody, startedAt, status }) => ({
    ...{ index, url, startedAt, status },
    ...(requestBody ? { requestBody } : {}),
  }))
  return { sent, ...asked(reading) }
}

function answersIn(task: AnswersTask): DriftResult {
  const reading = read(task, ({ index }) => (task.declared.has(index) ? nothing : undefined))
  const answers = reading.exchanges.flatMap(({ index, startedAt, ...exchange }) => {
    const entry = task.declared.get(index)
    if (!entry || exchange.method === 'HEAD') return []
    return [{ index, startedAt, comparison: compareAnswer(entry.declared, withoutEnvelope(exchange, entry)) }]
  })
  return { answers, ...asked(reading) }
}

/** Takes a result out of the gateway's envelope. */
function withoutEnvelope(answer: SeenAnswer, { unwraps }: DeclaredEntry): SeenAnswer {
  if (!unwraps || answer.status >= 300) return answer
  const value = parsed(answer.body)
  const isWrapped =
    typeof value === 'object' && value !== null && 'data' in value && Object.keys(value).length === 1
  return isWrapped ? { ...answer, body: Buffer.from(JSON.stringify(value.data)) } : answer
}

function fidelityOf(task: FidelityTask): Comparison | undefined {
  const { entry, embedded } = task
  if (entry.declared.result === 'empty' || !('schema' in entry.declared.result)) return undefined
  const schema: unknown = JSON.parse(entry.declared.result.schema)
  const [recorded, ours] = [createShapes(schema), createShapes(schema)]
  for (const { index, ...exchange } of read(task, ({ index }) => (embedded.has(index) ? nothing : undefined)).exchanges) {
    const value = parsed(withoutEnvelope(exchange, entry).body)
    const answer = embedded.get(index)
    if (value === undefined || answer === undefined) continue
    recorded.add(value)
    ours.add(JSON.parse(answer))
  }
  return compareShapes(recorded, ours)
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}
