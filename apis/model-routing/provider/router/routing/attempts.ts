// Tries one channel after another until one begins to answer. An answer that has begun is never retried: the caller has
// seen its first byte, or it has cost something.
import { ModelError } from '../../wire/model-error.ts'
import type { Channel } from '../channels/channel.ts'
import type { Attempt, Health } from './health.ts'
import { type Candidate, type RankedCandidate, type RouteRequest, rankCandidates } from './selection.ts'
import { unsupportedByWire } from './unsupported-by-wire.ts'

/** An answer that has begun. Whoever reads it ends the attempt. */
export interface RoutedAnswer<T> {
  readonly candidate: Candidate
  readonly attempts: number
  readonly attempt: Attempt
  readonly value: T
}
export interface RouteDeps {
  readonly channels: readonly Channel[]
  readonly health: Health
  readonly signal: AbortSignal
}

const attemptLimit = 6

/**
 * Opens the call on one channel after the other. `open` resolves when the answer has begun. Throws the last ModelError;
 * when no channel was tried, 'missing' (none serves the model) or 'unavailable' (those that do are paused).
 */
export async function openOnChannel<T>(
  deps: RouteDeps,
  request: RouteRequest,
  open: (candidate: Candidate) => Promise<T>,
): Promise<RoutedAnswer<T>> {
  const { channels, health, signal } = deps
  let last: ModelError | undefined
  let attempts = 0
  for (const model of [request.model, ...request.preferences.models]) {
    const tried: string[] = []
    for (;;) {
      const [best] = rankCandidates(channels, health, { ...request, model, tried })
      if (best?.refusal !== undefined || !best || attempts >= attemptLimit) break
      attempts += 1
      tried.push(best.channel.id)
      const attempt = health.begin(best.channel, best.model)
      try {
        const value = await open(best)
        attempt.answered()
        return { candidate: best, attempts, attempt, value }
      } catch (error) {
        if (!(error instanceof ModelError) || signal.aborted) {
          attempt.ended()
          throw error
        }
        if (error.code === unsupportedByWire) attempt.ended()
        else attempt.failed(error)
        last = error
        if (!request.preferences.allowFallbacks) throw forCaller(error)
        // another channel would answer the same, another model may not
        if (!error.retry) break
      }
    }
  }
  throw last ? forCaller(last) : noChannel(deps, request)
}

/** An error about the router's own key or account at a provider is not the caller's mistake. */
function forCaller(error: ModelError): ModelError {
  if (error.kind !== 'authentication' && error.kind !== 'permission' && error.kind !== 'billing') return error
  return new ModelError(
    'unavailable',
    'The provider of this model refused the router; the operator must check the channel.',
    {
      status: 502,
      code: 'channel_refused',
      cause: error,
    },
  )
}

function noChannel({ channels, health }: RouteDeps, request: RouteRequest): ModelError {
  const candidates = [request.model, ...request.preferences.models].flatMap((model) =>
    rankCandidates(channels, health, { ...request, model, tried: [] }),
  )
  const pauses = candidates.flatMap(({ untilMs }) => (untilMs === undefined ? [] : [untilMs]))
  if (pauses.length > 0) {
    const retryAfterS = Math.max(1, Math.ceil((Math.min(...pauses) - health.now()) / 1000))
    const message = `Every channel that serves '${request.model}' is unavailable at the moment. Try again in ${retryAfterS} s.`
    // a provider's rate limit is reported as one, also to calls that were not sent because of it
    if (candidates.every(({ untilMs, isRateLimit }) => untilMs === undefined || isRateLimit))
      return new ModelError('limited', message, { retryAfterS })
    return new ModelError('unavailable', message, { code: 'no_available_channel', retryAfterS })
  }
  return missing(request.model, candidates)
}

function missing(model: string, candidates: readonly RankedCandidate[]): ModelError {
  const isByPreference = candidates.some(({ refusal }) => refusal?.includes('provider.'))
  const message = isByPreference
    ? `No channel that serves '${model}' satisfies provider.`
    : `The model '${model}' does not exist`
  return new ModelError('missing', message, { code: 'model_not_found', param: isByPreference ? 'provider' : 'model' })
}
