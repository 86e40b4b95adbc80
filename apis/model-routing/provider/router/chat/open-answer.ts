// Decides what answers a chat, a channel or the gateway's own model, reserves the highest cost, and opens the answer.
import type { Call } from '#define'
import { abortedCall } from '../../errors.ts'
import type { ChatRequest } from '../../wire/chat-request.ts'
import { withOrdinaryNumbers } from '../../wire/exact-numbers.ts'
import { extrasIn, leftOutHeaders } from '../../wire/left-out.ts'
import { ModelError } from '../../wire/model-error.ts'
import type { ChannelSet } from '../channels/channel-store.ts'
import type { Reservation } from '../metering/meter.ts'
import type { Price } from '../metering/price.ts'
import type { Router } from '../router.ts'
import { affinityKeyOf } from '../routing/affinity.ts'
import { Attempts, openOnChannel, type RoutedAnswer } from '../routing/attempts.ts'
import { highestPrice } from '../routing/highest-price.ts'
import type { RoutingPreferences } from '../routing/preferences.ts'
import type { Candidate, RouteRequest } from '../routing/selection.ts'
import { type BegunAnswer, type CallerBody, type ChatCall, openChat } from '../upstreams/chat-call.ts'
import { type Observation, observe } from './observation.ts'

export interface ChatInput {
  readonly endpoint: string
  readonly request: ChatRequest
  readonly preferences: RoutingPreferences
  readonly signal: AbortSignal
  /** Headers of the caller. */
  readonly headers: Readonly<Record<string, string>>
  /** The caller's own text, for a provider of the same wire. */
  readonly verbatim: CallerBody | undefined
}
export interface OpenAnswer extends Observation {
  /** Name of the model as the caller sees it. */
  readonly model: string
  readonly route: string
  readonly attempts: number
  readonly reserved: bigint
  /** Headers of the provider that callers get too; the call owns them and adds others. */
  readonly headers: Record<string, string>
  /** The training example that a fine-tune of the gateway answers from. */
  readonly example?: string | undefined
}

/** Resolves when the answer has begun. Throws ModelError. */
export async function openAnswer(router: Router, call: Call, input: ChatInput): Promise<OpenAnswer> {
  if (router.ownChat.owns(input.request.model)) return openOwn(router, call, input)
  const set = await router.channels.list()
  const hasChannels = set.channels.some(({ enabled }) => enabled)
  return hasChannels ? openRouted(router, call, input, set) : openOwn(router, call, input)
}

async function openOwn(router: Router, call: Call, input: ChatInput): Promise<OpenAnswer> {
  if (input.request.unread) throw input.request.unread
  const { model, events, example, script } = await router.ownChat.answer(call, withOrdinaryTools(input.request))
  const reservation = await reserve(router, call, input)
  const outcome = { channel: 'built-in', upstreamModel: model, attempts: 1 }
  const headers = leftOutHeaders([...(input.request.dropped ?? []), ...extrasIn(input.request)])
  const deps = { reservation, attempt: undefined, outcome, signal: input.signal, log: router.kit.log }
  const observation = observe(events, deps)
  const route = script === undefined ? `built-in/${model}` : `scripts/${script}`
  return { ...observation, model, route, attempts: 1, reserved: 0n, headers, example }
}

/** Schemas can hold integers as they were written, which the gateway's own models cannot compute with. */
const withOrdinaryTools = (request: ChatRequest): ChatRequest =>
  request.tools.length === 0 ? request : { ...request, tools: withOrdinaryNumbers(request.tools) }

async function openRouted(router: Router, call: Call, input: ChatInput, set: ChannelSet): Promise<OpenAnswer> {
  const { request, preferences, signal } = input
  const affinityKey = affinityKeyOf(call, request, router.newId)
  const route: RouteRequest = { model: request.model, ability: 'chat', preferences, affinityKey }
  const reservation = await reserve(router, call, input, () => highestPrice(set.channels, router.health, route))
  const attempts = new Attempts({ channels: set.channels, health: router.health, signal }, route)
  let routed: RoutedAnswer<BegunAnswer>
  try {
    routed = await openOnChannel(attempts, (candidate) => openChat(chatCallOf(router, call, { input, set, candidate })))
  } catch (error) {
    await endReservation(reservation, attempts, signal)
    throw !signal.aborted || !attempts.candidate || error instanceof ModelError ? error : abortedCall(signal, error)
  }
  return observed(router, call, { input, routed, reservation })
}

interface CandidateInput {
  readonly input: ChatInput
  readonly set: ChannelSet
  readonly candidate: Candidate
}

function chatCallOf(router: Router, { account }: Call, { input, set, candidate }: CandidateInput): ChatCall {
  const { request, signal, headers, verbatim } = input
  return {
    outbound: router.kit.outbound,
    candidate,
    isKeyed: set.keyed.has(candidate.channel.id),
    request: signsCalls(candidate, request) ? router.callSignatures.restored(account, request) : request,
    signal,
    headers,
    verbatim,
  }
}

const signsCalls = ({ channel }: Candidate, request: ChatRequest): boolean =>
  channel.kind === 'gemini' && request.wire !== 'gemini'

/** Ends the reservation of a call that no channel answers. */
async function endReservation(
  reservation: Reservation,
  { count, candidate }: Attempts,
  signal: AbortSignal,
): Promise<void> {
  if (!signal.aborted || !candidate) return reservation.cancel()
  // the prompt was sent, and the provider works on it until it notices the disconnection
  const { channel, model: upstreamModel, price } = candidate
  const outcome = { ended: 'left', channel: channel.name, upstreamModel, attempts: count, price } as const
  await reservation.settle({ ...outcome, usage: { answer: 0 }, output: [] })
}

interface Routed {
  readonly input: ChatInput
  readonly routed: RoutedAnswer<BegunAnswer>
  readonly reservation: Reservation
}

function observed(router: Router, { account }: Call, { input, routed, reservation }: Routed): OpenAnswer {
  const { candidate, attempts, attempt, value } = routed
  const { channel, model, requestedModel, price } = candidate
  const events = signsCalls(candidate, input.request)
    ? router.callSignatures.remembering(account, value.events)
    : value.events
  const outcome = { channel: channel.name, upstreamModel: model, attempts, price }
  const deps = { reservation, attempt, outcome, signal: input.signal, log: router.kit.log }
  return {
    ...observe(events, deps),
    model: requestedModel,
    route: `${channel.name}/${model}`,
    attempts,
    reserved: reservation.reserved,
    headers: value.headers,
  }
}

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
