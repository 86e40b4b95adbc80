// Handlers of the endpoints that a channel answers unchanged: a channel that serves the model, else the gateway's own
// model.
import type { Call, HandlersFor, Reply } from '#define'
import { endpoints } from '../../../endpoints.ts'
import { checkBody } from '../../body-check.ts'
import { refusalOf } from '../../errors.ts'
import { isBuiltIn } from '../../models/built-in/models.ts'
import { formats } from '../../wire/formats.ts'
import type { Json } from '../../wire/json.ts'
import { editFormat } from '../chat/edit-format.ts'
import { exchange } from '../chat/exchange.ts'
import { type ApplyPatterns, guardOf } from '../guardrails/guard.ts'
import type { Router } from '../router.ts'
import { splitPreferences } from '../routing/preferences.ts'
import type { Ability } from '../routing/selection.ts'
import { answerOwn } from './own-answer.ts'
import { isRelayed, relay } from './relay.ts'
import { mapTexts, promptOf, tokensIn } from './texts.ts'

interface RelayedEndpoint {
  readonly ability: Ability
  /** Path below the version at the provider. */
  readonly path: string
  /** Model of calls that do not name one (SOURCES 1.2). */
  readonly defaultModel: string
}
const relayed = {
  searchWeb: { ability: 'responses', path: 'alpha/search', defaultModel: 'alpha-search' },
  createSpeech: { ability: 'audio', path: 'audio/speech', defaultModel: 'tts-1' },
  createTranscription: { ability: 'audio', path: 'audio/transcriptions', defaultModel: 'whisper-1' },
  createTranslation: { ability: 'audio', path: 'audio/translations', defaultModel: 'whisper-1' },
  createDecision: { ability: 'responses', path: 'decisions', defaultModel: '' },
  createImage: { ability: 'images', path: 'images/generations', defaultModel: 'gpt-image-1' },
  createEmbeddings: { ability: 'embeddings', path: 'embeddings', defaultModel: '' },
  createEngineEmbeddings: { ability: 'embeddings', path: 'embeddings', defaultModel: '' },
  createModeration: { ability: 'moderations', path: 'moderations', defaultModel: 'text-moderation-stable' },
  rerank: { ability: 'rerank', path: 'rerank', defaultModel: '' },
  rerankV2: { ability: 'rerank', path: 'rerank', defaultModel: '' },
  compactResponse: { ability: 'responses', path: 'responses/compact', defaultModel: '' },
} as const satisfies Readonly<Record<string, RelayedEndpoint>>

type RelayedId = keyof typeof relayed
/** Handlers of the gateway's own models, for calls that no channel answers. */
export type OwnHandlers = HandlersFor<typeof endpoints, RelayedId | 'createEdit'>
/** Members that the inputs of these endpoints share. */
interface RelayedInput {
  readonly body: object
  readonly model?: unknown
}
interface OwnCall<Input> {
  readonly input: Input
  own(input: Input, call: Call): unknown
}

export function createRelayHandlers(router: Router, own: OwnHandlers): OwnHandlers {
  const wrap =
    <Input extends RelayedInput>(id: RelayedId, handler: OwnCall<Input>['own']) =>
    (input: Input, call: Call) =>
      answer(router, call, { id, input, own: handler })
  return {
    searchWeb: wrap('searchWeb', own.searchWeb),
    createSpeech: wrap('createSpeech', own.createSpeech),
    createTranscription: wrap('createTranscription', own.createTranscription),
    createTranslation: wrap('createTranslation', own.createTranslation),
    createDecision: wrap('createDecision', own.createDecision),
    createImage: wrap('createImage', own.createImage),
    createEmbeddings: wrap('createEmbeddings', own.createEmbeddings),
    createEngineEmbeddings: wrap('createEngineEmbeddings', own.createEngineEmbeddings),
    createModeration: wrap('createModeration', own.createModeration),
    rerank: wrap('rerank', own.rerank),
    rerankV2: wrap('rerankV2', own.rerankV2),
    compactResponse: wrap('compactResponse', own.compactResponse),
    createEdit: (input, call) => edit(router, call, { input, own: own.createEdit }),
  }
}

async function answer<Input extends RelayedInput>(
  router: Router,
  call: Call,
  { id, input, own }: OwnCall<Input> & { readonly id: RelayedId },
): Promise<Reply<never>> {
  try {
    const { ability, path, defaultModel } = relayed[id]
    const { body, ...values } = input
    const checked = checkBody(endpoints[id], body)
    const { preferences, rest } = splitPreferences({ ...checked, ...values })
    const request = Object(rest) as Json // split from an object
    const model = typeof request.model === 'string' && request.model !== '' ? request.model : defaultModel
    const apply: ApplyPatterns = (patterns) => router.applyPatterns(patterns, call)
    const guard = guardOf(await router.rules.list(), { model, account: call.account, apply })
    const fields = await guard.checkFields(request, mapTexts)
    const set = await router.channels.list()
    const metered = { endpoint: id, model, prompt: promptOf(fields), promptTokens: tokensIn(fields) }
    if (!isRelayed(set, { model, ability }))
      return await answerOwn(router, call, metered, () => own(withFields(input, fields), call))
    return await relay(router, call, { ...metered, ability, path, preferences, fields })
  } catch (error) {
    throw refusalOf(formats.openai, error)
  }
}

/** Answers an edit as a chat if channels serve its model, else by the gateway's own model. */
async function edit<Input extends RelayedInput>(
  router: Router,
  call: Call,
  { input, own }: OwnCall<Input>,
): Promise<Reply<never>> {
  const { body } = input
  try {
    const model = String(checkBody(endpoints.createEdit, body).model)
    const { channels } = await router.channels.list()
    if (!isBuiltIn(model) && channels.some(({ enabled }) => enabled))
      return await exchange(router, call, { endpoint: 'createEdit', format: editFormat, body })
    const metered = { endpoint: 'createEdit', model, prompt: promptOf(Object(body)) }
    return await answerOwn(router, call, metered, () => own(input, call))
  } catch (error) {
    throw refusalOf(formats.openai, error)
  }
}

/** Returns the input with its strings as the rules left them. */
function withFields<Input extends RelayedInput>(input: Input, fields: Json): Input {
  const names = Object.keys(input.body).filter((name) => fields[name] !== undefined)
  return { ...input, body: { ...input.body, ...Object.fromEntries(names.map((name) => [name, fields[name]])) } }
}
