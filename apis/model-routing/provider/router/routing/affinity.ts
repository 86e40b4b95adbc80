// Routes calls that share a prefix to the same channel, so that they find their prompt in the provider's cache.
import { createHash } from 'node:crypto'
import type { Call } from '#define'
import type { ChatRequest } from '../../wire/chat-request.ts'

/**
 * Returns the string whose hash selects a channel: the caller's own cache key; otherwise, if the caller marks parts of
 * the prompt for caching, the beginning of the prompt; otherwise a new string for each call.
 */
export function affinityKeyOf({ account }: Pick<Call, 'account'>, request: ChatRequest, newId: () => string): string {
  if (request.cacheKey !== undefined) return affinityOfCacheKey(account, request.cacheKey)
  if (!hasCacheMarks(request)) return newId()
  const start = JSON.stringify([request.system, request.tools, request.messages[0]])
  return `start ${account} ${createHash('sha256').update(start).digest('hex')}`
}

export const affinityOfCacheKey = (account: string, cacheKey: string): string => `key ${account} ${cacheKey}`

/** `cache_control` of the messages format, wherever it is set. */
function hasCacheMarks({ systemDetails = [], tools, messages, extras }: ChatRequest): boolean {
  const isMarked = (one: { readonly extras?: Readonly<Record<string, unknown>> | undefined }) =>
    one.extras !== undefined && 'cache_control' in one.extras
  return (
    isMarked({ extras }) ||
    systemDetails.some(isMarked) ||
    tools.some(isMarked) ||
    messages.some(({ parts }) => parts.some(isMarked))
  )
}
