// Decides who answers a chat, a channel or the gateway's own model, reserves what it may cost, and opens the answer.
import type { Call, Cancellation } from '#define'
import { abortedCall } from '../../errors.ts'
import { asBatches, isComplete } from '../../wire/batches.ts'
import type { ChatRequest } from '../../wire/chat-request.ts'
import { withOrdinaryNumbers } from '../../wire/exact-numbers.ts'
import { ModelError } from '../../wire/model-error.ts'
import type { PassedStream } from '../../wire/passed-stream.ts'
import type { ChannelSet } from '../channels/channel-store.ts'
import type { Reservation } from '../metering/meter.ts'
import type { Price } from '../metering/price.ts'
import type { Router } from '../router.ts'
import { affinityKeyOf } from '../routing/affinity.ts'
import { Attempts, type RoutedAnswer } from '../routing/attempts.ts'
import { highestPrice } from '../routing/highest-price.ts'
import type { RoutingPreferences } from '../routing/preferences.ts'
import type { Candidate, RouteRequest } from '../routing/selection.ts'
import { type BegunAnswer, type CallerBody, type ChatCall, openChat, sendChat } from '../upstreams/chat-call.ts'
import { modelErrorOf } from '../upstreams/outbound-error.ts'
import {
  type Observation,
  type ObservationDeps,
  observe,
  observeComplete,
  observePassed,
  type WriteEnd,
} from './observation.ts'

export interface ChatInput {
  readonly endpoint: string
  readonly request: ChatRequest
  readonly preferences: RoutingPreferences
  readonly signal: Cancellation
  /** Of the caller. */
  readonly headers: Readonly<Record<string, string>>
  /** The caller's own text, for a provider of the same wire. */
  readonly verbatim: CallerBody | undefined
  /** Writes the end of an answer that is passed on as it comes; without it every answer is read. */
  readonly endPassed: WriteEnd | undefined
}
export interface OpenAnswer extends Observation {
  /** The answer itself, where it is passed on as it comes. */
  readonly passed?: PassedStream | undefined
  /** As the caller sees it. */
  readonly model: string
  readonly route: string
  readonly attempts: number
  readonly reserved: bigint
  /** Headers of the provider that callers get too. Of this call alone: others are added. */
  readonly headers: Record<string, string>
  /** The training example that a fine-tune of the gateway answers from. */
  readonly example?: string | undefined
}

/** Resolves when the answer has begun. Throws ModelError. */
export function openAnswer(router: Router, call: Call, input: ChatInput): Promise<OpenAnswer> {
  if (router.ownChat.owns(input.request.model)) return openOwn(router, call, input)
  const open = (set: ChannelSet) =>
    set.channels.some(({ enabled }) => enabled) ? openRouted(router, call, input, set) : openOwn(router, call, input)
  const listed = router.channels.list()
  return listed instanceof Promise ? listed.then(open) : open(listed)
}

async function openOwn(router: Router, call: Call, input: ChatInput): Promise<OpenAnswer> {
  const { model, events, example } = await router.ownChat.answer(call, withOrdinaryTools(input.request))
  const reservation = await reserve(router, call, input)
  const outcome = { channel: 'built-in', upstreamModel: model, attempts: 1 }
  const deps = { reservation, attempt: undefined, outcome, signal: input.signal, log: router.kit.log }
  const observation = observe(events, deps)
  return { ...observation, model, route: `built-in/${model}`, attempts: 1, reserved: 0n, headers: {}, example }
}

/** Schemas may hold integers as they were written, which the gateway's own models cannot compute with. */
const withOrdinaryTools = (request: ChatRequest): ChatRequest =>
  request.tools.length === 0 ? request : { ...request, tools: withOrdinaryNumbers(request.tools) }

async function openRouted(router: Router, call: Call, input: ChatInput, set: ChannelSet): Promise<OpenAnswer> {
  const { request, preferences, signal } = input
  const affinityKey = affinityKeyOf(call, request, router.newId)
  const route: RouteRequest = { model: request.model, ability: 'chat', preferences, affinityKey }
  const reserved = reserve(router, call, input, () => highestPrice(set.channels, router.health, route))
  // an await of what is no promise costs as much as one of a promise
  const reservation = reserved instanceof Promise ? await reserved : reserved
  const attempts = new Attempts({ channels: set.channels, health: router.health, signal }, route)
  let routed: RoutedAnswer<BegunAnswer> | undefined
  try {
    // the loop of `openOnChannel`: a function that waits for another costs each call
    while (!routed) {
      const candidate = attempts.begin()
      try {
        const chat = chatCallOf(router, call, { input, set, candidate })
        const sent = sendChat(chat)
        const begun = sent ? sent.begin(await sent.answer) : openChat(chat)
        const value = begun instanceof Promise ? await begun : begun
        routed = { candidate, attempts: attempts.count, attempt: attempts.answered(), value }
      } catch (error) {
        attempts.failed(modelErrorOf(error))
      }
    }
  } catch (error) {
    await endReservation(reservation, attempts, signal)
    throw !signal.aborted || !attempts.candidate || error instanceof ModelError ? error : abortedCall(signal, error)
  }
  const { passed } = routed.value
  if (!passed || !input.endPassed) {
    const observed = observedAnswer(router, call, { input, routed, reservation })
    return observed instanceof Promise ? await observed : observed
  }
  observePassed(passed, observationOf(router, routed, { reservation, signal }), input.endPassed)
  return { ...answeredBy(routed, reservation), passed, events: noEvents, settled: notSettled }
}

interface CandidateInput {
  readonly input: ChatInput
  readonly set: ChannelSet
  readonly candidate: Candidate
}

function chatCallOf(router: Router, { account }: Call, { input, set, candidate }: CandidateInput): ChatCall {
  const { request, signal, headers, verbatim, endPassed } = input
  return {
    outbound: router.kit.outbound,
    candidate,
    isKeyed: set.keyed.has(candidate.channel.id),
    request: signsCalls(candidate, request) ? router.callSignatures.restored(account, request) : request,
    signal,
    headers,
    verbatim,
    passes: endPassed !== undefined,
  }
}

const signsCalls = ({ channel }: Candidate, request: ChatRequest): boolean =>
  channel.kind === 'gemini' && request.wire !== 'gemini'

/** When no channel answers. */
async function endReservation(
  reservation: Reservation,
  { count, candidate }: Attempts,
  signal: Cancellation,
): Promise<void> {
  if (!signal.aborted || !candidate) return reservation.cancel()
  // the prompt was sent, and the provider works on it until it notices that nobody waits
  const { channel, model: upstreamModel, price } = candidate
  const outcome = { ended: 'left', channel: channel.name, upstreamModel, attempts: count, price } as const
  await reservation.settle({ ...outcome, usage: { answer: 0 }, output: [] })
}

interface Routed {
  readonly input: ChatInput
  readonly routed: RoutedAnswer<BegunAnswer>
  readonly reservation: Reservation
}

/** An answer that is read here before it is written. */
function observedAnswer(
  router: Router,
  { account }: Call,
  { input, routed, reservation }: Routed,
): OpenAnswer | Promise<OpenAnswer> {
  const { request, signal } = input
  const { candidate, value } = routed
  const events = signsCalls(candidate, request)
    ? router.callSignatures.remembering(account, value.events)
    : value.events
  const deps = observationOf(router, routed, { reservation, signal })
  // a whole answer to a caller who asked for a stream is settled as it is read, and so is one that nobody waits for
  const isSettledNow = isComplete(events) && !request.stream && !signal.aborted
  const answered = answeredBy(routed, reservation)
  const opened = ({ events, settled }: Observation): OpenAnswer => ({ ...answered, passed: undefined, events, settled })
  const observation =
    isComplete(events) && isSettledNow ? observeComplete(events, deps) : observe(asBatches(events), deps)
  return observation instanceof Promise ? observation.then(opened) : opened(observation)
}

function observationOf(
  router: Router,
  { candidate, attempts, attempt }: RoutedAnswer<BegunAnswer>,
  { reservation, signal }: Pick<ObservationDeps, 'reservation' | 'signal'>,
): ObservationDeps {
  const { channel, model: upstreamModel, price } = candidate
  const outcome = { channel: channel.name, upstreamModel, attempts, price }
  return { reservation, attempt, outcome, signal, log: router.kit.log }
}

function answeredBy(
  { candidate, attempts, value }: RoutedAnswer<BegunAnswer>,
  { reserved }: Reservation,
): Omit<OpenAnswer, keyof Observation> {
  const { channel, model, requestedModel } = candidate
  return { model: requestedModel, route: `${channel.name}/${model}`, attempts, reserved, headers: value.headers }
}

const noEvents: readonly never[] = []
const notSettled = () => undefined

function reserve(
  router: Router,
  { account, key }: Call,
  { request, endpoint }: ChatInput,
  price: () => Price | undefined = isFree,
): Reservation | Promise<Reservation> {
  const { model, n } = request
  const maxTokens = request.maxTokens === undefined ? undefined : request.maxTokens * n
  return router.meter.reserve({ account, key, endpoint, model, prompt: request, maxTokens, price })
}

const isFree = () => undefined
