// Marks for a provider's cache, `cache_control` of the messages format, wherever a request has them.
import type { ChatRequest } from './chat-request.ts'
import { isJson, type Json } from './json.ts'

/** Yields the marks of the request, its instructions, tools, messages and their parts. */
export function* cacheMarksIn({ systemDetails = [], tools, messages, extras }: ChatRequest): Generator<Json> {
  yield* markOf(extras)
  for (const one of systemDetails) {
    yield* markOf(one.extras)
    yield* markOf(one.extras?.part)
  }
  for (const tool of tools) yield* markOf(tool.extras)
  for (const message of messages) {
    yield* markOf(message.extras)
    for (const part of message.parts) {
      yield* markOf(part.extras)
      if (part.kind === 'toolResult') for (const inside of part.parts) yield* markOf(inside.extras)
    }
  }
}

function markOf(extras: unknown): readonly Json[] {
  return isJson(extras) && isJson(extras.cache_control) ? [extras.cache_control] : none
}
const none: readonly Json[] = []
