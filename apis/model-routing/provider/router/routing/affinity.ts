// Routes calls that share a prefix to the same channel, so that they find their prompt in the provider's cache.
import { createHash } from 'node:crypto'
import type { Call } from '#define'
import type { ChatRequest, Part } from '../../wire/chat-request.ts'
import { isJson } from '../../wire/json.ts'

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

/** True where `cache_control` of the messages format is set, also on a message, a part of an instruction or a result. */
function hasCacheMarks({ systemDetails = [], tools, messages, extras }: ChatRequest): boolean {
  return (
    isMarked({ extras }) ||
    systemDetails.some((one) => isMarked(one) || isMarked({ extras: one.extras?.part })) ||
    tools.some(isMarked) ||
    messages.some((message) => isMarked(message) || message.parts.some(isMarkedPart))
  )
}
const isMarked = ({ extras }: { readonly extras?: unknown }): boolean => isJson(extras) && isJson(extras.cache_control)
const isMarkedPart = (part: Part): boolean =>
  isMarked(part) || (part.kind === 'toolResult' && part.parts.some(isMarked))
