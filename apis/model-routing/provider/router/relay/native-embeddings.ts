// Embeddings in the native format: from a channel of that kind, else from any channel with embeddings, else from the
// gateway's own model.

import { type Call, type Reply, reply } from '#define'
import { present } from '#define/present'
import {
  embeddingsLeftOut,
  readBatchEmbedRequest,
  readEmbedRequest,
  writeBatchEmbedAnswer,
  writeEmbedAnswer,
} from '../../wire/gemini/embeddings.ts'
import { leftOutHeaders } from '../../wire/left-out.ts'
import type { Router } from '../router.ts'
import { splitPreferences } from '../routing/preferences.ts'
import { mayAnswer, rankCandidates } from '../routing/selection.ts'
import { embedTexts, type OwnEmbeddings } from './embedded-texts.ts'
import { type NativeInput, relayNative } from './native-relay.ts'

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
  const route = { model, ability: 'native', preferences, affinityKey: '', tried: [] } as const
  if (rankCandidates(set.channels, router.health, route).some(mayAnswer)) return relayNative(router, call, input)
  const isBatch = input.action === 'batchEmbedContents'
  const { texts, dimensions } = isBatch ? readBatchEmbedRequest(rest) : readEmbedRequest(rest)
  const requested = { endpoint: 'callModel', model, texts, dimensions, preferences }
  const { vectors, headers } = await embedTexts(router, own, call, requested)
  const body = isBatch ? writeBatchEmbedAnswer(vectors) : writeEmbedAnswer(present(vectors[0]))
  const sent = { ...headers, ...leftOutHeaders(embeddingsLeftOut(rest)) }
  return reply(body as never, { headers: sent }) // the declared shape covers every action
}
