// The thread that compares answers, and reads HAR files: both take long, and answers come from elsewhere.
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import { serveTasks } from '#provider/run'
import type { DeclaredParts, Exchange, RequestLine } from '../har/exchange.ts'
import { HarRefused, readHar, type SkippedEntry } from '../har/read-har.ts'
import { compareAnswer } from './compare.ts'
import { compareShapes, createShapes } from './fidelity.ts'
import type { Comparison, DeclaredAnswer, SeenAnswer } from './finding.ts'
import { createViews } from './shape-views.ts'

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
/** The way in which the answer of an entry is compared. */
export interface DeclaredEntry {
  readonly declared: DeclaredAnswer
  /** True if the answer may be in the gateway's envelope. */
  readonly unwraps: boolean
}
/** Compares recorded answers with their declarations. */
interface AnswersTask extends HarTask {
  readonly kind: 'answers'
  readonly declared: ReadonlyMap<number, DeclaredEntry>
}
/** Returns entries whole, their answers without the gateway's envelope. */
interface ExchangesTask extends HarTask {
  readonly kind: 'exchanges'
  readonly wanted: ReadonlyMap<number, DeclaredEntry & { readonly parts: DeclaredParts }>
}
/** The embedded provider's answer to the request of an entry. */
export interface EmbeddedAnswer extends Pick<DeclaredEntry, 'unwraps'> {
  readonly json: string
}
/** Compares the recorded answers of one endpoint with embedded ones. */
interface FidelityTask extends HarTask {
  readonly kind: 'fidelity'
  readonly declared: DeclaredAnswer
  readonly embedded: ReadonlyMap<number, EmbeddedAnswer>
}
export type DriftTask = CompareTask | RequestsTask | SentTask | AnswersTask | ExchangesTask | FidelityTask

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
  | ({ readonly exchanges: readonly (Exchange & { readonly index: number })[] } & HarResult)
  | { readonly refused: string }

serveTasks((task: DriftTask): DriftResult => {
  if (task.kind === 'compare') return { compared: compared(task) }
  try {
    if (task.kind === 'requests') return requestsOf(task)
    if (task.kind === 'sent') return sentIn(task)
    if (task.kind === 'exchanges') return exchangesIn(task)
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
  const [lacking, whole] = [reading.exchanges.filter(lacksBody), reading.exchanges.filter((one) => !lacksBody(one))]
  const sent = whole.map(({ index, url, requestBody, startedAt, status }) => ({
    index,
    url,
    startedAt,
    status,
    ...(requestBody ? { requestBody } : {}),
  }))
  const skipped = lacking.map(({ index }) => ({ index, reason: 'of the body of its request only a digest was kept' }))
  return { sent, skipped: [...asked(reading).skipped, ...skipped] }
}

/** Reports whether a gateway has written the exchange, which keeps digests of the bodies of requests. */
function lacksBody({ recorded }: Exchange): boolean {
  return recorded !== undefined && 'request' in recorded && 'body' in Object(recorded.request)
}

function exchangesIn(task: ExchangesTask): DriftResult {
  const reading = read(task, ({ index }) => task.wanted.get(index)?.parts)
  const exchanges = reading.exchanges.map((exchange) => {
    const entry = task.wanted.get(exchange.index)
    return entry ? withoutEnvelope(exchange, entry) : exchange
  })
  return { exchanges, ...asked(reading) }
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

/** Takes a result out of the gateway's envelope, unless `data` is declared as a member of the result itself. */
function withoutEnvelope<A extends SeenAnswer>(answer: A, { declared: { result }, unwraps }: DeclaredEntry): A {
  if (!unwraps || answer.status >= 300 || result === 'empty' || !('schema' in result)) return answer
  const value = parsed(answer.body)
  if (typeof value !== 'object' || value === null || !('data' in value) || Object.keys(value).length > 1) return answer
  const schema: unknown = JSON.parse(result.schema)
  const isDeclared = createViews(schema)
    .of(schema)
    .some(({ properties }) => properties.has('data'))
  return isDeclared ? answer : { ...answer, body: Buffer.from(JSON.stringify(value.data)) }
}

function fidelityOf(task: FidelityTask): Comparison | undefined {
  const { declared, embedded } = task
  const { result } = declared
  if (result === 'empty' || !('schema' in result)) return undefined
  const schema: unknown = JSON.parse(result.schema)
  const [recorded, ours] = [createShapes(schema), createShapes(schema)]
  const reading = read(task, ({ index }) => (embedded.has(index) ? nothing : undefined))
  for (const { index, ...exchange } of reading.exchanges) {
    const answer = embedded.get(index)
    if (!answer) continue
    const value = parsed(withoutEnvelope(exchange, { declared, unwraps: answer.unwraps }).body)
    if (value === undefined) continue
    recorded.add(value)
    ours.add(JSON.parse(answer.json))
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
