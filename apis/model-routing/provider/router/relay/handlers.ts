// Handlers of the endpoints that a channel answers as they are: a channel that serves the model, else the gateway's own.
import type { Handlers, Kit, Reply } from '#define'
import { endpoints } from '../../../endpoints.ts'
import type { Tables } from '../../../tables.ts'
import { checkBody } from '../../body-check.ts'
import { isBuiltIn } from '../../models/built-in/models.ts'
import { formats } from '../../wire/formats.ts'
import type { Json } from '../../wire/json.ts'
import { editFormat } from '../chat/edit-format.ts'
import { exchange, refusalOf } from '../chat/exchange.ts'
import { guardFor } from '../guardrails/guard.ts'
import { partsOf } from '../router.ts'
import { takeHints } from '../routing/preferences.ts'
import type { Ability } from '../routing/selection.ts'
import { answerOwn } from './own-answer.ts'
import { isRelayed, relay } from './relay.ts'

interface Relayed {
  readonly ability: Ability
  /** Below the version at the provider. */
  readonly path: string
  /** For calls that name none (FACTS 1). */
  readonly model: string
}
const relayed = {
  searchWeb: { ability: 'responses', path: 'alpha/search', model: 'alpha-search' },
  createSpeech: { ability: 'audio', path: 'audio/speech', model: 'tts-1' },
  createTranscription: { ability: 'audio', path: 'audio/transcriptions', model: 'whisper-1' },
  createTranslation: { ability: 'audio', path: 'audio/translations', model: 'whisper-1' },
  createDecision: { ability: 'responses', path: 'decisions', model: '' },
  createEmbeddings: { ability: 'embeddings', path: 'embeddings', model: '' },
  createEngineEmbeddings: { ability: 'embeddings', path: 'embeddings', model: '' },
  createModeration: { ability: 'moderations', path: 'moderations', model: 'text-moderation-stable' },
  rerank: { ability: 'rerank', path: 'rerank', model: '' },
  compactResponse: { ability: 'responses', path: 'responses/compact', model: '' },
} as const satisfies Readonly<Record<string, Relayed>>

type RelayedId = keyof typeof relayed
/** What answers where no channel does. */
export type OwnHandlers = Pick<Handlers<typeof endpoints, Tables>, RelayedId | 'createEdit'>
type AnyHandler = (input: never, kit: Kit<Tables>) => unknown

export function createRelayHandlers(own: OwnHandlers): OwnHandlers {
  const handlers: Record<string, AnyHandler> = {}
  for (const id of Object.keys(relayed) as RelayedId[]) // of the object literal above
    handlers[id] = (input: never, kit) => answer(kit, { id, input, own: own[id] as AnyHandler })
  handlers.createEdit = (input: never, kit) => edit(kit, input, own.createEdit as AnyHandler)
  // each was made from the handler of its own name
  return handlers as unknown as OwnHandlers
}

interface Asked {
  readonly id: RelayedId
  readonly input: never
  readonly own: AnyHandler
}

async function answer(kit: Kit<Tables>, { id, input, own }: Asked): Promise<Reply<never>> {
  try {
    const { ability, path, model: standard } = relayed[id]
    const { body, ...values } = input as { readonly body: unknown; readonly model?: unknown } // what every declared input is
    const parts = partsOf(kit)
    const checked = checkBody(endpoints[id], body)
    const { hints, rest } = takeHints({ ...checked, ...values })
    const asked = Object(rest) as Json // taken from an object
    const model = typeof asked.model === 'string' && asked.model !== '' ? asked.model : standard
    const guard = await guardFor(parts.rules, kit, { model, account: kit.account })
    const fields = guarded(asked, guard.beforeText)
    const set = await parts.channels.list(kit)
    const prompt = promptOf(fields)
    if (!isRelayed(set, { model, ability }))
      return await answerOwn(kit, () => own(withBody(input, fields), kit), { endpoint: id, model, prompt })
    return await relay(parts, kit, { endpoint: id, ability, path, model, hints, fields, prompt })
  } catch (error) {
    throw refusalOf(formats.openai, error)
  }
}

/** An edit is a chat of its own kind, wherever there are channels for chat. */
async function edit(kit: Kit<Tables>, input: never, own: AnyHandler): Promise<Reply<never>> {
  const { body } = input as { readonly body: unknown } // what every declared input is
  try {
    const parts = partsOf(kit)
    const { model } = checkBody(endpoints.createEdit, body)
    const { channels } = await parts.channels.list(kit)
    const isOwn = isBuiltIn(String(model)) || !channels.some(({ enabled }) => enabled)
    if (isOwn)
      return await answerOwn(kit, () => own(input, kit), {
        endpoint: 'createEdit',
        model: String(model),
        prompt: promptOf(Object(body)),
      })
    return await exchange(parts, kit, { endpoint: 'createEdit', format: editFormat, body })
  } catch (error) {
    throw refusalOf(formats.openai, error)
  }
}

/** The same input with what rules left of the texts. */
function withBody(input: never, fields: Json): never {
  const { body } = input as { readonly body: Json } // checked before
  const kept = Object.keys(body).filter((name) => fields[name] !== undefined)
  return {
    ...(input as object),
    body: { ...body, ...Object.fromEntries(kept.map((name) => [name, fields[name]])) },
  } as never
}

/** Members that hold what callers say. */
const said = new Set(['input', 'query', 'documents', 'instruction', 'instructions', 'prompt', 'state', 'questions'])
/** Members within them that hold no text. */
const notText = new Set(['type', 'role', 'id', 'url', 'image_url', 'data', 'detail', 'name'])

function guarded(fields: Json, change: (text: string) => string): Json {
  const deep = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string') return change(value)
    if (depth === 0 || typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value
    if (Array.isArray(value)) return value.map((one) => deep(one, depth - 1))
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, notText.has(name) ? one : deep(one, depth - 1)]),
    )
  }
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, said.has(name) ? deep(value, 8) : value]),
  )
}

/** The texts that a provider counts: input, query and documents. */
function promptOf({ input, query, documents, instruction }: Json): string[] {
  return [input, query, documents, instruction].flatMap((value) => textsOf(value, 3))
}

function textsOf(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return [value]
  if (depth === 0 || typeof value !== 'object' || value === null) return []
  return Array.isArray(value)
    ? value.flatMap((one) => textsOf(one, depth - 1))
    : textsOf(Reflect.get(value, 'text'), depth - 1)
}
