// Routes calls that share a prefix to the same channel, so that they find their prompt in the provider's cache.
import { createHash } from 'node:crypto'
import type { Call } from '#define'
import { cacheMarksIn } from '../../wire/cache-marks.ts'
import type { ChatRequest } from '../../wire/chat-request.ts'

/**
 * Returns the string whose hash selects a channel: the caller's own cache key; otherwise, if the caller marks parts of
 * the prompt for caching, the beginning of the prompt; otherwise a new string for each call.
 */
export function affinityKeyOf({ account }: Pick<Call, 'account'>, request: ChatRequest, newId: () => string): string {
  if (request.cacheKey !== undefined) return affinityOfCacheKey(account, request.cacheKey)
  if (cacheMarksIn(request).next().done) return newId()
  const start = JSON.stringify([request.system, request.tools, request.messages[0]])
  return `start ${account} ${createHash('sha256').update(start).digest('hex')}`
}

export const affinityOfCacheKey = (account: string, cacheKey: string): string => `key ${account} ${cacheKey}`
