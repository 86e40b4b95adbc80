// Selects the channel of a call: every channel is ranked, or refused with a reason. The routing of a call and the dry
// run that explains it read the same list.
import { createHash } from 'node:crypto'
import { type Channel, type ChannelKind, priceOf, serves, upstreamName } from '../channels/channel.ts'
import type { Price } from '../metering/price.ts'
import type { Health } from './health.ts'
import type { RoutingPreferences } from './preferences.ts'

/** The ability that a call needs besides the model. */
export type Ability = 'chat' | 'embeddings' | 'moderations' | 'rerank' | 'audio' | 'images' | 'responses' | 'native'
const abilities: Readonly<Record<ChannelKind, readonly Ability[]>> = {
  openai: ['chat', 'embeddings', 'moderations', 'rerank', 'audio', 'images', 'responses'],
  ollama: ['chat', 'embeddings'],
  anthropic: ['chat'],
  gemini: ['chat', 'embeddings', 'native'],
}

export interface Candidate {
  readonly channel: Channel
  readonly requestedModel: string
  /** The provider's own name of it. */
  readonly model: string
  readonly price: Price | undefined
}
export interface RankedCandidate extends Candidate {
  /** The reason for which the candidate does not get this call; undefined if it may. */
  readonly refusal: string | undefined
  /** Milliseconds since the epoch when a passing refusal ends; undefined for one that waiting does not change. */
  readonly untilMs?: number | undefined
  /** Refused because of too many calls. */
  readonly isRateLimit?: boolean | undefined
}
/** Inputs that decide the route of a call. */
export interface RouteRequest {
  readonly model: string
  readonly ability: Ability
  readonly preferences: RoutingPreferences
  /** Calls with the same key go to the same channel while it is available; a unique key draws by weight. */
  readonly affinityKey: string
}
/** Inputs of one attempt at a route: one model, without the channels tried for it. */
interface RankRequest extends RouteRequest {
  /** Ids of channels; few. */
  readonly tried: readonly string[]
}

/** Ranks all channels: first those that may get the call, in the order of the attempts, then the refused ones. */
export function rankCandidates(channels: readonly Channel[], health: Health, request: RankRequest): RankedCandidate[] {
  const available: RankedCandidate[] = []
  const refused: RankedCandidate[] = []
  for (const channel of channels) {
    const candidate = examine(channel, health, request)
    if (candidate.refusal === undefined) available.push(candidate)
    else refused.push(candidate)
  }
  if (refused.length === 0 && available.length < 2) return available
  return [...inOrder(available, health, request), ...refused]
}

/** True if a candidate may get the call, now or once a passing refusal has ended. */
export const mayAnswer = ({ refusal, untilMs }: RankedCandidate): boolean =>
  refusal === undefined || untilMs !== undefined

function examine(channel: Channel, health: Health, request: RankRequest): RankedCandidate {
  const model = upstreamName(channel, request.model)
  const price = priceOf(channel, request.model) ?? priceOf(channel, model)
  const candidate = { channel, requestedModel: request.model, model, price, refusal: undefined }
  const refusal = lastingRefusal(candidate, request)
  if (refusal !== undefined) return { ...candidate, refusal }
  if (request.tried.includes(channel.id)) return { ...candidate, refusal: 'was tried by this call' }
  const pause = health.pauseOf(channel, model)
  return pause
    ? { ...candidate, refusal: pause.reason, untilMs: pause.untilMs, isRateLimit: pause.isRateLimit }
    : candidate
}

/** A refusal that neither time nor another attempt changes. */
function lastingRefusal({ channel, price }: Candidate, request: RouteRequest): string | undefined {
  const { model, ability, preferences } = request
  if (!serves(channel, model)) return 'does not serve the model'
  if (!channel.enabled) return 'is turned off'
  if (!abilities[channel.kind].includes(ability)) return `its kind ${channel.kind} does not do ${ability}`
  if (preferences.only && !isNamed(channel, preferences.only)) return 'is not among provider.only'
  if (isNamed(channel, preferences.ignore)) return 'is among provider.ignore'
  return priceRefusal(price, preferences.maxPrice)
}

const isNamed = (channel: Channel, names: readonly string[]): boolean =>
  names.includes(channel.name.toLowerCase()) || names.includes(channel.id)

function priceRefusal(
  price: Price | undefined,
  { prompt, completion }: RoutingPreferences['maxPrice'],
): string | undefined {
  if (prompt === undefined && completion === undefined) return undefined
  if (!price) return 'has no known price, and provider.max_price is set'
  if (prompt !== undefined && Number(price.input ?? 0) > prompt) return 'costs more than provider.max_price.prompt'
  const isTooExpensive = completion !== undefined && Number(price.output ?? 0) > completion
  return isTooExpensive ? 'costs more than provider.max_price.completion' : undefined
}

/**
 * Named channels first, then by the preferred figure, or by priority and a weighted draw; those that lack the model
 * last.
 */
function inOrder(
  candidates: readonly RankedCandidate[],
  health: Health,
  { preferences, affinityKey }: RouteRequest,
): readonly RankedCandidate[] {
  if (candidates.length < 2) return candidates
  const ranked = candidates.map((candidate) => ({
    candidate,
    lacks: Number(health.lacks(candidate.channel, candidate.model)),
    position: positionIn(preferences.order, candidate.channel),
    figure: figureOf(candidate, health, preferences.sort),
    draw: drawOf(affinityKey, candidate.channel),
  }))
  ranked.sort(
    (one, other) =>
      one.lacks - other.lacks ||
      one.position - other.position ||
      one.figure - other.figure ||
      other.candidate.channel.priority - one.candidate.channel.priority ||
      one.draw - other.draw,
  )
  return ranked.map(({ candidate }) => candidate)
}

function positionIn(order: readonly string[], channel: Channel): number {
  const index = order.findIndex((name) => name === channel.name.toLowerCase() || name === channel.id)
  return index < 0 ? order.length : index
}

/** Smaller is better. A channel whose speed is not known yet comes first, so that it becomes known. */
function figureOf({ channel, price }: Candidate, health: Health, sort: RoutingPreferences['sort']): number {
  if (sort === 'price') return price ? Number(price.input ?? 0) + Number(price.output ?? 0) : Number.MAX_VALUE
  if (sort === 'latency') return health.state(channel.id).firstByteMs ?? 0
  if (sort === 'throughput') return -(health.state(channel.id).tokensPerS ?? Number.MAX_VALUE)
  return 0
}

/**
 * Weighted rendezvous hashing (SOURCES 7.6): with u uniform in (0, 1] from a hash of key and channel, the smallest
 * -ln(u)/weight falls on each channel with a probability proportional to its weight. The same key gives the same choice
 * in every process, with nothing stored.
 */
function drawOf(key: string, channel: Channel): number {
  const digest = createHash('sha256').update(`${key}\0${channel.id}`).digest()
  return -Math.log((digest.readUIntBE(0, 6) + 1) / 2 ** 48) / channel.weight
}
