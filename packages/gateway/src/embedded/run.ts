// Runs a handler in process and writes its answer on the provider's wire: status, headers, body, envelope and error member as
// a live answer would have them.
import type { OpenedProvider, Call as ProviderCall } from '#define'
import { fail, isRaw, isReply, Refusal } from '#define'
import { bodyForHandler, readForm, readPairs } from '#derive'
import type { Call } from '../call/call.ts'
import { headerOf } from '../call/call.ts'
import type { Compiled, Listing } from '../call/listings.ts'
import { sendBytes } from '../call/reply.ts'
import { boundedStream, readWholeBody } from '../http/body.ts'
import { wraps } from '../upstream/envelope.ts'
import { withErrorMember } from '../upstream/error-member.ts'
import { EmbeddedCall } from './embedded-call.ts'
import { readMultipart } from './multipart.ts'
import type { Providers } from './providers.ts'
import { streamReply } from './stream-reply.ts'

export interface EmbeddedDeps {
  readonly providers: Providers
  /** Address of the gateway as callers see it. */
  readonly baseUrl: string
}
interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

const json = 'application/json; charset=utf-8'
const eventsType = 'text/event-stream; charset=utf-8'

/** Answers the call from the listing's embedded provider; a promise only where something has to be waited for. */
export function runEmbedded(call: Call, listing: Listing, parts: EmbeddedDeps): void | Promise<void> {
  const host = parts.providers.of(listing.providerSlug)
  if (!host) throw fail('provider.embedded_missing', { api: listing.title })
  const opened = host.opened ?? host.open()
  if (opened instanceof Promise) return opened.then((open) => runOpened(call, listing, { parts, opened: open }))
  return runOpened(call, listing, { parts, opened })
}

function runOpened(
  call: Call,
  listing: Listing,
  { parts, opened }: { readonly parts: EmbeddedDeps; readonly opened: OpenedProvider },
): void | Promise<void> {
  const { route } = call
  const handler = route && opened[listing.handlers]?.[route.id]
  if (!route || !handler) throw fail('provider.embedded_missing', { api: listing.title })
  const task: Task = { call, listing, parts, handler }
  const input = inputOf(call, listing)
  return input instanceof Promise ? input.then((read) => answer(task, read)) : answer(task, input)
}

interface Task {
  readonly call: Call
  readonly listing: Listing
  readonly parts: EmbeddedDeps
  readonly handler: AnyHandler
}

function answer({ call, listing, parts, handler }: Task, input: never): void | Promise<void> {
  const running = run(handler, input, new EmbeddedCall(call, parts.baseUrl + listing.mount))
  if (!(running instanceof Promise)) return send(call, listing, running)
  const bounded = call.timeoutMs === undefined ? running : within(call, call.timeoutMs, running)
  return bounded.then((found) => send(call, listing, found))
}

function send(call: Call, listing: Listing, found: Answer): void | Promise<void> {
  const { body } = found
  if (isAsyncIterable(body)) return streamReply(call, { ...inParts(call, listing, found), body })
  write(call, listing, found)
}

/** The caller's own bound on the whole call; what the handler still does then is not waited for. */
async function within(call: Call, timeoutMs: number, running: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    const left = timeoutMs - (performance.now() - call.startedMs)
    timer = setTimeout(() => reject(fail('call.timeout', { timeout: timeoutMs })), Math.max(0, left))
  })
  try {
    return await Promise.race([running, late])
  } finally {
    clearTimeout(timer)
  }
}

type Body = NonNullable<NonNullable<Call['route']>['endpoint']['body']>
type AnyHandler = OpenedProvider['handlers'][string]

function run(handler: AnyHandler, input: never, call: ProviderCall): Answer | Promise<Answer> {
  try {
    const result: unknown = handler(input, call)
    return result instanceof Promise ? result.then(answerOf, refusalOf) : answerOf(result)
  } catch (error) {
    return refusalOf(error)
  }
}

const none = {}

function answerOf(result: unknown): Answer {
  return isReply(result) ? result : { status: 0, headers: none, body: result }
}

function refusalOf(error: unknown): Answer {
  if (error instanceof Refusal) return error
  throw error
}

/** Parameters by wire name, and the body as declared. */
function inputOf(call: Call, listing: Listing): never | Promise<never> {
  const declared = call.route?.endpoint.body
  if (declared && call.route && call.body === undefined) return withBody(call, declared, listing.compiled(call.route))
  return joined(call, declared)
}

function joined(call: Call, declared: Body | undefined): never {
  const input = declared ? { ...call.values, body: bodyForHandler(declared, call.bodyValue) } : call.values
  return input as never // the reader and the body check have just made it what the declaration says
}

/** The same where the body still stands in the request. */
async function withBody(call: Call, declared: Body, bounds: Compiled): Promise<never> {
  if (declared.streamed) {
    const body = boundedStream(call.request, bounds, (bytes) => {
      call.bytesIn += bytes
    })
    return { ...call.values, body } as never // a streamed body is declared as an iterable of buffers
  }
  const { raw, decoded } = await readWholeBody(call.request, bounds)
  call.bytesIn = raw.length
  call.bodyValue = await streamedBody(call, decoded, bounds.bodyBytes)
  return joined(call, declared)
}

async function streamedBody(call: Call, bytes: Buffer, limit: number): Promise<unknown> {
  const contentType = headerOf(call, 'content-type') ?? ''
  const endpoint = call.route?.endpoint
  if (bytes.length === 0 || !endpoint?.body?.schema) return bytes
  if (contentType.startsWith('multipart/form-data')) return readMultipart(bytes, contentType, limit)
  if (contentType.startsWith('application/x-www-form-urlencoded'))
    return readForm(readPairs(bytes.toString('latin1'), 100_000) ?? [], endpoint)
  return bytes
}

/** What stands before, around and after the parts of a long answer. */
function inParts(call: Call, listing: Listing, answer: Answer) {
  const { headers } = answer
  const returns = call.route?.endpoint.returns
  const declared = returns && isRaw(returns) ? returns.contentType : json
  const contentType = headers['content-type'] ?? (declared === 'text/event-stream' ? eventsType : declared)
  const enveloped = contentType.startsWith('application/json') && wraps(call, listing)
  return {
    status: answer.status || call.route?.endpoint.status || 200,
    headers: { ...ownHeaders(call, headers), 'content-type': contentType },
    around: enveloped ? (['{"data":', '}'] as const) : undefined,
    idleMs: call.route ? listing.compiled(call.route).idleMs : listing.api.limits.idleMs,
  }
}

/** A browser refuses an answer that permits it twice, and the gateway has permitted it already. */
function ownHeaders(call: Call, headers: Answer['headers']): Answer['headers'] {
  if (headerOf(call, 'origin') === undefined || headers['access-control-allow-origin'] === undefined) return headers
  const { 'access-control-allow-origin': _permission, ...rest } = headers
  return rest
}

function write(call: Call, listing: Listing, answer: Answer): void {
  const endpoint = call.route?.endpoint
  const status = answer.status || endpoint?.status || (answer.body === undefined ? 204 : 200)
  const { contentType, body } = encode(answer, call)
  const headers = answer.headers === none ? [] : Object.entries(ownHeaders(call, answer.headers)).flat()
  if (!('content-type' in answer.headers) && body.length > 0) headers.push('content-type', contentType)
  const isJson = (answer.headers['content-type'] ?? contentType).startsWith('application/json')
  const done = isJson && status >= 400 ? withErrorMember(bytesOf(body), status, listing.api.errors) : body
  sendBytes(call, status, { headers, body: isJson && status < 300 && wraps(call, listing) ? wrapped(done) : done })
}

const bytesOf = (body: Buffer | string) => (typeof body === 'string' ? Buffer.from(body) : body)

function wrapped(body: Buffer | string): Buffer | string {
  if (typeof body === 'string') return `{"data":${body === '' ? 'null' : body}}`
  return Buffer.concat([Buffer.from('{"data":'), body.length > 0 ? body : Buffer.from('null'), Buffer.from('}')])
}

const empty = Buffer.alloc(0)

function encode(answer: Answer, call: Call): { contentType: string; body: Buffer | string } {
  const { body } = answer
  const returns = call.route?.endpoint.returns
  const contentType = returns && isRaw(returns) && answer.status < 400 ? returns.contentType : json
  if (body === undefined) return { contentType, body: empty }
  if (Buffer.isBuffer(body)) return { contentType, body }
  if (typeof body === 'string' && contentType !== json) return { contentType, body }
  return { contentType: json, body: JSON.stringify(body) }
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}
