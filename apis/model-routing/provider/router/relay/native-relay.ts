// Embeddings in the native format, which only channels of that kind speak: sent on as they are.
import { type Kit, type Reply, reply } from '#define'
import type { Tables } from '../../../tables.ts'
import type { Json } from '../../wire/json.ts'
import { ModelError } from '../../wire/model-error.ts'
import { malformed } from '../../wire/sse.ts'
import { cacheHeader } from '../cache/answer-cache.ts'
import { headerText } from '../chat/exchange.ts'
import { callerLeft } from '../chat/observation.ts'
import { dearest, dollarsOf } from '../metering/price.ts'
import type { RouterParts } from '../router.ts'
import { route } from '../routing/attempts.ts'
import { takeHints } from '../routing/preferences.ts'
import { judge } from '../routing/selection.ts'
import { addressOf, headersOf, inPath } from '../upstreams/address.ts'
import { firstBytes } from '../upstreams/chat-call.ts'
import { faultOf } from '../upstreams/outbound-fault.ts'

export interface NativeCall {
  readonly model: string
  readonly action: 'embedContent' | 'batchEmbedContents'
  readonly body: unknown
}

/** Throws ModelError. */
export async function relayNative(parts: RouterParts, kit: Kit<Tables>, call: NativeCall): Promise<Reply<never>> {
  const { signal } = kit
  const { hints, rest } = takeHints(call.body)
  if (typeof rest !== 'object' || rest === null) throw new ModelError('invalid', 'The body is not a JSON object.')
  const set = await parts.channels.list(kit)
  const router = { channels: set.channels, health: parts.health, now: () => kit.now(), signal }
  const wanted = { model: call.model, ability: 'native', hints, drawKey: parts.newId() } as const
  const dearestWay = () =>
    judge(set.channels, parts.health, { ...wanted, tried: new Set() })
      .map(({ price }) => price)
      .reduce(dearest, undefined)
  const reservation = await parts.metering.reserve({
    ...{ account: kit.account, key: kit.key, endpoint: 'callModel', model: call.model },
    ...{ prompt: textsIn(rest), maxTokens: 0, price: dearestWay },
  })
  try {
    const { candidate, attempts, trial, value } = await route(router, wanted, async ({ channel, model }) => {
      try {
        const answer = await kit.outbound({
          method: 'POST',
          url: addressOf(channel, `models/${inPath(model)}:${call.action}`),
          headers: { ...headersOf(channel, set.keyed.has(channel.id)), 'content-type': 'application/json' },
          body: JSON.stringify(named(rest, model)),
          signal,
        })
        if (answer.status >= 200 && answer.status < 300) return parse(await answer.bytes())
        throw parts.formats.gemini.readError(answer.status, answer.headers, await firstBytes(answer))
      } catch (error) {
        throw faultOf(error)
      }
    })
    trial.over()
    const { channel, model, price } = candidate
    const outcome = { channel: channel.name, upstreamModel: model, attempts, price }
    const { cost } = await reservation.settle({ ...outcome, ended: 'whole', usage: { answer: 0 }, answer: [] })
    const headers = {
      'x-gateway-route': headerText(`${channel.name}/${model}`),
      'x-gateway-attempts': String(attempts),
      [cacheHeader]: 'off',
    }
    return reply(value as never, { headers: { ...headers, 'x-gateway-cost': dollarsOf(cost) } }) // the provider's own answer
  } catch (error) {
    await reservation.cancel()
    if (signal.aborted) throw callerLeft(error)
    throw error
  }
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch (cause) {
    throw malformed(cause)
  }
}

/** Bodies repeat the model's name, and it has to be the provider's own. */
function named(body: object, model: string): Json {
  const requests: unknown = Reflect.get(body, 'requests')
  const full = `models/${model}`
  const inner = Array.isArray(requests) ? { requests: requests.map((one) => ({ ...Object(one), model: full })) } : {}
  return { ...body, ...('model' in body ? { model: full } : {}), ...inner }
}

/** Every text in it. */
function textsIn(value: unknown, depth = 8): string[] {
  if (depth === 0 || typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'text' && typeof member === 'string' ? [member] : textsIn(member, depth - 1),
  )
}
