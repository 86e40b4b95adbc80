// Sessions with live providers: the gateway opens its own WebSocket to the provider before it accepts the caller's, and
// passes messages on unchanged. The rules for calls to providers hold (docs/architecture.md, outbound rules 1 to 4, 7,
// 8, 10 and 11).
import type { ClientRequest, IncomingMessage } from 'node:http'
import { WebSocket } from 'ws'
import { Failure, fail } from '#define'
import type { ErrorCode } from '#define/reflect'
import type { Message } from '#define/sockets'
import type { RoutedCall } from '../../call/call.ts'
import { inertHeadersFor, isJsonType, sendBytes } from '../../call/reply.ts'
import { addAnswerHeaders } from '../../upstream/answer-headers.ts'
import { withErrorMember } from '../../upstream/error-member.ts'
import { exchangeErrorOf } from '../../upstream/exchange-error.ts'
import { hopHeader } from '../../upstream/hops.ts'
import { type KeyForms, maskBytes, maskString } from '../../upstream/masking.ts'
import { refuseOwnKeyIn } from '../../upstream/own-key-guard.ts'
import type { Pools } from '../../upstream/pools.ts'
import { buildRequest, type UpstreamRequest } from '../../upstream/request.ts'
import type { Tokens } from '../../upstream/tokens.ts'
import { offeredProtocols, socketOptions } from './accept.ts'
import { MessageSocket, maySend, noCode, type SocketEnd } from './message-socket.ts'
import type { Opened } from './opened.ts'
import type { Sessions } from './sessions.ts'

export interface LiveSocketDeps {
  readonly pools: Pools
  readonly tokens: Tokens
  readonly sessions: Pick<Sessions, 'times'>
  /** The gateway's address as callers see it. */
  readonly baseUrl: string
}

/** The size limit of a provider's refusal, which is read whole. */
const maxRefusalBytes = 256 * 1024
const maxHeadBytes = 64 * 1024
const unavailable: ReadonlySet<number> = new Set([502, 503, 504])

/**
 * Opens the provider's side; returns undefined when the provider refused and its response has been passed on. A refused
 * token is replaced once.
 */
export async function openLive(call: RoutedCall, deps: LiveSocketDeps): Promise<Opened | undefined> {
  const opened = await open(call, deps, true)
  if (opened !== tokenRefused) return opened
  if (call.providerKey) call.providerKey = await deps.tokens.nextOf(call.providerKey)
  const openedNext = await open(call, deps, false)
  return openedNext === tokenRefused ? undefined : openedNext
}

const tokenRefused = 'token refused'

async function open(
  call: RoutedCall,
  deps: LiveSocketDeps,
  mayReplaceToken: boolean,
): Promise<Opened | typeof tokenRefused | undefined> {
  const { listing } = call
  const request = buildRequest(call, listing, true)
  request.headers.push(hopHeader, deps.pools.hops.after(call.request.headers))
  const circuit = deps.pools.circuit(listing.slug, request.target.origin)
  const seconds = circuit.retryAfterS()
  if (seconds !== undefined)
    throw fail('upstream.circuit_open', { api: listing.title, seconds }, { retryAfterS: seconds })
  const keyForms = call.providerKey ? deps.pools.keyForms(call.providerKey, listing.api.auth) : undefined
  try {
    const outcome = await handshake(call, request)
    call.upstreamMs = performance.now() - call.startedMs
    if (outcome instanceof WebSocket) {
      circuit.succeeded()
      if (call.providerKey) deps.tokens.accepted(call.providerKey)
      return openedOf(outcome, { keyForms, closeMs: deps.sessions.times.closeMs })
    }
    const { providerKey } = call
    if (mayReplaceToken && outcome.statusCode === 401 && providerKey && deps.tokens.refused(providerKey)) {
      outcome.destroy()
      circuit.succeeded()
      return tokenRefused
    }
    const body = await readRefusal(outcome, call)
    if (unavailable.has(outcome.statusCode ?? 0)) circuit.failed()
    else circuit.succeeded()
    passRefusal(call, { outcome, body, keyForms, request, baseUrl: deps.baseUrl })
    return undefined
  } catch (error) {
    if (call.response.destroyed) circuit.inconclusive()
    else circuit.failed()
    throw error
  }
}

/**
 * Returns the open socket, or the response with which the provider refused. A provider is free to choose none of the
 * subprotocols, but ws treats that as an error: the handshake is repeated as if no choice were required.
 */
function handshake(
  call: RoutedCall,
  request: UpstreamRequest,
  mayChooseNone = false,
): Promise<WebSocket | IncomingMessage> {
  const { listing, route } = call
  const { target, path, headers } = request
  const record: Record<string, string> = {}
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = headers.slice(at, at + 2)
    // these describe a body, and a handshake has none
    if (!/^(?:accept-encoding|content-.*)$/i.test(name)) record[name] = value
  }
  const address = target.origin.replace(/^http/, 'ws') + path
  const offered = offeredProtocols(call)
  if (mayChooseNone) record['sec-websocket-protocol'] = offered.join(', ')
  const socket = new WebSocket(address, mayChooseNone ? [] : offered, {
    ...socketOptions(route.endpoint.socket?.messageBytes ?? 0),
    headers: record,
    followRedirects: false,
    maxHeaderSize: maxHeadBytes,
  })
  const { promise, resolve, reject } = Promise.withResolvers<WebSocket | IncomingMessage>()
  let choseNone = false
  socket.once('upgrade', ({ headers: chosen }: IncomingMessage) => {
    choseNone = !mayChooseNone && offered.length > 0 && chosen['sec-websocket-protocol'] === undefined
  })
  socket.once('open', () => {
    // paused until a reader takes over
    socket.pause()
    resolve(socket)
  })
  socket.once('unexpected-response', (_request: ClientRequest, answer: IncomingMessage) => resolve(answer))
  socket.on('error', (error) =>
    choseNone ? resolve(handshake(call, request, true)) : reject(failureOf(error, listing.title)),
  )
  const onGone = () => socket.terminate()
  call.response.once('close', onGone)
  const silent = setTimeout(() => {
    reject(fail('upstream.silent', { api: listing.title }))
    socket.terminate()
  }, listing.compiled(route).firstByteMs)
  const settled = () => {
    clearTimeout(silent)
    call.response.off('close', onGone)
  }
  void promise.finally(settled).catch(() => {})
  return promise
}

function failureOf(error: Error, api: string): Failure {
  const notes = { note: error.message, cause: error }
  // errors that ws reports for a response that is valid HTTP but not a handshake
  if (!('code' in error)) return fail('upstream.invalid', { api }, notes)
  const codes: Partial<Record<string, ErrorCode>> = {
    unreachable: 'upstream.unreachable',
    invalid: 'upstream.invalid',
    idle_timeout: 'upstream.silent',
    head_too_large: 'upstream.head_too_large',
  }
  const kind = error.code === 'HPE_HEADER_OVERFLOW' ? 'head_too_large' : exchangeErrorOf(error, false).kind
  if (kind === 'no_descriptors') return fail('gateway.busy', {}, { ...notes, retryAfterS: 1 })
  const code = codes[kind]
  if (code === 'upstream.unreachable' || code === 'upstream.invalid') return fail(code, { api }, notes)
  if (code === 'upstream.silent' || code === 'upstream.head_too_large') return fail(code, { api }, notes)
  return fail('upstream.cut', { api }, notes)
}

async function readRefusal(answer: IncomingMessage, { listing, route }: RoutedCall): Promise<Buffer> {
  const { title: api } = listing
  const chunks: Buffer[] = []
  let length = 0
  const timer = setTimeout(() => answer.destroy(), listing.compiled(route).firstByteMs)
  try {
    for await (const chunk of answer) {
      length += chunk.length
      if (length > maxRefusalBytes) throw fail('upstream.too_large', { api })
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof Failure ? error : fail('upstream.cut', { api }, { cause: error })
  } finally {
    clearTimeout(timer)
    answer.destroy()
  }
  return Buffer.concat(chunks)
}

interface RefusalContext {
  readonly outcome: IncomingMessage
  readonly body: Buffer
  readonly keyForms: KeyForms | undefined
  readonly request: UpstreamRequest
  readonly baseUrl: string
}

/** Passes on the provider's own response like that of any other call. */
function passRefusal(call: RoutedCall, { outcome, body, keyForms, request, baseUrl }: RefusalContext): void {
  const { statusCode: status = 502, headers } = outcome
  // a handshake ends only in an upgrade or an error
  if (status < 300) throw fail('upstream.invalid', { api: call.listing.title }, { note: `status ${status}` })
  const isJson = isJsonType(String(headers['content-type'] ?? '')) && headers['content-encoding'] === undefined
  const list: string[] = isJson ? [] : [...inertHeadersFor(headers)]
  const { target, path: requestPath } = request
  const { slug, api } = call.listing
  addAnswerHeaders(list, headers, {
    keyForms,
    status,
    target,
    requestPath,
    baseUrl,
    slug,
    changesBody: isJson,
    hasCost: false,
  })
  const masked = keyForms ? maskBytes(body, keyForms) : body
  const isError = isJson && status >= 400
  sendBytes(call, status, { headers: list, body: isError ? withErrorMember(masked, status, api.errors) : masked })
}

interface Bridge {
  readonly keyForms: KeyForms | undefined
  readonly closeMs: number
}

function openedOf(socket: WebSocket, { keyForms, closeMs }: Bridge): Opened {
  const provider = new MessageSocket(socket, closeMs)
  return {
    protocol: socket.protocol === '' ? undefined : socket.protocol,
    abandon: () => provider.cut(),
    async run(caller) {
      socket.resume()
      const towardsProvider = pass(caller, provider, (message) => {
        refuseOwnKeyIn(bytesOf(message))
        return message
      })
      const towardsCaller = pass(provider, caller, (message) => masked(message, keyForms))
      const beat = setInterval(() => provider.ping(), pingMs)
      void caller.ended.then((end) => hangUp(provider, end, 'The caller has left.'))
      void provider.ended.then((end) => hangUp(caller, { ...end, reason: maskedText(end.reason, keyForms) }, ''))
      await Promise.all([towardsProvider, towardsCaller, caller.ended, provider.ended])
      clearInterval(beat)
    },
  }
}

/** The ping interval, which keeps proxies in front of the provider from closing an idle session. */
const pingMs = 20_000

/** Passes on one direction until either end closes. A message that must not pass ends the session. */
async function pass(from: MessageSocket, to: MessageSocket, change: (message: Message) => Message): Promise<void> {
  try {
    for await (const message of from.messages()) await to.send(change(message))
  } catch (error) {
    if (!(error instanceof Failure)) return
    from.close(1008, error.message)
  }
}

/**
 * Ends the other side the way this one ended. After a broken connection the other side is cut too, so that the session
 * never looks complete.
 */
function hangUp(other: MessageSocket, { code, reason, isCut }: SocketEnd, fallback: string): void {
  if (isCut) other.cut()
  else if (code === noCode) other.close(undefined, '')
  else other.close(maySend(code) ? code : 1000, reason === '' ? fallback : reason)
}

const bytesOf = (message: Message) => (typeof message === 'string' ? Buffer.from(message) : message)

function masked(message: Message, keyForms: KeyForms | undefined): Message {
  if (!keyForms) return message
  const bytes = bytesOf(message)
  const changed = maskBytes(bytes, keyForms)
  if (changed === bytes) return message
  return typeof message === 'string' ? changed.toString() : changed
}

function maskedText(text: string, keyForms: KeyForms | undefined): string {
  return keyForms ? maskString(text, keyForms) : text
}
