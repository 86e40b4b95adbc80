// Sends the calls of the generated files: key, timeout, retries, envelope, remaining calls. No dependency; Node >= 18
// and browsers. request.ts builds the requests; the types of inputs and results are those of the generated interfaces.
import type { Remaining, ResponseInfo } from './answer.ts'
import { isEventStream, isRecord, jsonOf, responseInfoOf, unwrapped } from './answer.ts'
import type { Deadline } from './deadline.ts'
import { deadlineOf } from './deadline.ts'
import { chunksOf, eventsOf } from './event-stream.ts'
import { errorOf, retryAfterOf } from './gateway-error.ts'
import type { Call } from './request.ts'
import { outgoingOf } from './request.ts'
import type { Time } from './retry.ts'
import { waitMsFor } from './retry.ts'

/** Options of one call. */
export interface CallOptions {
  readonly signal?: AbortSignal
  /** Milliseconds for the whole call with its retries; for a stream, until it begins. */
  readonly timeoutMs?: number
  /** How often a refused call is retried. */
  readonly retries?: number
  /** Further headers, such as `x-gateway-provider`. */
  readonly headers?: Readonly<Record<string, string>>
  /** Undeclared query parameters, which are forwarded to the provider. */
  readonly query?: Readonly<Record<string, unknown>>
  /** Called with the response that ends the call, whether it is a success or not. */
  readonly onResponse?: (info: ResponseInfo) => void
}
/** Options of a call whose body is returned unchanged, although it has a member `data`. */
export interface RawOptions extends CallOptions {
  readonly raw: true
}

/** Where an API is mounted, and with which key it is called. */
export interface Site {
  readonly mount: string
  readonly door: 'gateway' | 'market' | 'operator'
  readonly keyHeader: string
}
/** A method of the client; the generated interface it is assigned to gives it its types. */
export interface Method {
  (input?: object, options?: CallOptions): Promise<never>
  readonly stream: (input?: object, options?: CallOptions) => AsyncIterable<never>
}
/** A method without input. */
export interface BareMethod {
  (options?: CallOptions): Promise<never>
  readonly stream: (options?: CallOptions) => AsyncIterable<never>
}
export interface Methods {
  method(call: Call): Method
  bare(call: Call): BareMethod
}
/** Makes the methods of one API. */
export type Connection = (site: Site) => Methods

export interface Door {
  readonly url: string
  readonly key: string
}
export interface Settings {
  readonly doors: Readonly<Record<Site['door'], Door>>
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
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
      return Object.assign((input?: object, options?: CallOptions) => trusted(answerOf(task(input, options))), {
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

/** The one place that trusts the declared type of a response: the client does not check responses. */
function trusted(value: Promise<unknown>): Promise<never>
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

async function answerOf(task: Task): Promise<unknown> {
  const { call, options } = task
  const deadline = startOf(task)
  let streams = false
  try {
    const response = await open(task, deadline, call.answer === undefined ? 'application/json' : '*/*')
    if (call.answer === 'empty') return void (await response.arrayBuffer())
    if (call.answer === 'bytes') return new Uint8Array(await response.arrayBuffer())
    if (call.answer === 'text') return await response.text()
    if (isEventStream(response)) {
      streams = true
      return ending(eventsOf(chunksOf(response)), deadline)
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
    if (bytes) yield* chunksOf(response)
    else if (isEventStream(response)) yield* eventsOf(chunksOf(response))
    else yield await jsonOf(response)
  } finally {
    deadline.end()
  }
}

async function* ending(values: AsyncIterable<unknown>, deadline: Deadline): AsyncGenerator<unknown> {
  try {
    yield* values
  } finally {
    deadline.end()
  }
}

/** The same task with `stream: true` where the endpoint expects it. */
function asStream(task: Task): Task {
  const { call, input } = task
  if (call.stream === 'query') return { ...task, input: { ...input, stream: true } }
  const body: unknown = Reflect.get(input, 'body')
  if (call.stream !== 'body' || (body !== undefined && !isRecord(body))) return task
  return { ...task, input: { ...input, body: { ...body, stream: true } } }
}

/** Sends until the response is a success or final; throws GatewayError when it is not a success. */
async function open(task: Task, deadline: Deadline, accept: string): Promise<Response> {
  const { settings, site, call, input, options } = task
  const { time } = settings
  const outgoing = outgoingOf(call, { ...input }, options.query)
  const headers = headersOf(task, outgoing.headers, accept)
  const init = { method: call.method, headers, redirect: 'manual', signal: deadline.signal } as const
  const again = !outgoing.once && (call.idempotent ?? ['GET', 'PUT', 'DELETE'].includes(call.method))
  const retries = again ? (options.retries ?? settings.retries) : 0
  const url = settings.doors[site.door].url + site.mount + outgoing.address
  for (let attempt = 0; ; attempt++) {
    const sent: RequestInit & { duplex?: 'half' } = { ...init, ...(outgoing.once ? { duplex: 'half' } : {}) }
    if (outgoing.body !== undefined) sent.body = outgoing.body
    const response = await settings.fetch(url, sent)
    const info = responseInfoOf(response)
    settings.onRemaining(info.remaining)
    const answer = { status: response.status, retryAfter: retryAfterOf(response.headers, time.nowMs()) }
    const waitMs = attempt < retries ? waitMsFor(answer, attempt, time.random) : undefined
    if (waitMs === undefined || time.nowMs() + waitMs >= deadline.atMs) {
      options.onResponse?.(info)
      if (response.ok) return response
      throw await errorOf(response, time.nowMs())
    }
    await response.body?.cancel()
    await time.wait(waitMs, deadline.signal)
  }
}

function headersOf(task: Task, declared: Readonly<Record<string, string>>, accept: string): Headers {
  const { settings, site, options } = task
  const headers = new Headers({ accept, ...declared })
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value)
  const { key } = settings.doors[site.door]
  if (key !== '') headers.set(site.keyHeader, key)
  return headers
}
