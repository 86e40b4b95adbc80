// Handlers of responses: a chat whose answer is written as items, and is kept so that later ones can continue it.
import { type Call, type HandlersFor, isReply, type Reply } from '#define'
import type { endpoints } from '../../../endpoints.ts'
import { refusalOf } from '../../errors.ts'
import { chatModel } from '../../models/built-in/models.ts'
import type { ResponseStore, StoredResponse } from '../../models/stored/response-store.ts'
import { countConversation } from '../../tokens/conversation-tokens.ts'
import { formats } from '../../wire/formats.ts'
import { isJson, type Json } from '../../wire/json.ts'
import { ModelError } from '../../wire/model-error.ts'
import { readRequest } from '../../wire/responses/request-reader.ts'
import { responsesFormat } from '../../wire/responses.ts'
import type { Router } from '../router.ts'
import { exchange } from './exchange.ts'

type ResponseHandlers = HandlersFor<
  typeof endpoints,
  'createResponse' | 'countResponseTokens' | 'getResponse' | 'deleteResponse' | 'listResponseItems'
>

export function createResponseHandlers(router: Router, store: ResponseStore): ResponseHandlers {
  return {
    async createResponse({ body }, call) {
      try {
        return await create(router, store, call, isJson(body) ? body : {})
      } catch (error) {
        throw refusalOf(formats.openai, error)
      }
    },
    async countResponseTokens({ body }, call) {
      try {
        const json = isJson(body) ? body : {}
        const items = await store.inputOf(call.account, json)
        // an endpoint of counts needs no model, and the count of most needs its name
        const request = readRequest({ ...json, model: json.model ?? chatModel, stream: false }, items)
        const input_tokens = await countConversation(request, router.countsFor(call))
        return { object: 'response.input_tokens' as const, input_tokens }
      } catch (error) {
        throw refusalOf(formats.openai, error)
      }
    },
    async getResponse({ response_id: id, stream }, { account }) {
      if (stream) throw refusalOf(formats.openai, notInBackground())
      return answerOf(await store.read(account, id))
    },
    async deleteResponse({ response_id: id }, { account }) {
      await store.remove(account, id)
      return { id, object: 'response' as const, deleted: true }
    },
    async listResponseItems({ response_id: id, limit, order, after }, { account }) {
      return page(await store.read(account, id), { limit, order, after })
    },
  }
}

async function create(router: Router, store: ResponseStore, call: Call, body: Json): Promise<Reply<never>> {
  const items = await store.inputOf(call.account, body)
  const completed = async (response: Json) => {
    if (body.store === false) return
    try {
      await store.keep(call.account, { response, items: items.map(withId(String(response.id))) })
    } catch (error) {
      router.kit.log.warn('a response could not be kept', { cause: String(error) })
    }
  }
  const format = responsesFormat({ body, items, completed })
  const foreignBytes = call.request.jsonBytes
  const answer = await exchange(router, call, { endpoint: 'createResponse', format, body, foreignBytes })
  const whole: unknown = answer.body
  if (isReply(answer) && isJson(whole) && whole.object === 'response') await completed(whole)
  return answer
}

/** Adds ids to the items of callers, which lists need. */
const withId =
  (response: string) =>
  (item: unknown, index: number): unknown =>
    isJson(item) && item.id === undefined ? { ...item, id: `item_${response.slice('resp_'.length)}_${index}` } : item

const notInBackground = () =>
  new ModelError('invalid', 'stream: this response was not made in the background. Read it without stream.', {
    param: 'stream',
  })

// what is kept was written in the declared shape
const answerOf = ({ response }: StoredResponse) => response as never

const mostItems = 100

interface PageRequest {
  readonly limit?: number | undefined
  readonly order?: string | undefined
  readonly after?: string | undefined
}
function page({ items }: StoredResponse, { limit = 20, order = 'desc', after }: PageRequest) {
  const all = items.filter(isJson)
  const ordered = order === 'asc' ? all : all.toReversed()
  const from = after === undefined ? 0 : ordered.findIndex(({ id }) => id === after) + 1
  const data = ordered.slice(from, from + Math.min(Math.max(limit, 1), mostItems))
  const idOf = (item: Json | undefined) => (typeof item?.id === 'string' ? item.id : null)
  return {
    object: 'list' as const,
    data: data.map((item) => ({ ...item })),
    first_id: idOf(data[0]),
    last_id: idOf(data.at(-1)),
    has_more: from + data.length < ordered.length,
  }
}
