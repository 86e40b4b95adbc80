// Embeddings in the native format: from a channel of that kind, else from any channel with embeddings, else from the
// gateway's own model.
import { type Call, type HandlersFor, isReply, type Reply, reply } from '#define'
import type { endpoints } from '../../../endpoints.ts'
import {
  readBatchEmbedRequest,
  readEmbedRequest,
  writeBatchEmbedAnswer,
  writeEmbedAnswer,
} from '../../wire/gemini/embeddings.ts'
import { malformed } from '../../wire/sse.ts'
import type { Router } from '../router.ts'
import { splitPreferences } from '../routing/preferences.ts'
import { mayAnswer, rankCandidates } from '../routing/selection.ts'
import { type NativeInput, relayNative } from './native-relay.ts'
import { answerOwn } from './own-answer.ts'
import { isRelayed, relay } from './relay.ts'

export type OwnEmbeddings = HandlersFor<typeof endpoints, 'createEmbeddings'>

/** Throws ModelError. */
export async function embedNative(
  router: Router,
  own: OwnEmbeddings,
  call: Call,
  input: NativeInput,
): Promise<Reply<never>> {
  const set = await router.channels.list()
  const { model } = input
  const { preferences, rest } = splitPreferences(input.body)
  const route = { model, ability: 'native', preferences, affinityKey: '', tried: new Set<string>() } as const
  if (rankCandidates(set.channels, router.health, route).some(mayAnswer)) return relayNative(router, call, input)
  const isBatch = input.action === 'batchEmbedContents'
  const { texts, dimensions } = isBatch ? readBatchEmbedRequest(rest) : readEmbedRequest(rest)
  const fields = { input: [...texts], ...(dimensions === undefined ? {} : { dimensions }) }
  const metered = { endpoint: 'callModel', model, prompt: texts }
  const answer = isRelayed(set, { model, ability: 'embeddings' })
    ? await relay(router, call, { ...metered, ability: 'embeddings', path: 'embeddings', preferences, fields })
    : await answerOwn(router, call, metered, () => own.createEmbeddings({ body: { model, ...fields } }, call))
  const vectors = vectorsIn(isReply(answer) ? answer.body : answer)
  const body = isBatch ? writeBatchEmbedAnswer(vectors) : writeEmbedAnswer(vectors[0] ?? [])
  return reply(body as never, { headers: { ...answer.headers } }) // the declared shape covers every action
}

/** Throws ModelError 'unavailable' when the answer has no embeddings. */
function vectorsIn(answer: unknown): number[][] {
  const data: unknown = Reflect.get(Object(answer), 'data')
  if (!Array.isArray(data)) throw malformed()
  return data.map((item: unknown) => {
    const vector: unknown = Reflect.get(Object(item), 'embedding')
    if (!Array.isArray(vector) || !vector.every((value) => Number.isFinite(value))) throw malformed()
    return vector.map(Number)
  })
}
