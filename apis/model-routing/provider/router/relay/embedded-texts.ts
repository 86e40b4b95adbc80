// Vectors of texts for wires that write them in another way: from a channel with embeddings, otherwise from the
// gateway's own model.
import { type Call, type HandlersFor, isReply, type Reply } from '#define'
import type { endpoints } from '../../../endpoints.ts'
import { floatsOf } from '../../wire/embedding-format.ts'
import { memberOf } from '../../wire/json.ts'
import { malformed } from '../../wire/sse.ts'
import type { Router } from '../router.ts'
import type { RoutingPreferences } from '../routing/preferences.ts'
import { answerOwn } from './own-answer.ts'
import { isRelayed, relay } from './relay.ts'

export type OwnEmbeddings = HandlersFor<typeof endpoints, 'createEmbeddings'>

interface TextsToEmbed {
  readonly endpoint: string
  readonly model: string
  readonly texts: readonly string[]
  readonly dimensions: number | undefined
  readonly preferences: RoutingPreferences
}
interface EmbeddedTexts {
  readonly vectors: readonly number[][]
  /** Tokens of the texts; 0 when the provider does not report them. */
  readonly tokens: number
  readonly headers: Reply<unknown>['headers']
}

/** Throws ModelError. */
export async function embedTexts(
  router: Router,
  own: OwnEmbeddings,
  call: Call,
  { endpoint, model, texts, dimensions, preferences }: TextsToEmbed,
): Promise<EmbeddedTexts> {
  const fields = { input: [...texts], ...(dimensions === undefined ? {} : { dimensions }) }
  const metered = { endpoint, model, prompt: texts }
  const answer = isRelayed(await router.channels.list(), { model, ability: 'embeddings' })
    ? await relay(router, call, { ...metered, ability: 'embeddings', path: 'embeddings', preferences, fields })
    : await answerOwn(router, call, metered, () => own.createEmbeddings({ body: { model, ...fields } }, call))
  const body: unknown = isReply(answer) ? answer.body : answer
  const tokens = memberOf(memberOf(body, 'usage'), 'prompt_tokens')
  return {
    vectors: vectorsIn(body, texts.length),
    tokens: typeof tokens === 'number' ? tokens : 0,
    headers: isReply(answer) ? answer.headers : {},
  }
}

/** Reads the vectors of an answer. Throws ModelError 'unavailable' unless it has an embedding of each text. */
function vectorsIn(answer: unknown, count: number): number[][] {
  const data = memberOf(answer, 'data')
  if (!Array.isArray(data) || data.length !== count) throw malformed()
  return inOrder(data).map((item) => {
    const vector = memberOf(item, 'embedding')
    // some servers answer so unasked
    if (typeof vector === 'string') return floatsOf(vector) ?? failed()
    if (!Array.isArray(vector) || !vector.every((value) => Number.isFinite(value))) throw malformed()
    return vector.map(Number)
  })
}
function failed(): never {
  throw malformed()
}

/** Returns the embeddings in the order of their texts, which `index` tells; as they came without it. */
function inOrder(data: readonly unknown[]): readonly unknown[] {
  const places = data.map((item) => Number(memberOf(item, 'index')))
  const isEach = new Set(places).size === data.length && places.every((place) => data[place] !== undefined)
  return isEach ? data.toSorted((a, b) => Number(memberOf(a, 'index')) - Number(memberOf(b, 'index'))) : data
}
