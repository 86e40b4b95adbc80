// Embeddings in the words of the native format where no channel of that kind serves the model: by any channel that makes embeddings, or by
// the gateway's own model.
import { isReply, type Kit, type Reply, reply } from '#define'
import type { Tables } from '../../../tables.ts'
import { embeddingHandlers } from '../../models/built-in/embeddings.ts'
import {
  readBatchEmbedRequest,
  readEmbedRequest,
  writeBatchEmbedAnswer,
  writeEmbedAnswer,
} from '../../wire/gemini/embeddings.ts'
import { malformed } from '../../wire/sse.ts'
import { partsOf } from '../router.ts'
import { takeHints } from '../routing/preferences.ts'
import { judge } from '../routing/selection.ts'
import type { NativeCall } from './native-relay.ts'
import { relayNative } from './native-relay.ts'
import { answerOwn } from './own-answer.ts'
import { isRelayed, relay } from './relay.ts'

/** Throws ModelError. */
export async function embedNative(kit: Kit<Tables>, call: NativeCall): Promise<Reply<never>> {
  const parts = partsOf(kit)
  const set = await parts.channels.list(kit)
  const { model } = call
  const { hints, rest } = takeHints(call.body)
  const wanted = { model, ability: 'native', hints, drawKey: '', tried: new Set<string>() } as const
  const speaks = judge(set.channels, parts.health, wanted).some(
    ({ refusal, untilMs }) => refusal === undefined || untilMs !== undefined,
  )
  if (speaks) return relayNative(parts, kit, call)
  const isBatch = call.action === 'batchEmbedContents'
  const { texts, dimensions } = isBatch ? readBatchEmbedRequest(rest) : readEmbedRequest(rest)
  const fields = { input: [...texts], ...(dimensions === undefined ? {} : { dimensions }) }
  const asked = { endpoint: 'callModel', model, prompt: texts }
  const answer = isRelayed(set, { model, ability: 'embeddings' })
    ? await relay(parts, kit, { ...asked, ability: 'embeddings', path: 'embeddings', hints, fields })
    : await answerOwn(kit, () => embeddingHandlers.createEmbeddings({ body: { model, ...fields } }, kit), asked)
  const vectors = vectorsIn(isReply(answer) ? answer.body : answer)
  const body = isBatch ? writeBatchEmbedAnswer(vectors) : writeEmbedAnswer(vectors[0] ?? [])
  return reply(body as never, { headers: { ...answer.headers } }) // the declared shape is that of every action
}

/** Throws ModelError 'unavailable' where it is no answer of embeddings. */
function vectorsIn(answer: unknown): number[][] {
  const data: unknown = Reflect.get(Object(answer), 'data')
  if (!Array.isArray(data)) throw malformed()
  return data.map((one: unknown) => {
    const vector: unknown = Reflect.get(Object(one), 'embedding')
    if (!Array.isArray(vector) || !vector.every((value) => Number.isFinite(value))) throw malformed()
    return vector.map(Number)
  })
}
