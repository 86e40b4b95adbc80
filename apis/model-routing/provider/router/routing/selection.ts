// Which channel a call goes to: every channel is judged, and those that may answer stand in the order in which they would be tried.
// The routing of a call and the dry run that explains it read the same list.
import { createHash } from 'node:crypto'
import { type Channel, type ChannelKind, priceOf, serves, upstreamName } from '../channels/channel.ts'
import type { Price } from '../metering/price.ts'
import type { Health } from './health.ts'
import type { Hints } from './preferences.ts'

/** What a call asks of a provider beside the model. */
export type Ability = 'chat' | 'embeddings' | 'moderations' | 'rerank' | 'audio' | 'images' | 'responses' | 'native'
const abilities: Readonly<Record<ChannelKind, readonly Ability[]>> = {
  openai: ['chat', 'embeddings', 'moderations', 'rerank', 'audio', 'images', 'responses'],
  ollama: ['chat', 'embeddings'],
  anthropic: ['chat'],
  gemini: ['chat', 'embeddings', 'native'],
}

export interface Candidate {
  readonly channel: Channel
  /** The model as it was asked for, and as the provider calls it. */
  readonly asked: string
  readonly model: string
  readonly price: Price | undefined
}
export interface Judged extends Candidate {
  /** Why it does not answer this call; undefined when it may. */
  readonly refusal: string | undefined
  /** Milliseconds since the epoch until when it is only held back; undefined for what waiting does not change. */
  readonly untilMs?: number | undefined
  /** Held back because of too many calls. */
  readonly limited?: boolean | undefined
}
export interface Wanted {
  readonly model: string
  readonly ability: Ability
  readonly hints: Hints
  /** Calls with the same text go to the same channel while it is well; a text of its own draws by weight. */
  readonly drawKey: string
  /** Ids of channels that this call has tried for this model. */
  readonly tried: ReadonlySet<string>
}

/** Every channel with its verdict: first those that may answer, in the order in which they are tried, then the others. */
export function judge(channels: readonly Channel[], health: Health, wanted: Wanted): Judged[] {
  const fit: Judged[] = []
  const refused: Judged[] = []
  for (const channel of channels) {
    const judged = judgeOne(channel, health, wanted)
    if (judged.refusal === undefined) fit.push(judged)
    else refused.push(judged)
  }
  return [...inOrder(fit, health, wanted), ...refused]
}

function judgeOne(channel: Channel, health: Health, wanted: Wanted): Judged {
  const model = upstreamName(channel, wanted.model)
  const price = priceOf(channel, wanted.model) ?? priceOf(channel, model)
  const candidate = { channel, asked: wanted.model, model, price }
  const refusal = standingRefusal(candidate, wanted)
  if (refusal !== undefined) return { ...candidate, refusal }
  if (wanted.tried.has(channel.id)) return { ...candidate, refusal: 'was tried by this call' }
  const held = health.held(channel, model)
  return held
    ? { ...candidate, refusal: held.why, untilMs: held.untilMs, limited: held.limited }
    : { ...candidate, refusal: undefined }
}

/** What neither time nor another attempt changes. */
function standingRefusal({ channel, price }: Candidate, { model, ability, hints }: Wanted): string | undefined {
  if (!serves(channel, model)) return 'does not serve the model'
  if (!channel.enabled) return 'is turned off'
  if (!abilities[channel.kind].includes(ability)) return `its kind ${channel.kind} does not do ${ability}`
  if (hints.only && !isNamed(channel, hints.only)) return 'is not among provider.only'
  if (isNamed(channel, hints.ignore)) return 'is among provider.ignore'
  return priceRefusal(price, hints.maxPrice)
}

const isNamed = (channel: Channel, names: readonly string[]): boolean =>
  names.includes(channel.name.toLowerCase()) || names.includes(channel.id)

function priceRefusal(price: Price | undefined, { prompt, completion }: Hints['maxPrice']): string | undefined {
  if (prompt === undefined && completion === undefined) return undefined
  if (!price) return 'has no known price, and provider.max_price is set'
  if (prompt !== undefined && Number(price.input ?? 0) > prompt) return 'costs more than provider.max_price.prompt'
  const tooDear = completion !== undefined && Number(price.output ?? 0) > completion
  return tooDear ? 'costs more than provider.max_price.completion' : undefined
}

/** Named ones first, then by the wished-for order, or by priority and a weighted draw. */
function inOrder(fit: readonly Judged[], health: Health, { hints, drawKey }: Wanted): readonly Judged[] {
  if (fit.length < 2) return fit
  const ranked = fit.map((judged) => ({
    judged,
    named: placeIn(hints.order, judged.channel),
    wished: wishOf(judged, health, hints.sort),
    draw: drawOf(drawKey, judged.channel),
  }))
  ranked.sort(
    (one, other) =>
      one.named - other.named ||
      one.wished - other.wished ||
      other.judged.channel.priority - one.judged.channel.priority ||
      one.draw - other.draw,
  )
  return ranked.map(({ judged }) => judged)
}

function placeIn(order: readonly string[], channel: Channel): number {
  const place = order.findIndex((name) => name === channel.name.toLowerCase() || name === channel.id)
  return place < 0 ? order.length : place
}

/** Smaller is better; a channel whose speed is not known yet comes first, so that it becomes known. */
function wishOf({ channel, price }: Judged, health: Health, sort: Hints['sort']): number {
  if (sort === 'price') return price ? Number(price.input ?? 0) + Number(price.output ?? 0) : Number.MAX_VALUE
  if (sort === 'latency') return health.state(channel.id).firstByteMs ?? 0
  if (sort === 'throughput') return -(health.state(channel.id).tokensPerS ?? Number.MAX_VALUE)
  return 0
}

/**
 * Weighted rendezvous hashing: the smallest of -ln(u)/weight, u uniform in (0, 1] by hash of key and channel, is each channel with a
 * chance in proportion to its weight. With the same key the choice is the same in every process, without anything remembered.
 */
function drawOf(key: string, channel: Channel): number {
  const digest = createHash('sha256').update(`${key}\0${channel.id}`).digest()
  return -Math.log((digest.readUIntBE(0, 6) + 1) / 2 ** 48) / channel.weight
}
