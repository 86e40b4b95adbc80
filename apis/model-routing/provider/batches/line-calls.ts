// Makes the calls of a batch, each as if it had come by itself: the handler of its endpoint reads, guards, routes,
// meters and answers it.
import { type Call, type HandlersFor, isReply, Refusal } from '#define'
import { JsonTooComplex, parseBoundedJson } from '#provider'
import type { endpoints } from '../../endpoints.ts'
import type { Format } from '../wire/format.ts'
import { formats } from '../wire/formats.ts'
import { isJson } from '../wire/json.ts'
import { ModelError } from '../wire/model-error.ts'
import { type Batch, batchLimits } from './batch.ts'
import type { LineAnswer } from './result-lines.ts'

/** Handlers of the endpoints whose calls can be in batches. */
export type BatchedHandlers = HandlersFor<
  typeof endpoints,
  'chatCompletions' | 'completions' | 'createEmbeddings' | 'createModeration' | 'createResponse' | 'createMessage'
>

const endpointIds = {
  '/v1/chat/completions': 'chatCompletions',
  '/v1/completions': 'completions',
  '/v1/embeddings': 'createEmbeddings',
  '/v1/moderations': 'createModeration',
  '/v1/responses': 'createResponse',
} as const satisfies Readonly<Record<string, keyof BatchedHandlers>>

/** Paths that batches of files may call. */
export const batchedPaths: readonly string[] = Object.keys(endpointIds)

export const messagesPath = '/v1/messages'

/** An answer, or the seconds after which to ask again. */
type LineCall = LineAnswer | { readonly retryAfterS: number }

/** Rejects only when the signal is aborted, or when something is wrong with the gateway. */
export async function callLine(
  handlers: BatchedHandlers,
  batch: Batch,
  { request, signal }: { readonly request: string; readonly signal: AbortSignal },
): Promise<LineCall> {
  const { endpoint } = batch.facts
  const bytes = Buffer.from(request)
  try {
    const body = await parseBody(bytes)
    if (isJson(body) && body.stream === true)
      throw new ModelError('invalid', 'Calls of a batch cannot be streamed.', { param: 'stream' })
    // handlers of these endpoints check what they get
    const input = { body: body as never, beta: undefined }
    const result: unknown = await handlers[idOf(endpoint)](input, callOf(batch, signal, bytes))
    const { status, body: answer } = isReply(result) ? result : { status: 200, body: result }
    return { status, body: textOf(answer) }
  } catch (error) {
    if (signal.aborted) throw error
    return refusalOf(error, formats[batch.wire])
  }
}

/** The answer to further calls of a batch whose results fill a file. */
export const tooLong = ({ wire }: Batch): LineAnswer =>
  errorAnswer(formats[wire], new ModelError('large', 'The results of this batch have reached 512 MB.'))

function errorAnswer(format: Format, error: ModelError): LineAnswer {
  const { status, body } = format.writeError(error)
  return { status, body: JSON.stringify(body) }
}

const idOf = (endpoint: string): keyof BatchedHandlers =>
  Object.entries(endpointIds).find(([path]) => path === endpoint)?.[1] ?? 'createMessage'

/** The call that a handler, or a task, gets for a batch. */
export function callOf({ account, facts }: Batch, signal: AbortSignal, jsonBytes?: Buffer): Call {
  const { endpoint: path, headers, key } = facts
  const request = { method: 'POST', path, query: new URLSearchParams(), headers, baseUrl: '', jsonBytes }
  return { account, key, signal, request }
}

async function parseBody(bytes: Buffer): Promise<unknown> {
  try {
    return await parseBoundedJson(bytes)
  } catch (error) {
    const message =
      error instanceof JsonTooComplex ? `The body has more than ${error.limit}.` : 'The body is not valid JSON.'
    throw new ModelError('invalid', message)
  }
}

/** Throws ModelError for what is too long to keep. */
function textOf(answer: unknown): string {
  const text = Buffer.isBuffer(answer) ? answer.toString('utf8') : JSON.stringify(answer)
  if (text.length > batchLimits.resultBytes)
    throw new ModelError('server', 'The answer is too long for a batch.', { code: 'answer_too_long' })
  // line breaks of JSON are between its tokens
  return text.replace(/[\r\n]+/g, ' ').replaceAll('\0', '')
}

/** Wait for a provider that does not say how long. */
const defaultWaitS = 10

function refusalOf(error: unknown, format: Format): LineCall {
  if (error instanceof Refusal) {
    const waitS = Number(error.headers['retry-after'] ?? (error.status === 429 ? defaultWaitS : 0))
    return waitS > 0 ? { retryAfterS: waitS } : { status: error.status, body: textOf(error.body) }
  }
  const unknown = () => new ModelError('server', 'The gateway failed to make this call.')
  return errorAnswer(format, error instanceof ModelError ? error : unknown())
}
