// Creates the HTTP servers: limits on requests and connections, refusal of invalid HTTP, one handler for the rest.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type Failure, fail } from '#define'
import type { CallResponse } from './call-response.ts'
import type { ConnectionLimit } from './connection-limit.ts'
import { UnfinishedResponses } from './unfinished-responses.ts'
import { asksForSocket, type Upgrade, UpgradeResponse } from './upgrade.ts'

interface ServerOptions {
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void
  /** Handler of WebSocket requests; without it, no connection becomes a WebSocket. */
  readonly sockets?: SocketRequests
  /** Creates the id of an error that occurs before there is a call. */
  readonly requestId: () => string
  readonly connections?: ConnectionLimit
  /** Shorter times for tests, which cannot wait for the defaults. */
  readonly times?: typeof arrivalTimes
}

/** The handler of WebSocket requests. */
export interface SocketRequests {
  /** Reports whether the target is a WebSocket; any other request is answered as if it had not asked for an upgrade. */
  isFor(target: string): boolean
  handle(request: IncomingMessage, upgrade: Upgrade): void
}

/**
 * The timeouts of a request head and of a whole request, and the interval at which they are checked. Bodies have their
 * own timeouts per endpoint (body.ts); `arrivalMs` only has to exceed the longest of them.
 */
const arrivalTimes = { headMs: 15_000, arrivalMs: 25_000_000, checkMs: 5000 }

/** Limits of request heads and connections. */
const headBytes = 32 * 1024
const headerLimit = 100
const keepAliveMs = 72_000

/** Creates a server that does not listen yet. */
export function createHttpServer(options: ServerOptions): Server {
  const { headMs, arrivalMs, checkMs } = options.times ?? arrivalTimes
  const server = createServer({
    maxHeaderSize: headBytes,
    headersTimeout: headMs,
    requestTimeout: arrivalMs,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: checkMs,
    noDelay: true,
    // headers unchanged, and no lenient parsing
    insecureHTTPParser: false,
    // refused below, in the form of every other error
    requireHostHeader: false,
    joinDuplicateHeaders: false,
    rejectNonStandardBodyWrites: false,
    // a request without a body then emits no body events
    optimizeEmptyRequests: true,
    // called only for requests with an Upgrade header
    shouldUpgradeCallback: (request) =>
      options.sockets !== undefined && asksForSocket(request) && options.sockets.isFor(request.url ?? ''),
  })
  options.connections?.apply(server)
  // one more than allowed, to tell too many from just enough
  server.maxHeadersCount = headerLimit + 1
  const unfinished = new UnfinishedResponses()
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    // the previous response was the last of its connection
    if (request.socket.writableEnded) return
    response.on('error', ignore)
    unfinished.add(response)
    const refusal = refusalOf(request)
    if (refusal) refuse(response, fail(refusal, {}), options.requestId())
    else options.handle(request, response)
  }
  server.on('request', onRequest)
  // `100 Continue` is sent only once the body is wanted (call/read.ts)
  server.on('checkContinue', onRequest)
  server.on('checkExpectation', (_request, response: ServerResponse) => {
    unfinished.add(response)
    refuse(response, fail('request.expectation', {}), options.requestId())
  })
  server.on('upgrade', (request, connection, head) => {
    connection.on('error', ignore)
    // after an incomplete response, ours would be read as the rest of it
    if (unfinished.first(connection)) {
      connection.destroy()
      return
    }
    const response = new UpgradeResponse(request, connection)
    response.on('error', ignore)
    const refusal = refusalOf(request)
    if (refusal) refuse(response, fail(refusal, {}), options.requestId())
    else options.sockets?.handle(request, { connection, head, response })
  })
  server.on('connect', ({ url }, socket) => {
    if (unfinished.first(socket)) socket.destroy()
    else writeRefusal(socket, connectRefusal(url), options.requestId())
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
    refuseSocket(error, socket, { current: unfinished.first(socket), requestId: options.requestId() }),
  )
  server.on('dropRequest', (_request, socket: Socket) => socket.destroy())
  return server
}

const ignore = () => {}

type Refusal = 'headers.too_large' | 'request.malformed'

/** Returns the refusal of a request that the parser accepts but the gateway does not. */
function refusalOf(request: IncomingMessage): Refusal | undefined {
  const { url, headers, rawHeaders, httpVersion } = request
  if (rawHeaders.length > headerLimit * 2) return 'headers.too_large'
  if (url === undefined || !url.startsWith('/')) return 'request.malformed'
  const length = headers['content-length']
  if (length !== undefined && !/^\d{1,15}$/.test(length)) return 'request.malformed'
  // the parser takes a request line without a version for HTTP/0.9; HTTP/1.0 has no transfer encoding (RFC 9112,
  // section 6.1)
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return 'request.malformed'
  if (headers.host === undefined && httpVersion === '1.1') return 'request.malformed'
  const encoding = headers['transfer-encoding']
  if (encoding !== undefined && (length !== undefined || httpVersion === '1.0' || encoding.toLowerCase() !== 'chunked'))
    return 'request.malformed'
  return hasRepeatedHeader(rawHeaders) ? 'request.malformed' : undefined
}

/** Headers that may occur once, by the length of their name, which is different for each. */
const singleHeaders = new Map(['host', 'content-length', 'transfer-encoding'].map((name) => [name.length, name]))

function hasRepeatedHeader(rawHeaders: readonly string[]): boolean {
  let seenLengths = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    const length = name?.length ?? 0
    if (length !== 4 && length !== 14 && length !== 17) continue
    if (name?.toLowerCase() !== singleHeaders.get(length)) continue
    const bit = 1 << length
    if ((seenLengths & bit) !== 0) return true
    seenLengths |= bit
  }
  return false
}

/** Refuses CONNECT: the gateway offers no tunnels. */
function connectRefusal(target: string | undefined): Failure {
  const allow = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
  return fail('method.unknown', { path: (target ?? '').slice(0, 80), method: 'CONNECT', allow }, { allow })
}

function bodyOf({ code, message }: Failure, requestId: string): string {
  return JSON.stringify({ error: { code, message }, meta: { requestId } })
}

function headersOf(
  { notes: { allow, retryAfterS } }: Failure,
  body: string,
  requestId: string,
): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    'x-request-id': requestId,
    ...(allow === undefined ? {} : { allow }),
    ...(retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) }),
    connection: 'close',
  }
}

/** Answers with a failure where there is no call yet, and closes the connection. */
export function refuse(response: CallResponse, failure: Failure, requestId: string): void {
  const body = bodyOf(failure, requestId)
  response.writeHead(failure.info.status, headersOf(failure, body, requestId))
  response.end(body)
}

/**
 * Answers an error of the parser. There is no request, so the response is written to the socket and the connection
 * ends.
 */
function refuseSocket(
  error: NodeJS.ErrnoException,
  socket: Socket,
  { current, requestId }: { readonly current: ServerResponse | undefined; readonly requestId: string },
): void {
  if (current?.writableEnded) {
    socket.end()
    return
  }
  // the refusal must not end up in the middle of another response
  if (error.code === 'ECONNRESET' || !socket.writable || current?.headersSent || current?.req.complete) {
    socket.destroy()
    return
  }
  if (error.code === 'HPE_HEADER_OVERFLOW') writeRefusal(socket, fail('headers.too_large', {}), requestId)
  else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') writeRefusal(socket, fail('request.slow', {}), requestId)
  else writeRefusal(socket, fail('request.malformed', {}), requestId)
}

function writeRefusal(socket: Duplex, failure: Failure, requestId: string): void {
  const { status } = failure.info
  const body = bodyOf(failure, requestId)
  const fields = Object.entries(headersOf(failure, body, requestId)).map(([name, value]) => `${name}: ${value}`)
  socket.on('error', ignore)
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...fields, '', body].join('\r\n'))
}
