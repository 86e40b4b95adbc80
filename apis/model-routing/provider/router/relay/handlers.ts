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
import { guardOf } from '../guardrails/guard.ts'
import type { Router } from '../router.ts'
import { splitPreferences } from '../routing/preferences.ts'
import type { Ability } from '../routing/selection.ts'
import { answerOwn } from './own-answer.ts'
import { isRelayed, relay } from './relay.ts'
import { mapTexts, promptOf } from './texts.ts'

interface RelayedEndpoint {
  readonly ability: Ability
  /** Below the version at the provider. */
  readonly path: string
  /** For calls that name none (SOURCES 1.2). */
  readonly defaultModel: string
}
const relayed = {
  searchWeb: { ability: 'responses', path: 'alpha/search', defaultModel: 'alpha-search' },
  createSpeech: { ability: 'audio', path: 'audio/speech', defaultModel: 'tts-1' },
  createTranscription: { ability: 'audio', path: 'audio/transcriptions', defaultModel: 'whisper-1' },
  createTranslation: { ability: 'audio', path: 'audio/translations', defaultModel: 'whisper-1' },
  createDecision: { ability: 'responses', path: 'decisions', defaultModel: '' },
  createEmbeddings: { ability: 'embeddings', path: 'embeddings', defaultModel: '' },
  createEngineEmbeddings: { ability: 'embeddings', path: 'embeddings', defaultModel: '' },
  createModeration: { ability: 'moderations', path: 'moderations', defaultModel: 'text-moderation-stable' },
  rerank: { ability: 'rerank', path: 'rerank', defaultModel: '' },
  compactResponse: { ability: 'responses', path: 'responses/compact', defaultModel: '' },
} as const satisfies Readonly<Record<string, RelayedEndpoint>>

type RelayedId = keyof typeof relayed
/** What answers where no channel does. */
export type OwnHandlers = HandlersFor<typeof endpoints, RelayedId | 'createEdit'>
type AnyHandler = (input: never, call: Call) => unknown

export function createRelayHandlers(router: Router, own: OwnHandlers): OwnHandlers {
  const handlers: Record<string, AnyHandler> = {}
  for (const id of Object.keys(relayed) as RelayedId[]) // of the object literal above
    handlers[id] = (input: never, call) => answer(router, call, { id, input, own: own[id] as AnyHandler })
  handlers.createEdit = (input: never, call) => edit(router, call, { input, own: own.createEdit as AnyHandler })
  // each wraps the handler of its own name
  return handlers as unknown as OwnHandlers
}

interface WithOwn {
  readonly input: never
  readonly own: AnyHandler
}

async function answer(
  router: Router,
  call: Call,
  { id, input, own }: WithOwn & { readonly id: RelayedId },
): Promise<Reply<never>> {
  try {
    const { ability, path, defaultModel } = relayed[id]
    // what every declared input is
    const { body, ...values } = input as { readonly body: unknown; readonly model?: unknown }
    const checked = checkBody(endpoints[id], body)
    const { preferences, rest } = splitPreferences({ ...checked, ...values })
    const given = Object(rest) as Json // split from an object
    const model = typeof given.model === 'string' && given.model !== '' ? given.model : defaultModel
    const guard = guardOf(await router.rules.list(), { model, account: call.account })
    const fields = mapTexts(given, guard.checkText)
    const set = await router.channels.list()
    const metered = { endpoint: id, model, prompt: promptOf(fields) }
    if (!isRelayed(set, { model, ability }))
      return await answerOwn(router, call, metered, () => own(withFields(input, fields), call))
    return await relay(router, call, { ...metered, ability, path, preferences, fields })
  } catch (error) {
    throw refusalOf(formats.openai, error)
  }
}

/** An edit is a chat in a wire of its own, wherever there are channels for chat. */
async function edit(router: Router, call: Call, { input, own }: WithOwn): Promise<Reply<never>> {
  const { body } = input as { readonly body: unknown } // what every declared input is
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

/** The same input with what rules left of its strings. */
function withFields(input: never, fields: Json): never {
  const { body } = input as { readonly body: Json } // checked before
  const kept = Object.keys(body).filter((name) => fields[name] !== undefined)
  return {
    ...(input as object),
    body: { ...body, ...Object.fromEntries(kept.map((name) => [name, fields[name]])) },
  } as never
}
