// Calls that are passed to a provider unchanged: embeddings, moderations, ranking, audio and pictures use one wire
// everywhere, so only the model's name is replaced.

import { type Call, type Reply, reply } from '#define'
import type { OutboundAnswer } from '#define/outbound'
import { dollarsOf } from '#provider/budgets'
import { abortedCall } from '../../errors.ts'
import { isFilePart } from '../../file-part.ts'
import { isBuiltIn } from '../../models/built-in/models.ts'
import { withBase64Vectors, withListedVectors } from '../../wire/embedding-format.ts'
import { formats } from '../../wire/formats.ts'
import { isJson, type Json } from '../../wire/json.ts'
import { ModelError } from '../../wire/model-error.ts'
import { streamError } from '../../wire/openai/errors.ts'
import { answerHeaders } from '../answer-headers.ts'
import type { ChannelSet } from '../channels/channel-store.ts'
import type { Router } from '../router.ts'
import { Attempts, openOnChannel } from '../routing/attempts.ts'
import { highestPrice } from '../routing/highest-price.ts'
import type { RoutingPreferences } from '../routing/preferences.ts'
import type { Ability, Candidate } from '../routing/selection.ts'
import { compatibleAddress, compatibleHeaders, type Headers } from '../upstreams/address.ts'
import { readErrorBody } from '../upstreams/error-body.ts'
import { readJsonAnswer } from '../upstreams/json-answer.ts'
import { writeMultipart } from '../upstreams/multipart-writer.ts'
import { modelErrorOf } from '../upstreams/outbound-error.ts'
import { passedOn, type Settle } from './passed-on.ts'
import { reportedUsage, StreamedUsage } from './reported-usage.ts'

interface RelayInput {
  readonly endpoint: string
  readonly ability: Ability
  /** Path below the version, such as `embeddings`. */
  readonly path: string
  readonly model: string
  readonly preferences: RoutingPreferences
  /** Fields of the body; a file among them makes it a multipart one. */
  readonly fields: Readonly<Record<string, unknown>>
  /** Strings whose tokens are counted when the provider does not report its usage. */
  readonly prompt: readonly string[]
  /** Number of tokens that the caller sent as numbers. */
  readonly promptTokens?: number | undefined
}

const firstByteMs = 600_000
const idleMs = 300_000
const totalMs = 1_800_000
const maxBytes = 512 * 1024 * 1024

/** True if channels answer the call; otherwise the gateway's own models do. */
export function isRelayed(set: ChannelSet, { model, ability }: Pick<RelayInput, 'model' | 'ability'>): boolean {
  if (isBuiltIn(model)) return false
  // while no channel accepts such calls at all, the gateway's own models are better than nothing
  return set.channels.some((channel) => channel.enabled && takes(channel.kind, ability))
}

const takes = (kind: string, ability: Ability): boolean =>
  kind === 'openai' || (ability === 'embeddings' && (kind === 'ollama' || kind === 'gemini'))

/** Returns the answer of the first channel that succeeds. Throws ModelError. */
export async function relay(router: Router, call: Call, input: RelayInput): Promise<Reply<never>> {
  const { account, key, signal } = call
  const { endpoint, model, ability, preferences, prompt, promptTokens } = input
  const set = await router.channels.list()
  const route = { model, ability, preferences, affinityKey: router.newId() }
  const price = () => highestPrice(set.channels, router.health, route)
  const metered = { account, key, endpoint, model, prompt, promptTokens, maxTokens: 0, price }
  const reservation = await router.meter.reserve(metered)
  const deps = { channels: set.channels, health: router.health, signal }
  try {
    const routed = await openOnChannel(new Attempts(deps, route), (candidate) =>
      open(router, call, { input, candidate, set }),
    )
    const { candidate, attempts, attempt, value } = routed
    const outcome = {
      channel: candidate.channel.name,
      upstreamModel: candidate.model,
      attempts,
      price: candidate.price,
    }
    const settle: Settle = (ended, usage) => {
      attempt.ended()
      return reservation.settle({ ...outcome, ended, usage: { answer: 0, ...usage }, output: [] })
    }
    const headers = {
      ...answerHeaders(`${candidate.channel.name}/${candidate.model}`, attempts),
      'content-type': value.answer.headers['content-type'] ?? 'application/json',
    }
    const { answer, json } = value
    if (!json) {
      const reserved = { 'x-gateway-cost-reserved': dollarsOf(reservation.reserved) }
      const observer = isEventStream(answer) ? new StreamedUsage() : undefined
      // bytes, whatever the endpoint declares
      return reply(passedOn(answer, settle, observer) as never, { headers: { ...headers, ...reserved } })
    }
    const { cost } = await settle('whole', reportedUsage(json))
    // the provider's own answer, but for the form of its vectors
    return reply(asAsked(json, input) as never, { headers: { ...headers, 'x-gateway-cost': dollarsOf(cost) } })
  } catch (error) {
    await reservation.cancel()
    if (signal.aborted) throw abortedCall(signal, error)
    throw modelErrorOf(error)
  }
}

/** Gives vectors the form that the caller wants, of providers that support one alone. */
function asAsked(json: Json, { ability, fields }: RelayInput): Json {
  if (ability !== 'embeddings') return json
  const { encoding_format: form = 'float' } = fields
  if (form === 'base64') return withBase64Vectors(json)
  return form === 'float' ? withListedVectors(json) : json
}

interface OpenInput {
  readonly input: RelayInput
  readonly candidate: Candidate
  readonly set: ChannelSet
}

/** An answer that has begun; one in JSON is read, because its content says whether it is an error. */
interface Opened {
  readonly answer: OutboundAnswer
  readonly json?: Json
}

async function open(router: Router, { signal }: Call, { input, candidate, set }: OpenInput): Promise<Opened> {
  const { channel } = candidate
  const { body, headers } = await bodyOf(input, candidate.model)
  try {
    const answer = await router.kit.outbound({
      method: 'POST',
      url: compatibleAddress(channel, input.path),
      headers: { ...compatibleHeaders(channel, set.keyed.has(channel.id)), ...headers },
      body,
      signal,
      firstByteMs: channel.limits.firstByteMs ?? firstByteMs,
      idleMs: channel.limits.idleMs ?? idleMs,
      totalMs,
      maxBytes,
    })
    if (answer.status < 200 || answer.status > 299)
      throw formats.openai.readError(answer.status, answer.headers, await readErrorBody(answer))
    return isJsonAnswer(answer) ? { answer, json: await readJson(answer) } : { answer }
  } catch (error) {
    throw modelErrorOf(error)
  }
}

interface Body {
  readonly body: string | Buffer
  readonly headers: Headers
}
async function bodyOf({ fields }: RelayInput, model: string): Promise<Body> {
  const named = { ...fields, model }
  if (!Object.values(fields).some(isFilePart))
    return { body: JSON.stringify(named), headers: { 'content-type': 'application/json' } }
  const { bytes, contentType } = await writeMultipart(named)
  return { body: bytes, headers: { 'content-type': contentType } }
}

const isJsonAnswer = ({ headers }: OutboundAnswer): boolean =>
  headers['content-type']?.startsWith('application/json') === true

const isEventStream = ({ headers }: OutboundAnswer): boolean =>
  headers['content-type']?.startsWith('text/event-stream') === true

async function readJson(answer: OutboundAnswer): Promise<Json> {
  const json = await readJsonAnswer(answer)
  if (isJson(json) && isJson(json.error)) throw streamError(json.error)
  if (typeof json === 'object' && json !== null) return json as Json // callers read named members, which an array lacks
  throw new ModelError('unavailable', 'The answer of the provider could not be read.', {
    status: 502,
    code: 'malformed_answer',
    retry: true,
  })
}
