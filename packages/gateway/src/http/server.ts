// The only place that touches the HTTP server: limits before bytes, refusal of what is not valid HTTP, one handler for all.
import type { IncomingMessage, Server } from 'node:http'
import { createServer, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorCode, errors } from '#define'

export interface ServerOptions {
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void
  /** Says an error that happened before there was a call. */
  readonly requestId: () => string
  /** Other times than those of the program; tests have none to wait for. */
  readonly times?: typeof arrivalTimes
}

/**
 * How long the head of a request may take to arrive, the whole request, and how often that is looked at. Bodies have their own
 * bounds per endpoint (body.ts); the one here only has to be longer than the longest of them.
 */
export const arrivalTimes = { headMs: 15_000, arrivalMs: 25_000_000, checkMs: 5000 }

/** Limits of a request head, and of connections. */
const headBytes = 32 * 1024
const headerLimit = 100
const keepAliveMs = 72_000
const connectionLimit = 50_000

/** Makes the server; it does not listen yet. */
export function createHttpServer(options: ServerOptions): Server {
  const { headMs, arrivalMs, checkMs } = options.times ?? arrivalTimes
  const server = createServer({
    maxHeaderSize: headBytes,
    headersTimeout: headMs,
    requestTimeout: arrivalMs,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: checkMs,
    noDelay: true,
    // names and values as they are, and no lenient reading of anything
    insecureHTTPParser: false,
    requireHostHeader: true,
    joinDuplicateHeaders: false,
    rejectNonStandardBodyWrites: false,
    // a request without a body goes through none of the events of one
    optimizeEmptyRequests: true,
  })
  server.maxConnections = connectionLimit
  // one more than allowed is kept, so that too many can be told from just enough
  server.maxHeadersCount = headerLimit + 1
  const take = (request: IncomingMessage, response: ServerResponse) => {
    response.on('error', ignore)
    const refusal = refusalOf(request)
    if (refusal) refuse(response, refusal, options.requestId())
    else options.handle(request, response)
  }
  server.on('request', take)
  // a caller that waits with its body is told to go on only when the body is wanted (call/read.ts)
  server.on('checkContinue', take)
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
    refuseSocket(error, socket, options.requestId()),
  )
  server.on('dropRequest', (_request, socket: Socket) => socket.destroy())
  return server
}

const ignore = () => {}

/** What the parser lets pass but this gateway does not. */
function refusalOf(request: IncomingMessage): ErrorCode | undefined {
  const { url, headers, rawHeaders, httpVersion } = request
  if (rawHeaders.length > headerLimit * 2) return 'headers.too_large'
  if (url === undefined || !url.startsWith('/')) return 'request.malformed'
  const length = headers['content-length']
  if (length !== undefined && !/^\d{1,15}$/.test(length)) return 'request.malformed'
  // a request line without a version is HTTP/0.9 to the parser, and HTTP/1.0 knows no transfer encoding (RFC 9112, section 6.1)
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return 'request.malformed'
  const encoding = headers['transfer-encoding']
  if (encoding !== undefined && (length !== undefined || httpVersion === '1.0' || encoding.toLowerCase() !== 'chunked'))
    return 'request.malformed'
  return hasDoubled(rawHeaders) ? 'request.malformed' : undefined
}

/** Names of which there may be one, by their length, which no two of them share. */
const onlyOnce = new Map(['host', 'content-length', 'transfer-encoding'].map((name) => [name.length, name]))

function hasDoubled(rawHeaders: readonly string[]): boolean {
  let seen = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    const length = name?.length ?? 0
    if (length !== 4 && length !== 14 && length !== 17) continue
    if (name?.toLowerCase() !== onlyOnce.get(length)) continue
    const bit = 1 << length
    if ((seen & bit) !== 0) return true
    seen |= bit
  }
  return false
}

function bodyOf(code: ErrorCode, requestId: string): string {
  return JSON.stringify({ error: { code, message: errors[code].say }, meta: { requestId } })
}

function refuse(response: ServerResponse, code: ErrorCode, requestId: string): void {
  const body = bodyOf(code, requestId)
  response.writeHead(errors[code].status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestId,
    connection: 'close',
  })
  response.end(body)
}

/** Errors of the parser: no request exists, so the answer is written to the socket and the connection ends. */
function refuseSocket(error: NodeJS.ErrnoException, socket: Socket, requestId: string): void {
  const underWay = answerUnderWay(socket)
  if (underWay?.writableEnded) {
    socket.end()
    return
  }
  // another answer's bytes must not be mixed with these
  if (error.code === 'ECONNRESET' || !socket.writable || underWay?.headersSent || underWay?.req.complete) {
    socket.destroy()
    return
  }
  const code: ErrorCode =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'headers.too_large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'request.slow'
        : 'request.malformed'
  const body = bodyOf(code, requestId)
  const { status } = errors[code]
  const head = [
    `HTTP/1.1 ${status} ${reasons[status] ?? 'Error'}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** The answer that owns the socket; Node's own handler looks at the same property, and there is no public one. */
function answerUnderWay(socket: Socket): ServerResponse | undefined {
  const message: unknown = Reflect.get(socket, '_httpMessage')
  return message instanceof ServerResponse ? message : undefined
}

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}
