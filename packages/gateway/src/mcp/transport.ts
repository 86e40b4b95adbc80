// Streamable HTTP of the Model Context Protocol at one address, for revision 2026-07-28 and for those with a handshake.
// It knows no tools: `answer` handles the requests. Stateless: no sessions, no GET stream.
import type { IncomingMessage } from 'node:http'
import { Failure, fail } from '#define'
import { JsonScan, parseScannedJson } from '#provider'
import { createBatchPerTick } from '../call/http/batch-per-tick.ts'
import { type BodyBounds, readWholeBody } from '../call/http/body.ts'
import type { CallResponse } from '../call/http/call-response.ts'
import { closeAfterRefusal } from '../call/http/close-after-refusal.ts'
import type { BodyHolder, HeldBodies } from '../call/http/held-bodies.ts'
import { endResponse, stallTimeoutMs } from '../call/http/stalled-client.ts'
import { watchUnreadBody } from '../call/http/unread-body.ts'
import { forOneWrite } from '../call/reply.ts'
import type { Log } from '../process/log.ts'
import { Disconnect } from './disconnect.ts'
import {
  codes,
  errorMessage,
  type RequestId,
  RpcError,
  type RpcRequest,
  readMessage,
  resultMessage,
} from './messages.ts'
import { type Client, readClient } from './revision.ts'
import type { JsonObject } from './values.ts'

/** An HTTP exchange with an admitted client. */
interface McpExchange<Caller> {
  readonly request: IncomingMessage
  readonly caller: Caller
  readonly client: Client
  /** Triggered when the client closes the connection before it has its response: that is cancellation. */
  readonly disconnect: Disconnect
  readonly requestId: string
}
interface TransportDeps<Caller extends { readonly account: string }> {
  /** Returns the caller, or the failure with which the request is refused. */
  readonly identify: (request: IncomingMessage) => Promise<Caller | Failure>
  readonly isOwnSite: (request: IncomingMessage) => boolean
  readonly answer: (request: RpcRequest, exchange: McpExchange<Caller>) => Promise<JsonObject>
  readonly bodies: HeldBodies
  readonly log: Pick<Log, 'error'>
  /** The interval of reports to a client that asked for progress. */
  readonly progressMs: number
}

/** Limits of a request body; arguments can contain files in base64. */
const bounds: BodyBounds = { bodyBytes: 8 * 1024 * 1024, idleMs: 30_000, totalMs: 120_000 }
/** Duration of every key refusal, as for other calls (pipeline.ts). */
const keyRefusalMs = 10

export type HandleMcp = (request: IncomingMessage, response: CallResponse, requestId: string) => Promise<void>

/** Creates the handler of one address; it never rejects. */
export function createTransport<Caller extends { readonly account: string }>(deps: TransportDeps<Caller>): HandleMcp {
  return async (request, response, requestId) => {
    const exchange = new Exchange(request, response, requestId)
    try {
      await handle(exchange, deps)
    } catch (error) {
      exchange.refuse(error, deps.log)
    }
  }
}

async function handle<Caller extends { readonly account: string }>(
  exchange: Exchange,
  deps: TransportDeps<Caller>,
): Promise<void> {
  const { request } = exchange
  if (!deps.isOwnSite(request))
    throw new RpcError(codes.refused, 'Requests of pages of other sites are refused.', { status: 403 })
  if (request.method !== 'POST') return exchange.refuseMethod()
  if (!/^application\/json *(?:;|$)/i.test(request.headers['content-type'] ?? ''))
    throw new RpcError(codes.invalidRequest, 'Send content-type: application/json.', { status: 415 })
  const caller = await deps.identify(request)
  if (caller instanceof Failure) throw caller
  const message = readMessage(await readBody(exchange, { bodies: deps.bodies, account: caller.account }))
  if (message.kind !== 'request') return exchange.accept()
  exchange.id = message.request.id
  const client = readClient(message.request, request.headers)
  exchange.begin(client, deps.progressMs)
  const { disconnect, requestId } = exchange
  const result = await deps.answer(message.request, { request, caller, client, disconnect, requestId })
  exchange.send(200, resultMessage(message.request.id, result))
}

interface BodyContext {
  readonly bodies: HeldBodies
  readonly account: string
}

async function readBody(exchange: Exchange, { bodies, account }: BodyContext): Promise<unknown> {
  const scan = new JsonScan()
  const holder = new ExchangeHolder(exchange, account)
  try {
    const body = readWholeBody(exchange.request, bounds, {
      check: (piece) => {
        const limit = scan.push(piece)
        if (limit !== undefined) throw fail('body.too_complex', { limit })
      },
      hold: (bytes) => bodies.take(holder, bytes),
    })
    // a short body has usually arrived together with its head
    const { decoded } = body instanceof Promise ? await body : body
    return await parse(decoded)
  } finally {
    bodies.release(holder)
  }
}

/**
 * Holder of an exchange's body. A class, not a literal with a getter, which would keep the whole exchange until the
 * next full GC (decision 0009).
 */
class ExchangeHolder implements BodyHolder {
  heldBytes = 0
  readonly account: string
  readonly #exchange: Exchange

  constructor(exchange: Exchange, account: string) {
    this.#exchange = exchange
    this.account = account
  }

  get isOver(): boolean {
    return this.#exchange.isOver
  }
}

async function parse(bytes: Buffer): Promise<unknown> {
  try {
    return await parseScannedJson(bytes)
  } catch {
    throw new RpcError(codes.parse, 'The body is not valid JSON.', { status: 400 })
  }
}

const endInBatch = createBatchPerTick(
  'responses',
  ({ response, body }: { response: CallResponse; body: Buffer | string }) =>
    endResponse(response, stallTimeoutMs, body),
)

class Exchange {
  readonly request: IncomingMessage
  readonly requestId: string
  readonly disconnect = new Disconnect()
  id: RequestId | null = null
  readonly #response: CallResponse
  readonly #startedMs = performance.now()
  #progress: NodeJS.Timeout | undefined

  constructor(request: IncomingMessage, response: CallResponse, requestId: string) {
    this.request = request
    this.requestId = requestId
    this.#response = response
    response.once('close', () => {
      clearInterval(this.#progress)
      if (!response.writableFinished) this.disconnect.happen()
      if (!request.complete) watchUnreadBody(request)
    })
  }

  get isOver(): boolean {
    return this.#response.closed
  }

  /** Begins the response. A client that asked for progress gets its result at the end of a stream of events. */
  begin({ progressToken }: Client, progressMs: number): void {
    const accepts = this.request.headers.accept ?? ''
    if (progressToken === undefined || !accepts.includes('text/event-stream')) return
    let progress = 0
    this.#progress = setInterval(() => {
      if (!this.#response.headersSent) this.#head(200, 'text/event-stream', { 'x-accel-buffering': 'no' })
      const params = { progressToken, progress: ++progress, message: 'still running' }
      this.#event(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params }))
    }, progressMs)
  }

  send(status: number, body: string, headers: Readonly<Record<string, string>> = {}): void {
    clearInterval(this.#progress)
    const response = this.#response
    if (response.destroyed || response.writableEnded) return
    if (response.headersSent) {
      this.#event(body)
      endResponse(response, stallTimeoutMs)
      return
    }
    const length = Buffer.byteLength(body)
    this.#head(status, 'application/json', { 'content-length': String(length), ...headers })
    endInBatch({ response, body: forOneWrite(body, length) })
  }

  accept(): void {
    this.#response.writeHead(202, { 'x-request-id': this.requestId })
    this.#response.end()
  }

  refuseMethod(): void {
    this.send(405, errorMessage(null, new RpcError(codes.refused, 'Only POST is answered here.')), { allow: 'POST' })
  }

  /** Sends an error as JSON-RPC, with a status that plain HTTP clients understand. */
  refuse(error: unknown, log: Pick<Log, 'error'>): void {
    const headers: Record<string, string> = {}
    if (!this.request.complete && !this.#response.headersSent) {
      headers.connection = 'close'
      closeAfterRefusal(this.request)
    }
    if (error instanceof RpcError) this.send(error.status, errorMessage(this.id, error), headers)
    else if (error instanceof Failure) this.#refuseFailure(error, headers)
    else {
      log.error('mcp request failed', { requestId: this.requestId, cause: String(error) })
      const failure = new RpcError(codes.internal, 'The gateway failed.', { data: { requestId: this.requestId } })
      this.send(500, errorMessage(this.id, failure), headers)
    }
  }

  #refuseFailure({ code, message, info, notes }: Failure, headers: Record<string, string>): void {
    if (notes.retryAfterS !== undefined) headers['retry-after'] = String(notes.retryAfterS)
    if (info.status === 401) headers['www-authenticate'] = 'Bearer realm="gatehouse"'
    const body = errorMessage(this.id, new RpcError(codes.refused, message, { data: { code } }))
    const leftMs = code === 'key.invalid' ? keyRefusalMs - (performance.now() - this.#startedMs) : 0
    if (leftMs > 0) setTimeout(() => this.send(info.status, body, headers), Math.ceil(leftMs) + 1)
    else this.send(info.status, body, headers)
  }

  #head(status: number, contentType: string, headers: Readonly<Record<string, string>>): void {
    this.#response.writeHead(status, {
      'content-type': contentType,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': this.requestId,
      ...headers,
    })
  }

  #event(data: string): void {
    // a client that does not read gets no further progress, and eventually its result or a closed connection
    if (data.includes('notifications/progress') && this.#response.writableNeedDrain) return
    this.#response.write(`event: message\ndata: ${data}\n\n`)
  }
}
