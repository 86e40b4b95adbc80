// Embeddings in the native format, for channels of that kind: passed on unchanged.

import { type Call, type Reply, reply } from '#define'
import { dollarsOf } from '#provider/budgets'
import { abortedCall } from '../../errors.ts'
import { formats } from '../../wire/formats.ts'
import { type Json, memberOf } from '../../wire/json.ts'
import { ModelError } from '../../wire/model-error.ts'
import { answerHeaders } from '../answer-headers.ts'
import type { Router } from '../router.ts'
import { Attempts, openOnChannel } from '../routing/attempts.ts'
import { highestPrice } from '../routing/highest-price.ts'
import { splitPreferences } from '../routing/preferences.ts'
import { addressOf, headersOf, inPath } from '../upstreams/address.ts'
import { readErrorBody } from '../upstreams/error-body.ts'
import { readJsonAnswer } from '../upstreams/json-answer.ts'
import { modelErrorOf } from '../upstreams/outbound-error.ts'

export interface NativeInput {
  readonly model: string
  readonly action: 'embedContent' | 'batchEmbedContents'
  readonly body: unknown
}

/** Throws ModelError. */
export async function relayNative(router: Router, call: Call, input: NativeInput): Promise<Reply<never>> {
  const { account, key, signal } = call
  const { preferences, rest } = splitPreferences(input.body)
  if (typeof rest !== 'object' || rest === null) throw new ModelError('invalid', 'The body is not a JSON object.')
  const set = await router.channels.list()
  const route = { model: input.model, ability: 'native', preferences, affinityKey: router.newId() } as const
  const reservation = await router.meter.reserve({
    account,
    key,
    endpoint: 'callModel',
    model: input.model,
    prompt: textsIn(rest),
    maxTokens: 0,
    price: () => highestPrice(set.channels, router.health, route),
  })
  const deps = { channels: set.channels, health: router.health, signal }
  try {
    const { candidate, attempts, attempt, value } = await openOnChannel(
      new Attempts(deps, route),
      async ({ channel, model }) => {
        try {
          const answer = await router.kit.outbound({
            method: 'POST',
            url: addressOf(channel, `models/${inPath(model)}:${input.action}`),
            headers: { ...headersOf(channel, set.keyed.has(channel.id)), 'content-type': 'application/json' },
            body: JSON.stringify(withModel(rest, model)),
            signal,
          })
          if (answer.status >= 200 && answer.status < 300) return await readJsonAnswer(answer)
          throw formats.gemini.readError(answer.status, answer.headers, await readErrorBody(answer))
        } catch (error) {
          throw modelErrorOf(error)
        }
      },
    )
    attempt.ended()
    const { channel, model, price } = candidate
    const outcome = { channel: channel.name, upstreamModel: model, attempts, price }
    const { cost } = await reservation.settle({ ...outcome, ended: 'whole', usage: { answer: 0 }, output: [] })
    const headers = { ...answerHeaders(`${channel.name}/${model}`, attempts), 'x-gateway-cost': dollarsOf(cost) }
    return reply(value as never, { headers }) // the provider's own answer
  } catch (error) {
    await reservation.cancel()
    if (signal.aborted) throw abortedCall(signal, error)
    throw error
  }
}

/** Names the provider's own model in the body, which repeats it. */
function withModel(body: object, model: string): Json {
  const requests = memberOf(body, 'requests')
  const full = `models/${model}`
  const inner = Array.isArray(requests) ? { requests: requests.map((one) => ({ ...Object(one), model: full })) } : {}
  return { ...body, ...('model' in body ? { model: full } : {}), ...inner }
}

/** Returns every member `text`, at any depth. */
function textsIn(value: unknown, depth = 8): string[] {
  if (depth === 0 || typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'text' && typeof member === 'string' ? [member] : textsIn(member, depth - 1),
  )
}
