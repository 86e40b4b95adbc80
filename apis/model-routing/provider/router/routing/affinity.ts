// What keeps calls together that share a beginning, so that they go to the same channel and find their prompt in the provider's cache.
import { createHash } from 'node:crypto'
import type { Kit } from '#define'
import type { ChatRequest } from '../../wire/chat-request.ts'

/**
 * The text that a channel is drawn with: the caller's own cache key; else, where the caller marks parts of the prompt for caching, the
 * beginning of the prompt; else a new one for each call.
 */
export function drawKeyOf(kit: Pick<Kit, 'account'>, conversation: ChatRequest, newId: () => string): string {
  if (conversation.cacheKey !== undefined) return keyOf(kit.account, conversation.cacheKey)
  if (!marksCache(conversation)) return newId()
  const start = JSON.stringify([conversation.system, conversation.tools, conversation.messages[0]])
  return `start ${kit.account} ${createHash('sha256').update(start).digest('hex')}`
}

/** Of a cache key of a caller. */
export const keyOf = (account: string, cacheKey: string): string => `key ${account} ${cacheKey}`

/** `cache_control` of the messages format, wherever it stands. */
function marksCache({ systemDetails = [], tools, messages, extras }: ChatRequest): boolean {
  const marked = (one: { readonly extras?: Readonly<Record<string, unknown>> | undefined }) =>
    one.extras !== undefined && 'cache_control' in one.extras
  return (
    marked({ extras }) ||
    systemDetails.some(marked) ||
    tools.some(marked) ||
    messages.some(({ parts }) => parts.some(marked))
  )
}
