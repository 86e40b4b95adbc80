// The gateway's own models as the router calls them: each call crosses to the API's thread and comes back as if the
// model had answered here.
import { type Call, type CalledTasks, type Reply, reply } from '#define'
import type { Batches } from '../wire/batches.ts'
import type { ChatRequest } from '../wire/chat-request.ts'
import { hasLongText } from '../wire/long-request.ts'
import { ModelError } from '../wire/model-error.ts'
import { isBuiltIn } from './built-in/models.ts'
import { type ChatTaskHead, isAsyncIterable, type ModelTasks, type TaskAnswer, type TaskHead } from './model-tasks.ts'
import type { OwnChat } from './own-chat.ts'
import { isTunedName } from './stored/learning.ts'

type Tasks = CalledTasks<ModelTasks>

/** The handler of an endpoint that a built-in model answers. Throws ModelError. */
export const builtInCall =
  (tasks: Tasks, id: string) =>
  async (input: unknown, call: Call): Promise<Reply<never>> => {
    const answer = accepted(await tasks.builtIn({ id, input }, call))
    if (!isAsyncIterable(answer)) {
      const { status, headers, body } = answer
      return reply(asBuffer(body) as never, { status, headers: { ...headers } }) // made for the endpoint of this id
    }
    const { head, rest } = await split(answer)
    const { status, headers } = head as TaskHead // what `builtIn` yields first
    return reply(rest as never, { status, headers: { ...headers } })
  }

/** The chat of the gateway's own models. */
export function createChatCalls(tasks: Tasks): OwnChat {
  return {
    owns: (model) => isBuiltIn(model) || isTunedName(model),
    async answer(call, request) {
      const answer = accepted(await tasks.chat({ account: call.account, request: crossing(request) }, call))
      if (!isAsyncIterable(answer)) throw new Error('a chat is answered with a stream')
      const { head, rest } = await split(answer)
      const { model, example } = head as ChatTaskHead // what `chat` yields first
      return { model, example, events: rest as Batches }
    },
  }
}

function accepted(answer: TaskAnswer): Exclude<TaskAnswer, { readonly refused: unknown }> {
  if (!('refused' in answer)) return answer
  const { kind, message, ...details } = answer.refused
  throw new ModelError(kind, message, details)
}

/**
 * Many small values cross threads faster as one JSON text, long texts faster as they are; either way the calling thread
 * is not held for long.
 */
const crossing = (request: ChatRequest): ChatRequest | string =>
  hasLongText(request) ? request : JSON.stringify(request)

/** The first chunk, and the others as a separate stream. */
async function split(stream: AsyncIterable<unknown>): Promise<{ head: unknown; rest: AsyncIterable<unknown> }> {
  const iterator = stream[Symbol.asyncIterator]()
  const { value: head } = await iterator.next()
  return { head, rest: { [Symbol.asyncIterator]: () => iterator } }
}

/** Restores the class of bytes, which they lose when they cross threads. */
function asBuffer(body: unknown): unknown {
  return body instanceof Uint8Array ? Buffer.from(body.buffer, body.byteOffset, body.byteLength) : body
}
