// Handlers of all endpoints that the router answers: chat in every wire, the calls that name model and action in the
// path, and the relayed ones.
import { type Call, type HandlersFor, type Reply, refuse, reply } from '#define'
import { JsonTooComplex, parseBoundedJson } from '#provider'
import type { endpoints } from '../../endpoints.ts'
import { refusalOf } from '../errors.ts'
import { countConversation } from '../tokens/conversation-tokens.ts'
import type { Format } from '../wire/format.ts'
import { formats } from '../wire/formats.ts'
import { isJson, memberOf } from '../wire/json.ts'
import { ModelError } from '../wire/model-error.ts'
import { exchange } from './chat/exchange.ts'
import { relayFreely } from './relay/free-call.ts'
import { createRelayHandlers, type OwnHandlers } from './relay/handlers.ts'
import { embedNative } from './relay/native-embeddings.ts'
import { createOllamaHandlers, type OllamaHandlers } from './relay/ollama.ts'
import { relayCount } from './relay/relayed-count.ts'
import type { Router } from './router.ts'

type RouterHandlers = OwnHandlers &
  OllamaHandlers &
  HandlersFor<
    typeof endpoints,
    | 'chatCompletions'
    | 'completions'
    | 'createMessage'
    | 'callModel'
    | 'callBetaModel'
    | 'createImageVariation'
    | 'countMessageTokens'
  >

/** Counts of requests that no channel counts. */
type OwnCounts = HandlersFor<typeof endpoints, 'countMessageTokens'>

/** `own`: the handlers of the gateway's own models, which answer when no channel does. */
export function createRouterHandlers(router: Router, own: OwnHandlers & OwnCounts): RouterHandlers {
  const chat =
    (endpoint: string, format: Format) =>
    ({ body }: { readonly body: unknown }, call: Call) =>
      exchange(router, call, { endpoint, format, body, bytes: call.request.jsonBytes })
  const callNamed = async (input: NativeCallInput, call: Call) => {
    try {
      return await callNative(router, own, call, input)
    } catch (error) {
      throw refusalOf(formats.gemini, error)
    }
  }
  return {
    ...createRelayHandlers(router, own),
    ...createOllamaHandlers(router, own),
    chatCompletions: chat('chatCompletions', formats.openai),
    completions: chat('completions', formats.completions),
    createMessage: chat('createMessage', formats.anthropic),
    callModel: callNamed,
    callBetaModel: callNamed,
    createImageVariation: refuseUnimplemented,
    async countMessageTokens(input, call) {
      const body: unknown = input.body
      const model = isJson(body) ? body.model : undefined
      try {
        const isNamed = isJson(body) && typeof model === 'string'
        const counted = isNamed ? await relayCount(router, call, { kind: 'anthropic', model, body }) : undefined
        // the provider's own answer
        return counted ? reply(counted as never) : await own.countMessageTokens(input, call)
      } catch (error) {
        throw refusalOf(formats.anthropic, error)
      }
    },
  }
}

/** The one endpoint that routers of this kind have and do not implement (SOURCES 2.2). */
function refuseUnimplemented(): never {
  const error = { message: 'API not implemented', type: 'new_api_error', param: '', code: 'api_not_implemented' }
  throw refuse(501, { error })
}

interface NativeCallInput {
  readonly path: string
  readonly alt?: string | undefined
  readonly body: Buffer
}

async function callNative(
  router: Router,
  own: OwnHandlers,
  call: Call,
  { path, alt, body }: NativeCallInput,
): Promise<Reply<never>> {
  const { model, action } = readPath(path)
  const format = formats.gemini
  const stream = action === 'streamGenerateContent'
  if (stream || action === 'generateContent') {
    const json = await parseBody(body)
    const asArray = stream && alt !== 'sse'
    const native = { endpoint: 'callModel', format, body: json, bytes: body, path: { model, stream }, asArray }
    return exchange(router, call, native)
  }
  if (action === 'countTokens') {
    const json = await parseBody(body)
    const counted = isJson(json) ? await relayCount(router, call, { kind: 'gemini', model, body: json }) : undefined
    if (counted) return reply(counted as never)
    const request = format.readRequest(memberOf(json, 'generateContentRequest') ?? json, { model, stream: false })
    // the declared shape covers every action
    return reply({ totalTokens: await countConversation(request, router.countsFor(call)) } as never)
  }
  if (action === 'embedContent' || action === 'batchEmbedContents')
    return embedNative(router, own, call, { model, action, body: await parseBody(body) })
  const json = await parseBody(body).catch(() => undefined)
  return (await relayFreely(router, call, { path: withoutPrefix(path), body, json })) ?? refusePath(path, action)
}

/** Splits a path at its last colon, which ends the model's name; names can contain slashes (SOURCES 3.11). */
function readPath(path: string): { readonly model: string; readonly action: string } {
  const at = path.lastIndexOf(':')
  return { model: withoutPrefix(path.slice(0, Math.max(at, 0))), action: at === -1 ? '' : path.slice(at + 1) }
}

const withoutPrefix = (path: string): string => path.replace(/^models\//, '')

function refusePath(path: string, action: string): never {
  if (action === '' || path.startsWith(':'))
    throw new ModelError('invalid', 'The path is a model and an action, such as gemini-2.5-flash:generateContent.', {
      param: 'path',
    })
  throw new ModelError('missing', `The action ${action.slice(0, 60)} is not known.`, { param: 'path' })
}

async function parseBody(body: Buffer): Promise<unknown> {
  try {
    return await parseBoundedJson(body)
  } catch (error) {
    if (error instanceof JsonTooComplex)
      throw new ModelError('invalid', `The body has more than ${error.limit}. Send less of it in one call.`)
    throw new ModelError('invalid', 'The body is not valid JSON.')
  }
}
