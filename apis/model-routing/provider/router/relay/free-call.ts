// Any call below a model's name that the router does not know: it goes to the provider of that model as it came.

import { type Call, type Reply, reply } from '#define'
import type { OutboundAnswer } from '#define/outbound'
import { dollarsOf } from '#provider/budgets'
import { abortedCall } from '../../errors.ts'
import { formats } from '../../wire/formats.ts'
import type { Json } from '../../wire/json.ts'
import { ModelError } from '../../wire/model-error.ts'
import { answerHeaders } from '../answer-headers.ts'
import type { Channel } from '../channels/channel.ts'
import type { ChannelSet } from '../channels/channel-store.ts'
import { type ApplyPatterns, guardOf } from '../guardrails/guard.ts'
import type { Router } from '../router.ts'
import { Attempts, openOnChannel } from '../routing/attempts.ts'
import { highestPrice } from '../routing/highest-price.ts'
import { noPreferences } from '../routing/preferences.ts'
import { type Ability, mayAnswer, rankCandidates } from '../routing/selection.ts'
import { addressOf, headersOf, inPath } from '../upstreams/address.ts'
import { readErrorBody } from '../upstreams/error-body.ts'
import { modelErrorOf } from '../upstreams/outbound-error.ts'
import { passedOn, type Settle } from './passed-on.ts'
import { mapEveryText } from './texts.ts'

interface FreeCall {
  /** Path below `models/`, decoded. */
  readonly path: string
  readonly body: Buffer
  /** The parsed body; undefined if it is not JSON. */
  readonly json: unknown
}

const firstByteMs = 600_000
const idleMs = 300_000
const totalMs = 1_800_000
const maxBytes = 512 * 1024 * 1024

/** Relays a call; undefined if no channel serves a model of that name. Throws ModelError. */
export async function relayFreely(router: Router, call: Call, free: FreeCall): Promise<Reply<never> | undefined> {
  const { account, key, signal } = call
  // the address must stay below the model
  if (/(?:^|\/)\.{1,2}(?:[/:]|$)/.test(free.path))
    throw new ModelError('invalid', 'The path must not have segments of dots.', { param: 'path' })
  const set = await router.channels.list()
  const named = modelIn(router, set, free.path)
  if (!named) return undefined
  const { model, rest, ability } = named
  const body = await guardedBody(router, call, { ...free, model })
  const route = { model, ability, preferences: noPreferences, affinityKey: router.newId() }
  const price = () => highestPrice(set.channels, router.health, route)
  const metered = { account, key, endpoint: 'callModel', model, prompt: [], maxTokens: 0, price }
  const reservation = await router.meter.reserve(metered)
  const deps = { channels: set.channels, health: router.health, signal }
  try {
    const send = (channel: Channel, upstreamModel: string) =>
      open(router, call, { channel, path: `models/${inPath(upstreamModel)}${rest}`, body, set })
    const routed = await openOnChannel(new Attempts(deps, route), ({ channel, model: own }) => send(channel, own))
    const { candidate, attempts, attempt, value } = routed
    const { channel, model: upstreamModel } = candidate
    const outcome = { channel: channel.name, upstreamModel, attempts, price: candidate.price }
    const settle: Settle = (ended, usage) => {
      attempt.ended()
      return reservation.settle({ ...outcome, ended, usage: { answer: 0, ...usage }, output: [] })
    }
    const headers = {
      ...answerHeaders(`${channel.name}/${upstreamModel}`, attempts),
      'content-type': value.headers['content-type'] ?? 'application/json',
      'x-gateway-cost-reserved': dollarsOf(reservation.reserved),
    }
    // the provider's own bytes
    return reply(passedOn(value, settle) as never, { status: value.status, headers })
  } catch (error) {
    await reservation.cancel()
    if (signal.aborted) throw abortedCall(signal, error)
    throw modelErrorOf(error)
  }
}

interface NamedModel {
  readonly model: string
  /** The rest of the path after the model, encoded. */
  readonly rest: string
  readonly ability: Ability
}

/**
 * Finds the longest beginning of the path that a channel serves: names can contain slashes and colons. A name beats a
 * pattern, which could take the rest of the path for a part of the name. Channels of the native format come first,
 * because such paths are theirs.
 */
function modelIn(router: Router, { channels }: ChannelSet, path: string): NamedModel | undefined {
  const ends = [...path.matchAll(/[:/]/g)].map(({ index }) => index).filter((index) => index > 0)
  const longestFirst = ends.toReversed()
  const named = longestFirst.filter((end) => channels.some((channel) => names(channel, path.slice(0, end))))
  for (const ability of ['native', 'chat'] as const)
    for (const end of [...named, ...longestFirst]) {
      const model = path.slice(0, end)
      const route = { model, ability, preferences: noPreferences, affinityKey: '', tried: [] }
      if (rankCandidates(channels, router.health, route).some(mayAnswer))
        return { model, rest: path[end] + inPath(path.slice(end + 1)), ability }
    }
  return undefined
}

const names = ({ models, mapping, prices }: Channel, model: string): boolean =>
  models.includes(model) || Object.hasOwn(mapping, model) || Object.hasOwn(prices, model)

/** Returns the body as the rules allow it: as it came unless they change it. */
async function guardedBody(
  router: Router,
  call: Call,
  { model, body, json }: FreeCall & { readonly model: string },
): Promise<Buffer> {
  const apply: ApplyPatterns = (patterns) => router.applyPatterns(patterns, call)
  const guard = guardOf(await router.rules.list(), { model, account: call.account, apply })
  if (!guard.checksRequests || json === undefined) return body
  // a list or a single string holds texts too
  const fields: Json = { body: json }
  const clean = await guard.checkFields(fields, mapEveryText)
  return clean === fields ? body : Buffer.from(JSON.stringify(clean.body))
}

interface OpenInput {
  readonly channel: Channel
  readonly path: string
  readonly body: Buffer
  readonly set: ChannelSet
}

async function open(router: Router, { signal, request }: Call, input: OpenInput): Promise<OutboundAnswer> {
  const { channel, path, body, set } = input
  const query = new URLSearchParams(request.query)
  query.delete('key')
  const search = query.size > 0 ? `?${query}` : ''
  const passed = channel.kind === 'anthropic' ? request.headers : {}
  try {
    const answer = await router.kit.outbound({
      method: 'POST',
      url: addressOf(channel, path) + search,
      headers: {
        ...headersOf(channel, set.keyed.has(channel.id), passed),
        'content-type': request.headers['content-type'] ?? 'application/json',
        accept: request.headers.accept ?? '*/*',
      },
      body,
      signal,
      firstByteMs: channel.limits.firstByteMs ?? firstByteMs,
      idleMs: channel.limits.idleMs ?? idleMs,
      totalMs,
      maxBytes,
    })
    if (answer.status >= 200 && answer.status < 300) return answer
    throw formats.gemini.readError(answer.status, answer.headers, await readErrorBody(answer))
  } catch (error) {
    throw modelErrorOf(error)
  }
}
