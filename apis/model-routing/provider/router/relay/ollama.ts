// Handlers of Ollama's format: chats, generations and vectors, by whatever channel or model serves the name.

import { type Call, type HandlersFor, type Reply, reply } from '#define'
import { present } from '#define/present'
import type { endpoints } from '../../../endpoints.ts'
import { refusalOf } from '../../errors.ts'
import type { Format } from '../../wire/format.ts'
import { isJson } from '../../wire/json.ts'
import { leftOutHeaders } from '../../wire/left-out.ts'
import { ModelError } from '../../wire/model-error.ts'
import { isLoading, ollamaChat, ollamaGenerate } from '../../wire/ollama.ts'
import { exchange } from '../chat/exchange.ts'
import type { Router } from '../router.ts'
import { noPreferences } from '../routing/preferences.ts'
import { embedTexts, type OwnEmbeddings } from './embedded-texts.ts'

export type OllamaHandlers = HandlersFor<
  typeof endpoints,
  'ollamaChat' | 'ollamaGenerate' | 'ollamaEmbed' | 'ollamaEmbeddings' | 'ollamaVersion' | 'ollamaRunning'
>

/** The version whose format is answered (SOURCES 3.19). */
const version = '0.40.12'
const mostTexts = 2048

export function createOllamaHandlers(router: Router, own: OwnEmbeddings): OllamaHandlers {
  const answer =
    (endpoint: 'ollamaChat' | 'ollamaGenerate', format: Format) =>
    async ({ body }: { readonly body: unknown }, call: Call): Promise<Reply<never>> =>
      isLoading(body)
        ? loaded(router, endpoint, body)
        : exchange(router, call, { endpoint, format, body, foreignBytes: call.request.jsonBytes })
  const embed = async (endpoint: string, call: Call, wanted: Wanted) => {
    try {
      return await embedTexts(router, own, call, { endpoint, preferences: noPreferences, ...wanted })
    } catch (error) {
      throw refusalOf(ollamaChat, error)
    }
  }
  return {
    ollamaChat: answer('ollamaChat', ollamaChat),
    ollamaGenerate: answer('ollamaGenerate', ollamaGenerate),
    async ollamaEmbed({ body: { model, input, dimensions, truncate } }, call) {
      const beganMs = performance.now()
      const texts = typeof input === 'string' ? [input] : input
      if (texts.length > mostTexts)
        throw refusalOf(ollamaChat, new ModelError('invalid', `input has more than ${mostTexts} texts`))
      const wanted = { model, texts, dimensions: dimensions ?? undefined }
      const { vectors, tokens, headers } = await embed('ollamaEmbed', call, wanted)
      const total_duration = Math.round((performance.now() - beganMs) * 1e6)
      const answered = { model, embeddings: vectors.map((one) => [...one]), total_duration, load_duration: 0 }
      // texts that are too long are left to the provider
      const lost = leftOutHeaders(truncate === false ? ['truncate'] : [])
      return reply({ ...answered, prompt_eval_count: tokens }, { headers: { ...headers, ...lost } })
    },
    async ollamaEmbeddings({ body: { model, prompt } }, call) {
      const { vectors, headers } = await embed('ollamaEmbeddings', call, {
        model,
        texts: [prompt],
        dimensions: undefined,
      })
      return reply({ embedding: [...present(vectors[0])] }, { headers: { ...headers } })
    },
    ollamaVersion: () => ({ version }),
    // nothing is loaded here: models are at their providers
    ollamaRunning: () => ({ models: [] }),
  }
}

interface Wanted {
  readonly model: string
  readonly texts: readonly string[]
  readonly dimensions: number | undefined
}

/** Answers a call without a question, by which clients load a model; nothing has to be loaded here. */
function loaded(router: Router, endpoint: 'ollamaChat' | 'ollamaGenerate', body: unknown): Reply<never> {
  const model = isJson(body) && typeof body.model === 'string' ? body.model : ''
  const said = endpoint === 'ollamaChat' ? { message: { role: 'assistant', content: '' } } : { response: '' }
  const created_at = new Date(router.kit.now()).toISOString()
  // the declared shape, of an answer without anything
  return reply({ model, created_at, ...said, done: true, done_reason: 'load' } as never)
}
