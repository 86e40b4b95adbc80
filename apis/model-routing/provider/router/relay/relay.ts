// Calls that go to a provider as they are: embeddings, moderations, ranking, sound and pictures speak one wire everywhere, so only the
// model's name is changed on the way out.
import { type Kit, type OutboundAnswer, type Reply, reply } from '#define'
import type { Tables } from '../../../tables.ts'
import { isBuiltIn } from '../../models/built-in/models.ts'
import type { Json } from '../../wire/json.ts'
import { ModelError } from '../../wire/model-error.ts'
import type { Usage } from '../../wire/stream-event.ts'
import { cacheHeader } from '../cache/answer-cache.ts'
import type { ChannelSet } from '../channels/channel-store.ts'
import { headerText } from '../chat/exchange.ts'
import { callerLeft } from '../chat/observation.ts'
import { dearest, dollarsOf } from '../metering/price.ts'
import type { RouterParts } from '../router.ts'
import { route } from '../routing/attempts.ts'
import type { Hints } from '../routing/preferences.ts'
import { type Ability, type Candidate, judge } from '../routing/selection.ts'
import { compatibleAddress, compatibleHeaders, type Headers } from '../upstreams/address.ts'
import { firstBytes } from '../upstreams/chat-call.ts'
import { isFile, writeMultipart } from '../upstreams/multipart-writer.ts'
import { faultOf } from '../upstreams/outbound-fault.ts'

export interface RelayCall {
  readonly endpoint: string
  readonly ability: Ability
  /** Below the version, such as `embeddings`. */
  readonly path: string
  readonly model: string
  readonly hints: Hints
  /** Fields of the body; those that are files make it a multipart one. */
  readonly fields: Readonly<Record<string, unknown>>
  /** Texts whose tokens count when the provider does not tell. */
  readonly prompt: readonly string[]
}
type CallKit = Kit<Tables>

const firstByteMs = 600_000
const idleMs = 300_000
const totalMs = 1_800_000
const longestJson = 64 * 1024 * 1024

/** Whether a channel is there for the call; else the gateway's own models answer it. */
export function isRelayed(set: ChannelSet, { model, ability }: Pick<RelayCall, 'model' | 'ability'>): boolean {
  if (isBuiltIn(model)) return false
  // while no channel does such calls at all, what the gateway has of its own is better than nothing
  return set.channels.some((channel) => channel.enabled && doesAny(channel.kind, ability))
}

const doesAny = (kind: string, ability: Ability): boolean =>
  kind === 'openai' || (ability === 'embeddings' && (kind === 'ollama' || kind === 'gemini'))

/** The answer of the first channel that gives one. Throws ModelError. */
export async function relay(parts: RouterParts, kit: CallKit, call: RelayCall): Promise<Reply<never>> {
  const { signal } = kit
  const set = await parts.channels.list(kit)
  const { model, ability, hints } = call
  const wanted = { model, ability, hints, drawKey: parts.newId() }
  const dearestWay = () =>
    judge(set.channels, parts.health, { ...wanted, tried: new Set() })
      .filter(({ refusal }) => refusal === undefined)
      .map(({ price }) => price)
      .reduce(dearest, undefined)
  const reservation = await parts.metering.reserve({
    account: kit.account,
    key: kit.key,
    endpoint: call.endpoint,
    model,
    prompt: call.prompt,
    maxTokens: 0,
    price: dearestWay,
  })
  const router = { channels: set.channels, health: parts.health, now: () => kit.now(), signal }
  try {
    const begun = await route(router, wanted, (candidate) => open(parts, kit, { call, candidate, signal, set }))
    const { candidate, attempts, trial, value } = begun
    const told = { channel: candidate.channel.name, upstreamModel: candidate.model, attempts, price: candidate.price }
    const settle = async (ended: 'whole' | 'left' | 'failed', usage: Usage) => {
      trial.over()
      return reservation.settle({ ...told, ended, usage: { answer: 0, ...usage }, answer: [] })
    }
    const headers = {
      'x-gateway-route': headerText(`${candidate.channel.name}/${candidate.model}`),
      'x-gateway-attempts': String(attempts),
      [cacheHeader]: 'off',
      'content-type': value.headers['content-type'] ?? 'application/json',
    }
    if (!isJson(value)) {
      const reserved = { 'x-gateway-cost-reserved': dollarsOf(reservation.reserved) }
      return reply(passed(value, settle) as never, { headers: { ...headers, ...reserved } }) // bytes, of whatever the endpoint declares
    }
    const json = await readJson(value)
    const { cost } = await settle('whole', usageOf(json))
    return reply(json as never, { headers: { ...headers, 'x-gateway-cost': dollarsOf(cost) } }) // the provider's own answer
  } catch (error) {
    await reservation.cancel()
    if (signal.aborted) throw callerLeft(error)
    throw faultOf(error)
  }
}

interface Opening {
  readonly call: RelayCall
  readonly candidate: Candidate
  readonly signal: AbortSignal
  readonly set: ChannelSet
}

async function open(parts: RouterParts, kit: CallKit, opening: Opening): Promise<OutboundAnswer> {
  const { call, candidate, signal, set } = opening
  const { channel } = candidate
  const { body, headers } = bodyOf(call, candidate.model)
  try {
    const answer = await kit.outbound({
      method: 'POST',
      url: compatibleAddress(channel, call.path),
      headers: { ...compatibleHeaders(channel, set.keyed.has(channel.id)), ...headers },
      body,
      signal,
      firstByteMs: channel.limits.firstByteMs ?? firstByteMs,
      idleMs: channel.limits.idleMs ?? idleMs,
      totalMs,
      maxBytes: longestJson * 8,
    })
    if (answer.status >= 200 && answer.status < 300) return answer
    throw parts.formats.openai.readError(answer.status, answer.headers, await firstBytes(answer))
  } catch (error) {
    throw faultOf(error)
  }
}

function bodyOf({ fields }: RelayCall, model: string): { readonly body: string | Buffer; readonly headers: Headers } {
  const all = { ...fields, model }
  if (Object.values(fields).some(isFile)) {
    const { bytes, contentType } = writeMultipart(all)
    return { body: bytes, headers: { 'content-type': contentType } }
  }
  return { body: JSON.stringify(all), headers: { 'content-type': 'application/json' } }
}

const isJson = ({ headers }: OutboundAnswer): boolean => (headers['content-type'] ?? '').startsWith('application/json')

async function readJson(answer: OutboundAnswer): Promise<Json> {
  try {
    const json: unknown = JSON.parse((await answer.bytes()).toString('utf8'))
    if (typeof json === 'object' && json !== null) return json as Json // an object; its members are unknown
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new ModelError('unavailable', 'The answer of the provider could not be read.', {
    status: 502,
    code: 'malformed_answer',
  })
}

type Settle = (ended: 'whole' | 'left' | 'failed', usage: Usage) => Promise<unknown>

async function* passed(answer: OutboundAnswer, settle: Settle): AsyncGenerator<Buffer> {
  let ended: 'whole' | 'left' = 'left'
  try {
    yield* answer.body
    ended = 'whole'
  } finally {
    answer.cancel()
    await settle(ended, {})
  }
}

/** Tokens as the answers of these endpoints tell them, in either spelling. */
export function usageOf({ usage }: Json): Usage {
  if (typeof usage !== 'object' || usage === null) return {}
  const count = (name: string): number | undefined => {
    const value: unknown = Reflect.get(usage, name)
    return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined
  }
  const total = count('total_tokens')
  const answer = count('completion_tokens') ?? count('output_tokens')
  const prompt = count('prompt_tokens') ?? count('input_tokens') ?? total
  return { ...(prompt === undefined ? {} : { prompt }), ...(answer === undefined ? {} : { answer }) }
}
