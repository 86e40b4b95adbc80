// Decides who answers a chat, a channel or the gateway's own model, reserves what it may cost, and opens the answer.
import type { Call } from '#define'
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
import { openOnChannel, type RoutedAnswer } from '../routing/attempts.ts'
import { highestPrice } from '../routing/highest-price.ts'
import type { RoutingPreferences } from '../routing/preferences.ts'
import type { Candidate, RouteRequest } from '../routing/selection.ts'
import { type BegunAnswer, type CallerBody, openChat } from '../upstreams/chat-call.ts'
import { type Observation, observe, observeComplete, observePassed, type WriteEnd } from './observation.ts'

export interface ChatInput {
  readonly endpoint: string
  readonly request: ChatRequest
  readonly preferences: RoutingPreferences
  readonly signal: AbortSignal
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
  /** Headers of the provider that callers get too. */
  readonly headers: Readonly<Record<string, string>>
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
  const { account } = call
  const { candidate, attempts, attempt, value } = await openReserved(router, {
    account,
    input,
    set,
    route,
    reservation,
  })
  const { channel, model: upstreamModel, price, requestedModel } = candidate
  const outcome = { channel: channel.name, upstreamModel, attempts, price }
  const deps = { reservation, attempt, outcome, signal, log: router.kit.log }
  const { passed } = value
  const answered = {
    model: requestedModel,
    route: `${channel.name}/${upstreamModel}`,
    attempts,
    reserved: reservation.reserved,
    headers: value.headers,
  }
  if (passed && input.endPassed) {
    observePassed(passed, deps, input.endPassed)
    return { ...answered, passed, events: [], settled: () => undefined }
  }
  const signs = channel.kind === 'gemini' && request.wire !== 'gemini'
  const events = signs ? router.callSignatures.remembering(account, value.events) : value.events
  // a whole answer to a caller who asked for a stream is settled as it is read, and so is one that nobody waits for
  const isSettledNow = isComplete(events) && !request.stream && !signal.aborted
  const observation =
    isComplete(events) && isSettledNow ? await observeComplete(events, deps) : observe(asBatches(events), deps)
  return { ...answered, ...observation }
}

interface Reserved {
  readonly account: string
  readonly input: ChatInput
  readonly set: ChannelSet
  readonly route: RouteRequest
  readonly reservation: Reservation
}

/** Ends the reservation when no channel answers. */
async function openReserved(router: Router, reserved: Reserved): Promise<RoutedAnswer<BegunAnswer>> {
  const { account, input, set, route, reservation } = reserved
  const { request, signal, headers, verbatim, endPassed } = input
  const passes = endPassed !== undefined
  const { outbound } = router.kit
  let attempts = 0
  let last: Candidate | undefined
  try {
    return await openOnChannel({ channels: set.channels, health: router.health, signal }, route, (candidate) => {
      attempts += 1
      last = candidate
      const isKeyed = set.keyed.has(candidate.channel.id)
      const signs = candidate.channel.kind === 'gemini' && request.wire !== 'gemini'
      const sent = signs ? router.callSignatures.restored(account, request) : request
      return openChat({ outbound, candidate, isKeyed, request: sent, signal, headers, verbatim, passes })
    })
  } catch (error) {
    if (!signal.aborted || !last) {
      await reservation.cancel()
      throw error
    }
    // the prompt was sent, and the provider works on it until it notices that nobody waits
    const { channel, model: upstreamModel, price } = last
    const outcome = { ended: 'left', channel: channel.name, upstreamModel, attempts, price } as const
    await reservation.settle({ ...outcome, usage: { answer: 0 }, output: [] })
    throw error instanceof ModelError ? error : abortedCall(signal, error)
  }
}

function reserve(
  router: Router,
  { account, key }: Call,
  { request, endpoint }: ChatInput,
  price: () => Price | undefined = isFree,
): Reservation | Promise<Reservation> {
  const { model, maxTokens, n } = request
  return router.meter.reserve({
    ...{ account, key, endpoint, model, prompt: request, price },
    maxTokens: maxTokens === undefined ? undefined : maxTokens * n,
  })
}

const isFree = () => undefined
