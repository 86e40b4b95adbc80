// Handlers of models: those available to the account, in the three dialects of clients, and removal of fine-tuned
// models.
import { type Call, refuse } from '#define'
import { invalid, refusalOf, refused } from '../../errors.ts'
import { formats } from '../../wire/formats.ts'
import { ModelError } from '../../wire/model-error.ts'
import { builtInModels } from '../built-in/models.ts'
import { isRemoved, removeSample, removeTunedModel, tunedModels } from './fine-tune-store.ts'
import { isTunedName, type Learning } from './learning.ts'
import { writeShown, writeTag } from './ollama-models.ts'
import type { StoredDeps } from './stored-deps.ts'

/** A model that can be requested. */
export interface ServedModel {
  readonly id: string
  readonly ownedBy: string
  /** Unix seconds. */
  readonly created: number
  readonly title?: string | undefined
  /** Families of endpoints in the wire's names: openai, anthropic, gemini, embeddings, … */
  readonly endpoints: readonly string[]
}
const chatEndpoints = ['openai', 'anthropic', 'gemini']
const endpointsOf: Readonly<Record<string, readonly string[]>> = {
  chat: chatEndpoints,
  embeddings: ['embeddings'],
  rerank: ['jina-rerank'],
  search: ['openai-alpha-search'],
}

const ownModels: readonly ServedModel[] = builtInModels.map(({ id, abilities, title, created, ownedBy }) => ({
  id,
  ownedBy,
  created,
  title,
  endpoints: [...new Set(abilities.flatMap((ability) => endpointsOf[ability] ?? ['openai']))],
}))

/** Sample data: a model of a fine-tune that every account has until it removes it. No list shows it. */
const sampleModel: ServedModel = {
  id: 'curie:ft-example-2024-05-02-10-00-00',
  ownedBy: 'sample-data',
  created: 1_714_644_000,
  title: 'Sample data',
  endpoints: ['openai'],
}

export interface ModelDeps extends StoredDeps {
  /** The models that channels serve. */
  readonly channelModels: () => Promise<readonly ServedModel[]>
  /** A model outside the lists that calls can name. */
  readonly callableModel: (id: string) => Promise<ServedModel | undefined>
  readonly learning: Learning
}

export function createModelHandlers({ channelModels, callableModel, learning, ...deps }: ModelDeps) {
  async function allModels(account: string): Promise<readonly ServedModel[]> {
    const tuned = (await tunedModels(deps, account)).map(({ details, createdMs }) => ({
      id: details.model,
      ownedBy: 'fine-tune',
      created: Math.floor(createdMs / 1000),
      endpoints: ['openai'],
    }))
    const byId = new Map([...(await channelModels()), ...ownModels].map((model) => [model.id, model]))
    return [...byId.values(), ...tuned]
  }
  async function find(account: string, id: string): Promise<ServedModel> {
    const model = (await allModels(account)).find((one) => one.id === id)
    if (model) return model
    const isSample = id === sampleModel.id && !(await isRemoved(deps, account, id))
    if (isSample) return sampleModel
    const message = `The model '${id.slice(0, 200)}' does not exist`
    throw new ModelError('missing', message, { param: 'model', code: 'model_not_found' })
  }

  async function findCallable(account: string, id: string): Promise<ServedModel> {
    try {
      return await find(account, id)
    } catch (error) {
      const isTuned = isTunedName(id) || id === sampleModel.id
      const callable = isTuned || id === '' ? undefined : await callableModel(id)
      if (callable) return callable
      throw error
    }
  }

  async function get(id: string, { account, request }: Call) {
    const dialect = dialectOf(request)
    const served = await findCallable(account, id).catch((error: unknown) => {
      throw refusalOf(formats[dialect], error)
    })
    if (dialect === 'gemini') return writeGemini(served)
    return dialect === 'anthropic' ? writeAnthropic(served) : writeModel(served)
  }
  async function listModels(_input: unknown, { account, request }: Call) {
    const models = await allModels(account)
    const dialect = dialectOf(request)
    if (dialect === 'anthropic') return anthropicPage(models, request.query)
    if (dialect === 'gemini') return { models: models.map(writeGemini) }
    return { success: true, object: 'list', data: models.map(writeModel) }
  }

  return {
    listModels,
    listBetaModels: listModels,
    async ollamaTags(_input: unknown, { account }: Call) {
      return { models: (await allModels(account)).map(writeTag) }
    },
    async ollamaShow({ body: { model, name } }: ShownModel, { account }: Call) {
      const id = model ?? name ?? ''
      const served = await findCallable(account, id).catch(() => undefined)
      if (!served) throw refuse(404, { error: `model '${id.slice(0, 200)}' not found` })
      return writeShown(served)
    },
    getModel: ({ model }: { readonly model: string }, call: Call) => get(model, call),
    getNestedModel: ({ owner, name }: NestedName, call: Call) => get(`${owner}/${name}`, call),
    getBetaModel: ({ path }: NestedPath, call: Call) => get(path, call),
    async deleteModel({ model }: { readonly model: string }, { account }: Call) {
      await find(account, model).catch((error: unknown) => {
        throw refusalOf(formats.openai, error)
      })
      const tuned = (await tunedModels(deps, account)).find(({ details }) => details.model === model)
      if (tuned) {
        await removeTunedModel(deps, account, tuned)
        await learning.forget(tuned.id)
      } else if (model === sampleModel.id) await removeSample(deps, account, model)
      else throw refused(new ModelError('permission', 'Only models of fine-tunes can be removed.', { param: 'model' }))
      return { id: model, object: 'model', deleted: true }
    },
  }
}

interface NestedName {
  readonly owner: string
  readonly name: string
}
/** A request for the details of a model; older clients name it by `name`. */
interface ShownModel {
  readonly body: { readonly model?: string | null | undefined; readonly name?: string | null | undefined }
}
/** A name that can contain slashes. */
interface NestedPath {
  readonly path: string
}

/**
 * Keys are not shown to handlers, so the third dialect is recognised by its client's header, or by the key in the
 * query.
 */
function dialectOf(request: Call['request']): 'openai' | 'anthropic' | 'gemini' {
  if (request.headers['anthropic-version'] !== undefined) return 'anthropic'
  const isGemini = request.path.startsWith('/v1beta/') || request.query.has('key')
  return isGemini || request.headers['x-goog-api-client'] !== undefined ? 'gemini' : 'openai'
}

function writeModel({ id, ownedBy, created, endpoints }: ServedModel) {
  return { id, object: 'model', created, owned_by: ownedBy, supported_endpoint_types: [...endpoints] }
}

/** Clients choose among the models by the methods, which they would otherwise take for none. */
function writeGemini({ id, title, endpoints }: ServedModel) {
  const chats = chatEndpoints.some((one) => endpoints.includes(one)) ? ['generateContent', 'countTokens'] : []
  const embeds = endpoints.includes('embeddings') ? ['embedContent', 'batchEmbedContents'] : []
  return { name: `models/${id}`, displayName: title ?? id, supportedGenerationMethods: [...chats, ...embeds] }
}

function writeAnthropic({ id, title, created }: ServedModel) {
  return { id, type: 'model', display_name: title ?? id, created_at: new Date(created * 1000).toISOString() }
}

/**
 * Returns a page of the second vendor's list: `limit` 1 to 1000, `after_id` and `before_id`; everything without these.
 */
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
