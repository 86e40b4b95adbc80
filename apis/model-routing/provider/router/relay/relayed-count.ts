// Counts of tokens by the provider of a model, which knows them exactly: the channel that a chat would go to is asked
// once. The vendors that have such an endpoint take nothing for it.
import type { Call } from '#define'
import { hasMarkedThought } from '../../wire/foreign-thoughts.ts'
import { formats } from '../../wire/formats.ts'
import { isJson, type Json } from '../../wire/json.ts'
import { ModelError } from '../../wire/model-error.ts'
import type { ChannelKind } from '../channels/channel.ts'
import { guardOf } from '../guardrails/guard.ts'
import type { Router } from '../router.ts'
import { splitPreferences } from '../routing/preferences.ts'
import { rankCandidates } from '../routing/selection.ts'
import { addressOf, headersOf, inPath } from '../upstreams/address.ts'
import { readErrorBody } from '../upstreams/error-body.ts'
import { readJsonAnswer } from '../upstreams/json-answer.ts'
import { mapEveryText } from './texts.ts'

interface CountInput {
  /** The wire of the caller, and the kind of channel that has such an endpoint in it. */
  readonly kind: Extract<ChannelKind, 'anthropic' | 'gemini'>
  readonly model: string
  readonly body: Json
}
/** Counting runs no model. */
const limitsMs = { firstByteMs: 30_000, idleMs: 10_000, totalMs: 60_000 }
/** The provider has read the request and refuses it. */
const refusals = [400, 413, 422]

/**
 * Returns the provider's own answer; undefined if the call would go elsewhere or the provider does not count. Throws
 * ModelError for a request that the provider refuses.
 */
export async function relayCount(router: Router, call: Call, input: CountInput): Promise<Json | undefined> {
  const { kind, model } = input
  const { preferences, rest } = splitPreferences(input.body)
  const set = await router.channels.list()
  const route = { model, ability: 'chat', preferences, affinityKey: '', tried: [] } as const
  const [candidate] = rankCandidates(set.channels, router.health, route)
  if (!candidate || candidate.refusal !== undefined || candidate.channel.kind !== kind) return undefined
  if (router.ownChat.owns(model)) return undefined
  const guard = guardOf(await router.rules.list(), {
    model,
    account: call.account,
    apply: (patterns) => router.applyPatterns(patterns, call),
  })
  const { body } = await guard.checkFields({ body: withModel(kind, rest, candidate.model) }, mapEveryText)
  const text = JSON.stringify(body)
  // the provider refuses thoughts of others, and the answer to the same request goes without them
  if (hasMarkedThought(text)) return undefined
  const path = kind === 'gemini' ? `models/${inPath(candidate.model)}:countTokens` : 'messages/count_tokens'
  const { channel } = candidate
  try {
    const answer = await router.kit.outbound({
      method: 'POST',
      url: addressOf(channel, path),
      headers: {
        ...headersOf(channel, set.keyed.has(channel.id), call.request.headers),
        'content-type': 'application/json',
      },
      body: text,
      signal: call.signal,
      ...limitsMs,
    })
    if (refusals.includes(answer.status))
      throw formats[kind].readError(answer.status, answer.headers, await readErrorBody(answer))
    if (answer.status !== 200) return undefined
    const json = await readJsonAnswer(answer)
    return isCount(json) ? json : undefined
  } catch (error) {
    if (error instanceof ModelError && refusals.includes(error.status)) throw error
    if (call.signal.aborted) throw error
    return undefined
  }
}

const isCount = (json: unknown): json is Json =>
  isJson(json) && [json.input_tokens, json.totalTokens].some((count) => typeof count === 'number')

/** Names the model in the body: one vendor reads it there, the other in the path and in a complete counted request. */
function withModel(kind: CountInput['kind'], body: unknown, model: string): Json {
  const json = isJson(body) ? body : {}
  if (kind === 'anthropic') return { ...json, model }
  const { generateContentRequest: request } = json
  return isJson(request) ? { ...json, generateContentRequest: { ...request, model: `models/${model}` } } : json
}
