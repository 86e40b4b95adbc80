// The life of a call as a list of phases. What each does is in the file of its name; nothing else happens to a call.
import type { IncomingMessage } from 'node:http'
import { Failure, fail } from '#define'
import type { Store } from '#store'
import { admit } from './call/admit.ts'
import type { Call } from './call/call.ts'
import type { IdentifyParts } from './call/identify.ts'
import { identify } from './call/identify.ts'
import type { Listing } from './call/listings.ts'
import type { ReadContext } from './call/read.ts'
import { read } from './call/read.ts'
import type { RecordParts } from './call/record.ts'
import { record } from './call/record.ts'
import { sendFailure } from './call/reply.ts'
import type { Mounts } from './call/route.ts'
import { route } from './call/route.ts'
import type { CredentialParts } from './call/select-provider.ts'
import { choose, mayLeaveOutCredential, requireKey } from './call/select-provider.ts'
import type { EmbeddedDeps } from './embedded/run.ts'
import { runEmbedded } from './embedded/run.ts'
import { discardRest } from './http/body.ts'
import type { Quota } from './quota/quota.ts'
import type { ForwardParts } from './upstream/forward.ts'
import { forward } from './upstream/forward.ts'

export interface PipelineParts extends IdentifyParts, CredentialParts, EmbeddedDeps, ForwardParts, RecordParts {
  readonly mounts: Mounts
  readonly quota: Quota
  readonly store: Pick<Store, 'dialect'>
  /** Told when a call is over, whatever became of it. */
  readonly ended: () => void
}

/** Answers one call; never throws. */
export function answer(call: Call, parts: PipelineParts): void {
  // a caller may have gone before its turn came
  if (call.response.closed) {
    finish(call, parts)
    return
  }
  call.response.on('close', () => finish(call, parts))
  try {
    const waiting = from(0, call, parts)
    if (waiting) waiting.catch((error: unknown) => refuse(call, error, parts))
  } catch (error) {
    refuse(call, error, parts)
  }
}

/** The phases in their order. One that needs nothing from elsewhere is not waited for: an await costs more than the phase. */
const phases: readonly ((call: Call, listing: Listing, parts: PipelineParts) => void | Promise<void>)[] = [
  (call, listing, parts) => inTime(identify(call, listing, parts)),
  (call, listing, parts) => admit(call, listing, parts.quota),
  (call, listing, parts) => inTime(choose(call, listing, parts)),
  (call, listing) => inCallersTime(call, read(call, readContext(call, listing))),
  requireKey,
  send,
]

/** Goes through the phases from one on; a promise only where one of them waits. */
function from(first: number, call: Call, parts: PipelineParts): void | Promise<void> {
  const listing = call.listing ?? route(call, parts.mounts)
  for (let place = first; place < phases.length; place++) {
    const waiting = phases[place]?.(call, listing, parts)
    if (waiting) return waiting.then(() => from(place + 1, call, parts))
  }
}

function readContext(call: Call, listing: Listing): ReadContext {
  if (!call.route) throw fail('internal.bug', {}, { note: 'no route' })
  return { compiled: listing.compiled(call.route), hasStoredKey: mayLeaveOutCredential(call, listing) }
}

function send(call: Call, listing: Listing, parts: PipelineParts): void | Promise<void> {
  if (call.provider !== 'live') return inCallersTime(call, runEmbedded(call, listing, parts))
  forward(call, listing, { parts, failed: refuse })
}

/** The one place where an error becomes an answer. */
function refuse(call: Call, error: unknown, parts: PipelineParts): void {
  const failure = error instanceof Failure ? error : failureOf(error, parts)
  call.failure = failure
  if (call.response.headersSent) call.response.destroy()
  else if (failure.code === 'key.invalid') {
    void evenly(call).then(() => sendFailure(call, failure))
    return
  }
  sendFailure(call, failure)
}

function finish(call: Call, parts: PipelineParts): void {
  parts.ended()
  record(call, parts)
  call.leaving?.abort()
  const { request, listing } = call
  if (request.complete || request.destroyed) return
  if (call.failure) release(request)
  // a provider that answers before it has the whole body leaves a caller that still sends
  else if (listing && call.route) discardRest(request, listing.compiled(call.route).bodyBytes)
}

/** Lets what still waits for a body hear that none will come: Node forgets a request with its answer, although its connection ends. */
function release(request: IncomingMessage): void {
  const { socket } = request
  if (socket.closed) request.destroy()
  else socket.once('close', () => request.destroy())
}

/** What is no error of ours already: the database that is away, or a mistake. */
function failureOf(error: unknown, { store }: PipelineParts): Failure {
  if (store.dialect.isUnavailable(error)) return fail('store.unavailable', {}, { cause: error, retryAfterS: 1 })
  return fail('internal.bug', {}, { cause: error })
}

/** How long a call waits for what the database knows of its caller; a database that hangs must not hold calls for ever. */
const storeMs = 5000

const storeLate = () => fail('store.unavailable', {}, { note: 'the database did not answer in time', retryAfterS: 1 })

/** Work that has no deadline of its own ends with the time that the caller gives the call (`x-gateway-timeout`). */
function inCallersTime(call: Call, work: void | Promise<void>): void | Promise<void> {
  const { timeoutMs } = call
  if (!work || timeoutMs === undefined) return work
  const leftMs = timeoutMs - (performance.now() - call.startedMs)
  return within(work, Math.max(0, leftMs), () => fail('call.timeout', { timeout: timeoutMs }))
}

function inTime(work: void | Promise<void>): void | Promise<void> {
  return work && within(work, storeMs, storeLate)
}

async function within(work: Promise<void>, ms: number, late: () => Failure): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), ms)
  })
  try {
    await Promise.race([work, over])
  } finally {
    clearTimeout(timer)
  }
}

/** How long any refusal of a key takes, so that its time does not tell what was wrong with the key. */
const refusalMs = 10

function evenly(call: Call): Promise<void> {
  const left = refusalMs - (performance.now() - call.startedMs)
  // timers count from the beginning of the turn, which lies up to a millisecond before the call's
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, Math.ceil(left) + 1)))
}
