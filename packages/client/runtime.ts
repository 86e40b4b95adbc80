// Sends the calls of the generated files: key, timeout, retries, envelope, remaining calls. No dependency; Node >= 18
// and browsers. request.ts builds the requests; the types of inputs and results come from the generated interfaces.
import type { Remaining, ResponseInfo } from './answer.ts'
import { isEventStream, isRecord, jsonOf, memberOf, responseInfoOf, unwrapped } from './answer.ts'
import { type ApiPromise, apiPromise } from './api-promise.ts'
import type { Deadline } from './deadline.ts'
import { deadlineOf } from './deadline.ts'
import { chunksOf, eventsOf } from './event-stream.ts'
import { ConnectionError, errorOf, retryAfterOf } from './gateway-error.ts'
import { itemsOf, pagesOf } from './pages.ts'
import type { Call } from './request.ts'
import { outgoingOf } from './request.ts'
import type { Time } from './retry.ts'
import { waitMsFor } from './retry.ts'

/** Options of one call. */
export interface CallOptions {
  readonly signal?: AbortSignal
  /** Timeout of the whole call with its retries in milliseconds; for a stream, until it begins. */
  readonly timeoutMs?: number
  /** Number of retries of a refused or lost call where they are safe. */
  readonly retries?: number
  /** Further headers, such as `x-gateway-provider`. */
  readonly headers?: Readonly<Record<string, string>>
  /** Undeclared query parameters, which are forwarded to the provider. */
  readonly query?: Readonly<Record<string, unknown>>
  /** Called with the final response, successful or not. */
  readonly onResponse?: (info: ResponseInfo) => void
}
/** Options of a call whose body is returned unchanged, even if it has a member `data`. */
export interface RawOptions extends CallOptions {
  readonly raw: true
}

/** The mount of an API, and the key for it. */
export interface Site {
  readonly mount: string
  readonly door: 'gateway' | 'market' | 'operator'
  readonly keyHeader: string
}
/** A method of the client; its types come from the generated interface. */
export interface Method {
  (input?: object, options?: CallOptions): ApiPromise<never>
  /** Returns the results of this page and all that follow. */
  readonly items: (input?: object, options?: CallOptions) => AsyncIterable<never>
  readonly pages: (input?: object, options?: CallOptions) => AsyncIterable<never>
  readonly stream: (input?: object, options?: CallOptions) => AsyncIterable<never>
}
/** A method without input. */
export interface BareMethod {
  (options?: CallOptions): ApiPromise<never>
  readonly stream: (options?: CallOptions) => AsyncIterable<never>
}
export interface Methods {
  method(call: Call): Method
  bare(call: Call): BareMethod
}
/** Creates the methods of one API. */
export type Connection = (site: Site) => Methods

export interface Door {
  readonly url: string
  readonly key: string
}
export interface Settings {
  readonly doors: Readonly<Record<Site['door'], Door>>
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Headers of every call. */
  readonly headers?: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly retries: number
  readonly time: Time
  /** Called with the remaining calls of every response. */
  readonly onRemaining: (remaining: Remaining) => void
}

export function createConnection(settings: Settings): Connection {
  return (site) => {
    const method = (call: Call): Method => {
      const task = (input: object = {}, options: CallOptions = {}) => ({ settings, site, call, input, options })
      const answer = (input?: object, options?: CallOptions) => answerOf(task(input, options))
      return Object.assign((input?: object, options?: CallOptions) => trusted(answer(input, options)), {
        items: (input?: object, options?: CallOptions) => trusted(itemsOf(call, input, (at) => answer(at, options))),
        pages: (input?: object, options?: CallOptions) => trusted(pagesOf(call, input, (at) => answer(at, options))),
        stream: (input?: object, options?: CallOptions) => trusted(streamOf(task(input, options))),
      })
    }
    const bare = (call: Call): BareMethod => {
      const one = method(call)
      return Object.assign((options?: CallOptions) => one({}, options), {
        stream: (options?: CallOptions) => one.stream({}, options),
      })
    }
    return { method, bare }
  }
}

/** Trusts the declared type of a response, here only: the client does not check responses. */
function trusted(value: ApiPromise<unknown>): ApiPromise<never>
function trusted(value: AsyncIterable<unknown>): AsyncIterable<never>
function trusted(value: unknown): unknown {
  return value
}

/** One call in progress. */
interface Task {
  readonly settings: Settings
  readonly site: Site
  readonly call: Call
  readonly input: object
  readonly options: CallOptions
}

function startOf({ settings, options }: Task): Deadline {
  return deadlineOf(options.timeoutMs ?? settings.timeoutMs, options.signal, settings.time.nowMs())
}

function answerOf(task: Task): ApiPromise<unknown> {
  const deadline = startOf(task)
  const sent = open(task, deadline, task.call.answer === undefined ? 'application/json' : '*/*')
  sent.catch(() => deadline.end())
  const read = (response: Response) => received(task, deadline, () => resultOf(task, deadline, response))
  return apiPromise(sent, read, () => deadline.disarm())
}

async function resultOf(task: Task, deadline: Deadline, response: Response): Promise<unknown> {
  const { call, options } = task
  let streams = false
  try {
    if (call.answer === 'empty') return void (await response.arrayBuffer())
    if (call.answer === 'bytes') return new Uint8Array(await response.arrayBuffer())
    if (call.answer === 'text') return await response.text()
    if (isEventStream(response)) {
      streams = true
      return ending(task, deadline, eventsOf(chunksOf(response)))
    }
    const body = await jsonOf(response)
    return 'raw' in options && options.raw === true ? body : unwrapped(body)
  } finally {
    if (streams) deadline.disarm()
    else deadline.end()
  }
}

async function* streamOf(task: Task): AsyncGenerator<unknown> {
  const deadline = startOf(task)
  try {
    const bytes = task.call.answer !== undefined
    const response = await open(bytes ? task : asStream(task), deadline, bytes ? '*/*' : 'text/event-stream')
    deadline.disarm()
    if (bytes) yield* ending(task, deadline, chunksOf(response))
    else if (isEventStream(response)) yield* ending(task, deadline, eventsOf(chunksOf(response)))
    else yield await received(task, deadline, () => jsonOf(response))
  } finally {
    deadline.end()
  }
}

async function* ending(task: Task, deadline: Deadline, values: AsyncIterable<unknown>): AsyncGenerator<unknown> {
  try {
    yield* values
  } catch (error) {
    // the error of fetch when a connection breaks off
    throw error instanceof TypeError ? lossOf(task, deadline, error) : error
  } finally {
    deadline.end()
  }
}

/** Returns the same task with `stream: true` in the place that the endpoint expects. */
function asStream(task: Task): Task {
  const { call, input } = task
  if (call.stream === 'query') return { ...task, input: { ...input, stream: true } }
  const body = memberOf(input, 'body')
  if (call.stream !== 'body' || (body !== undefined && !isRecord(body))) return task
  return { ...task, input: { ...input, body: { ...body, stream: true } } }
}

/** Sends until the response is a success or final; throws GatewayError if it is not a success. */
async function open(task: Task, deadline: Deadline, accept: string): Promise<Response> {
  const { settings, site, call, input, options } = task
  const { time } = settings
  const outgoing = outgoingOf(call, { ...input }, options.query)
  const headers = headersOf(task, outgoing.headers, accept)
  const init = { method: call.method, headers, redirect: 'manual', signal: deadline.signal } as const
  const again = !outgoing.once && (call.idempotent ?? ['GET', 'PUT', 'DELETE'].includes(call.method))
  const isRead = call.idempotent ?? call.method === 'GET'
  const retries = again ? (options.retries ?? settings.retries) : 0
  const url = settings.doors[site.door].url + site.mount + outgoing.address
  for (let attempt = 0; ; attempt++) {
    const sent: RequestInit & { duplex?: 'half' } = { ...init, ...(outgoing.once ? { duplex: 'half' } : {}) }
    if (outgoing.body !== undefined) sent.body = outgoing.body
    const waitMsAfter = (status: number, retryAfter?: number) => {
      if (attempt >= retries) return undefined
      const waitMs = waitMsFor({ status, retryAfter, isRead }, attempt, time.random)
      return waitMs !== undefined && time.nowMs() + waitMs < deadline.atMs ? waitMs : undefined
    }
    let waitMs: number | undefined
    try {
      const response = await received(task, deadline, () => settings.fetch(url, sent))
      const info = responseInfoOf(response)
      settings.onRemaining(info.remaining)
      waitMs = waitMsAfter(response.status, retryAfterOf(response.headers, time.nowMs()))
      if (waitMs === undefined) {
        options.onResponse?.(info)
        if (response.ok) return response
        throw await errorOf(response, time.nowMs())
      }
      await response.body?.cancel()
    } catch (error) {
      waitMs = error instanceof ConnectionError ? waitMsAfter(0) : undefined
      if (waitMs === undefined) throw error
    }
    await time.wait(waitMs, deadline.signal)
  }
}

/** Runs `receive`; throws lossOf if the connection breaks off. */
async function received<T>(task: Task, deadline: Deadline, receive: () => Promise<T>): Promise<T> {
  try {
    return await receive()
  } catch (cause) {
    throw lossOf(task, deadline, cause)
  }
}

/** Returns the reason of the end: the caller or the timeout ended the call, or the connection was lost. */
function lossOf({ settings, site }: Task, { signal }: Deadline, cause: unknown): unknown {
  if (signal.aborted) return signal.reason
  return new ConnectionError(`The connection to ${settings.doors[site.door].url} failed.`, { cause })
}

function headersOf(task: Task, declared: Readonly<Record<string, string>>, accept: string): Headers {
  const { settings, site, options } = task
  const headers = new Headers({ accept, ...declared })
  for (const [name, value] of Object.entries({ ...settings.headers, ...options.headers })) headers.set(name, value)
  const { key } = settings.doors[site.door]
  if (key !== '') headers.set(site.keyHeader, key)
  return headers
}
