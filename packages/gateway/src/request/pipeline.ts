// The phases of a call, in order. Each phase is documented in the file of its name; a call goes through nothing else.
import type { IncomingMessage } from 'node:http'
import { Failure } from '#define'
import type { Store } from '#store'
import { type AdmitDeps, admit, takeBack } from '../call/admit.ts'
import { type Incoming, isRouted, type RoutedCall } from '../call/call.ts'
import { type HoldCostDeps, holdCost } from '../call/hold-cost.ts'
import { discardRest } from '../call/http/body.ts'
import { watchUnreadBody } from '../call/http/unread-body.ts'
import { type IdentifyDeps, identify } from '../call/identify.ts'
import { type ReadDeps, read } from '../call/read.ts'
import { type RecordDeps, record } from '../call/record.ts'
import { rehearse } from '../call/rehearse.ts'
import { sendFailure } from '../call/reply.ts'
import { type RequireKeyDeps, requireKey } from '../call/require-key.ts'
import { type RouteDeps, route } from '../call/route.ts'
import { type SelectProviderDeps, selectProvider } from '../call/select-provider.ts'
import { withCallTimeout } from '../call/timeouts.ts'
import { failOver, failsOver } from '../embedded/fail-over.ts'
import { type ReplayDeps, replay, sendKept } from '../embedded/replay.ts'
import { type EmbeddedDeps, runEmbedded } from '../embedded/run.ts'
import { answerInSandbox, converseInSandbox, type SandboxDeps } from '../embedded/sandboxes/answer.ts'
import { type AddTokenDeps, addToken } from '../upstream/add-token.ts'
import { type ForwardDeps, forward } from '../upstream/forward.ts'
import { converse, type SocketDeps } from './sockets/converse.ts'
import { failureOf } from './unexpected-error.ts'

export interface PipelineDeps
  extends RouteDeps,
    IdentifyDeps,
    AdmitDeps,
    SelectProviderDeps,
    RequireKeyDeps,
    AddTokenDeps,
    HoldCostDeps,
    EmbeddedDeps,
    ReplayDeps,
    SandboxDeps,
    ForwardDeps,
    ReadDeps,
    RecordDeps,
    SocketDeps {
  readonly store: Pick<Store, 'dialect'>
  /** Called once when a call is over, however it ended. */
  readonly onEnd: () => void
}

/**
 * The phases in order. `route` turns an incoming request into a call, on which all others rely. A phase returns a
 * promise only when it has to wait: an await costs more than most phases.
 */
const [findEndpoint, ...phases] = [
  ...([route, identify, admit, selectProvider, read, replay, requireKey, addToken, holdCost] as const),
  send,
] as const
/** Phases of a rehearsal: nothing is counted or held, and `rehearse` reports what would be sent. */
const rehearsalPhases = [identify, selectProvider, read, requireKey, rehearse] as const

/** Answers one call; never throws. */
export function answer(incoming: Incoming, deps: PipelineDeps): void {
  // the caller may have disconnected before its batch began
  if (incoming.response.closed) {
    finish(incoming, deps)
    return
  }
  incoming.response.on('close', () => finish(incoming, deps))
  try {
    const waiting = runPhases(0, findEndpoint(incoming, deps), deps)
    if (waiting) waiting.catch((error: unknown) => refuse(incoming, error, deps))
  } catch (error) {
    refuse(incoming, error, deps)
  }
}

function runPhases(from: number, call: RoutedCall, deps: PipelineDeps): void | Promise<void> {
  const own = call.agent?.isRehearsal ? rehearsalPhases : phases
  for (let index = from; index < own.length; index++) {
    const waiting = own[index]?.(call, deps)
    if (waiting) return index + 1 < own.length ? waiting.then(() => runPhases(index + 1, call, deps)) : waiting
  }
}

function send(call: RoutedCall, deps: PipelineDeps): void | Promise<void> {
  if (call.upgrade)
    return call.sandbox === undefined
      ? converse(call, deps)
      : converseInSandbox(call, deps, (providers) => converse(call, { ...deps, providers }))
  if (call.provider === 'live') {
    const replace = failsOver(call) ? (failure: Failure) => failOver(call, failure, deps) : undefined
    forward(call, { deps, failed: refuse, replace })
    return
  }
  if (call.kept) return sendKept(call, call.kept, deps)
  const waiting = call.sandbox === undefined ? runEmbedded(call, deps) : answerInSandbox(call, deps)
  if (waiting) return withCallTimeout(call, waiting)
}

/** Ends a call with an error, unless another answer replaces that. */
function refuse(call: Incoming, error: unknown, deps: PipelineDeps): void {
  const failure = error instanceof Failure ? error : failureOf(error, deps.store)
  if (!isRouted(call) || !failsOver(call)) {
    showFailure(call, failure, deps)
    return
  }
  void failOver(call, failure, deps).then((isAnswered) => {
    if (!isAnswered) showFailure(call, failure, deps)
  })
}

/** Turns an error into the response; the only function that does. */
function showFailure(call: Incoming, failure: Failure, deps: PipelineDeps): void {
  call.failure = failure
  if (failure.info.counted === false) takeBack(call, deps)
  if (call.response.headersSent) call.response.destroy()
  else if (failure.code === 'key.invalid') void padKeyRefusal(call).then(() => sendFailure(call, failure))
  else sendFailure(call, failure)
}

/** Duration of every key refusal. A constant time does not reveal what was wrong with the key. */
const keyRefusalMs = 10

function padKeyRefusal(call: Incoming): Promise<void> {
  const leftMs = keyRefusalMs - (performance.now() - call.startedMs)
  // timers count from the start of the event-loop tick, which is up to a millisecond before the start of the call
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, Math.ceil(leftMs) + 1)))
}

function finish(call: Incoming, deps: PipelineDeps): void {
  deps.onEnd()
  call.charge?.end()
  call.keeping?.release()
  record(call, deps)
  if (call.bodyHolder) deps.bodies.release(call.bodyHolder)
  call.onDisconnect?.abort()
  const { request, listing } = call
  if (request.complete || request.destroyed) return
  watchUnreadBody(request)
  if (call.failure) destroyWithSocket(request)
  // a provider that answers before it has the whole body leaves the caller still sending
  else if (listing && call.route) discardRest(request, listing.compiled(call.route).bodyBytes)
}

/**
 * Destroys the request with its socket. Node drops a request together with its response, even if the connection has
 * already ended.
 */
function destroyWithSocket(request: IncomingMessage): void {
  const { socket } = request
  if (socket.closed) request.destroy()
  else socket.once('close', () => request.destroy())
}
