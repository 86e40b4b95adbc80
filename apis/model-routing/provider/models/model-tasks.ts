// Computations of the gateway's own models, as tasks of the API's thread: callers determine how long they take, and
// other callers should not have to wait.
import { type Call, isReply, type ProviderKit } from '#define'
import type { Tables } from '../../tables.ts'
import type { ChatRequest } from '../wire/chat-request.ts'
import { ModelError, type ModelErrorKind } from '../wire/model-error.ts'
import { createBuiltInHandlers } from './built-in/handlers.ts'
import { openSpeechEngines } from './built-in/speech/engines.ts'
import { createOwnChat } from './own-chat.ts'
import { saveFile } from './stored/file-store.ts'
import type { StoredUpload } from './stored/files.ts'
import { createStoredModels } from './stored/handlers.ts'
import { type JoinRequest, joinParts, type NewPart, savePart } from './stored/upload-store.ts'

/** A ModelError as plain data; another thread would lose its class. */
interface PlainModelError {
  readonly kind: ModelErrorKind
  readonly message: string
  readonly status: number
  readonly code: string | undefined
  readonly param: string | undefined
  readonly retry: boolean
  readonly retryAfterS: number | undefined
}
export interface TaskHead {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}
/** A whole answer, a refusal, or a stream whose first chunk is the head. */
export type TaskAnswer =
  | (TaskHead & { readonly body: unknown })
  | { readonly refused: PlainModelError }
  | AsyncIterable<unknown>

interface ChatTask {
  readonly account: string
  readonly request: ChatRequest | string
}
export interface ChatTaskHead {
  readonly model: string
  readonly example: string | undefined
}

export type ModelTasks = ReturnType<typeof createModelTasks>

type ModelKit = Pick<
  ProviderKit<Tables>,
  'db' | 'dialect' | 'now' | 'random' | 'ask' | 'log' | 'cacheFolder' | 'config'
>

export function createModelTasks(kit: ModelKit) {
  const { db, dialect, now, random, ask, log } = kit
  const storeUpload = async ({ body, ...file }: StoredUpload) =>
    saveFile({ db, dialect, now, random }, { ...file, content: body })
  const uploads = {
    /** Stores a part of an upload; undefined if the account lacks room for it. */
    savePart: (part: NewPart) => savePart({ db, dialect, now, random }, part),
    /** Makes a file of the parts of an upload. */
    joinParts: (request: JoinRequest) => joinParts({ db, dialect, now, random }, request),
  }
  // the list of models, which needs the channels, is built beside the router
  const stored = createStoredModels({
    db,
    dialect,
    now,
    random,
    channelModels: async () => [],
    callableModel: async () => undefined,
    saveFile: storeUpload,
    ...uploads,
  })
  const builtIn: Readonly<Record<string, (input: never, call: Call) => unknown>> = {
    ...createBuiltInHandlers({ now, ask, log, engines: openSpeechEngines(kit) }),
    compactResponse: stored.compactResponse,
    countMessageTokens: stored.handlers.countMessageTokens,
  }
  const chat = createOwnChat(stored)
  return {
    async builtIn({ id, input }: { readonly id: string; readonly input: unknown }, call: Call): Promise<TaskAnswer> {
      const handler = Object.hasOwn(builtIn, id) ? builtIn[id] : undefined
      if (!handler) throw new Error(`no built-in model answers ${id}`)
      return settled(async () => {
        const result = await handler(input as never, call) // the input of the endpoint that this was called for
        const { status, headers, body } = isReply(result) ? result : { status: 200, headers: {}, body: result }
        return isAsyncIterable(body) ? withHead({ status, headers }, body) : { status, headers, body }
      })
    },
    /** Stores an uploaded file; undefined if the account lacks room for it. */
    saveFile: storeUpload,
    ...uploads,
    /** A request, or the JSON text of one. */
    async chat({ account, request }: ChatTask): Promise<TaskAnswer> {
      return settled(async () => {
        const read = typeof request === 'string' ? (JSON.parse(request) as ChatRequest) : request
        const { model, events, example } = await chat.answer(account, read)
        return withHead({ model, example } satisfies ChatTaskHead, events)
      })
    },
  }
}

async function settled(answer: () => Promise<TaskAnswer>): Promise<TaskAnswer> {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    const { kind, message, status, code, param, retry, retryAfterS } = error
    return { refused: { kind, message, status, code, param, retry, retryAfterS } }
  }
}

async function* withHead(head: unknown, body: AsyncIterable<unknown>): AsyncGenerator<unknown> {
  yield head
  yield* body
}

export function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}
