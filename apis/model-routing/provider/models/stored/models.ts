// Handlers of models: what the account may ask for, in the three dialects of clients, and removal of models that fine-tunes made.
import type { Kit } from '#define'
import type { Channel, ChannelKind } from '../../router/channels/channel.ts'
import { ModelError } from '../../wire/model-error.ts'
import { builtInModels } from '../built-in/models.ts'
import { isRemoved, removeSample, removeTunedModel, tunedModels } from './fine-tune-store.ts'
import { forgetLearned } from './learning.ts'
import { invalid, refused } from './refusals.ts'
import type { StoredTables } from './tables.ts'

/** A model that may be asked for. */
export interface ServedModel {
  readonly id: string
  readonly ownedBy: string
  /** Unix seconds. */
  readonly created: number
  readonly title?: string | undefined
  /** As the wire names families of endpoints: openai, anthropic, gemini, embeddings, … */
  readonly endpoints: readonly string[]
}
export type CallKit<DB = StoredTables> = Kit<DB & StoredTables>

/** When no one knows when a model was made (FACTS 3.12). */
const unknownTime = 1_626_777_600
const chatEndpoints = ['openai', 'anthropic', 'gemini']
const endpointsOf: Readonly<Record<string, readonly string[]>> = {
  chat: chatEndpoints,
  embeddings: ['embeddings'],
  rerank: ['jina-rerank'],
  search: ['openai-alpha-search'],
}
const owners: Readonly<Record<ChannelKind, string>> = {
  openai: 'openai',
  anthropic: 'anthropic',
  gemini: 'google',
  ollama: 'ollama',
}

/** Models that enabled channels name, then the gateway's own; patterns are no names. */
export function servedModels(channels: readonly Channel[]): readonly ServedModel[] {
  const found = new Map<string, ServedModel>()
  for (const { enabled, kind, models, mapping } of channels)
    for (const id of enabled ? [...models, ...Object.keys(mapping)] : [])
      if (!id.includes('*') && !found.has(id))
        found.set(id, { id, ownedBy: owners[kind], created: unknownTime, endpoints: chatEndpoints })
  for (const { id, abilities, title, created, ownedBy } of builtInModels) {
    const endpoints = [...new Set(abilities.flatMap((ability) => endpointsOf[ability] ?? ['openai']))]
    found.set(id, { id, ownedBy, created, title, endpoints })
  }
  return [...found.values()]
}

/** Sample data: a model of a fine-tune that every account has until it removes it. No list shows it. */
const sampleModel: ServedModel = {
  id: 'curie:ft-example-2024-05-02-10-00-00',
  ownedBy: 'sample-data',
  created: 1_714_644_000,
  title: 'Sample data',
  endpoints: ['openai'],
}

/** `served`: what channels and the gateway itself serve, for the kit of a call. */
export function createModelHandlers<DB>(served: (kit: CallKit<DB>) => Promise<readonly ServedModel[]>) {
  async function allModels(kit: CallKit<DB>): Promise<readonly ServedModel[]> {
    const own = (await tunedModels(storedKit(kit), kit.account)).map(({ facts, createdMs }) => ({
      ...{ id: facts.model, ownedBy: 'fine-tune', created: Math.floor(createdMs / 1000), endpoints: ['openai'] },
    }))
    return [...(await served(kit)), ...own]
  }
  async function find(kit: CallKit<DB>, id: string): Promise<ServedModel> {
    const found = (await allModels(kit)).find((model) => model.id === id)
    if (found) return found
    const isSample = id === sampleModel.id && !(await isRemoved(storedKit(kit), kit.account, id))
    if (isSample) return sampleModel
    throw refused(
      new ModelError('missing', `The model '${id.slice(0, 200)}' does not exist`, {
        param: 'model',
        code: 'model_not_found',
      }),
    )
  }

  return {
    async listModels(_input: unknown, kit: CallKit<DB>) {
      const models = await allModels(kit)
      const dialect = dialectOf(kit)
      if (dialect === 'anthropic') return anthropicPage(models, kit.request.query)
      if (dialect === 'gemini')
        return { models: models.map(({ id, title }) => ({ name: `models/${id}`, displayName: title ?? id })) }
      return { success: true, object: 'list', data: models.map(writeModel) }
    },
    async getModel({ model }: { readonly model: string }, kit: CallKit<DB>) {
      const found = await find(kit, model)
      return dialectOf(kit) === 'anthropic' ? writeAnthropic(found) : writeModel(found)
    },
    async deleteModel({ model }: { readonly model: string }, kit: CallKit<DB>) {
      await find(kit, model)
      const stored = storedKit(kit)
      const tuned = (await tunedModels(stored, kit.account)).find(({ facts }) => facts.model === model)
      if (tuned) {
        await removeTunedModel(stored, kit.account, tuned)
        await forgetLearned(stored.db, tuned.id)
      } else if (model === sampleModel.id) await removeSample(stored, kit.account, model)
      else throw refused(new ModelError('permission', 'Only models of fine-tunes can be removed.', { param: 'model' }))
      return { id: model, object: 'model', deleted: true }
    },
  }
}

/** The handlers use no other tables. */
const storedKit = <DB>(kit: CallKit<DB>) => kit as unknown as Kit<StoredTables>

/** Keys are not shown to handlers, so the third dialect is told by its client's header, or by the key in the query. */
function dialectOf({ request }: Pick<Kit, 'request'>): 'openai' | 'anthropic' | 'gemini' {
  if (request.headers['anthropic-version'] !== undefined) return 'anthropic'
  return request.headers['x-goog-api-client'] !== undefined || request.query.has('key') ? 'gemini' : 'openai'
}

function writeModel({ id, ownedBy, created, endpoints }: ServedModel) {
  return { id, object: 'model', created, owned_by: ownedBy, supported_endpoint_types: [...endpoints] }
}

function writeAnthropic({ id, title, created }: ServedModel) {
  return { id, type: 'model', display_name: title ?? id, created_at: new Date(created * 1000).toISOString() }
}

/** The second vendor's lists come in pages: `limit` 1 to 1000, `after_id` and `before_id`; everything when none is given. */
function anthropicPage(models: readonly ServedModel[], query: URLSearchParams) {
  const limit = Number(query.get('limit') ?? 1000)
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000) throw invalid('limit', 'limit is 1 to 1000.')
  const [after, before] = [query.get('after_id'), query.get('before_id')]
  const from = after === null ? 0 : models.findIndex(({ id }) => id === after) + 1
  const to = before === null ? -1 : models.findIndex(({ id }) => id === before)
  const page = to < 0 ? models.slice(from, from + limit) : models.slice(Math.max(from, to - limit), to)
  const rest = to < 0 ? models.length - from - page.length : to - page.length - from
  return {
    data: page.map(writeAnthropic),
    first_id: page[0]?.id ?? null,
    last_id: page.at(-1)?.id ?? null,
    has_more: rest > 0,
  }
}
