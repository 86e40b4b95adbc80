// Tries one channel after another until one begins to answer. An answer that has begun is never retried: the caller has
// seen its first byte, or it has cost something.
import { present } from '#define/present'
import { ModelError } from '../../wire/model-error.ts'
import type { Channel } from '../channels/channel.ts'
import type { Attempt, Health } from './health.ts'
import { type Candidate, type RankedCandidate, type RouteRequest, rankCandidates } from './selection.ts'
import { unsupportedByWire } from './unsupported-by-wire.ts'

/** An answer that has begun. Its reader ends the attempt. */
export interface RoutedAnswer<T> {
  readonly candidate: Candidate
  readonly attempts: number
  readonly attempt: Attempt
  readonly value: T
}
interface RouteDeps {
  readonly channels: readonly Channel[]
  readonly health: Health
  /** Aborted once the call is no longer wanted. */
  readonly signal: { readonly aborted: boolean }
}

const attemptLimit = 6

/**
 * Opens the call on one channel after the other. `open` resolves when the answer has begun. Throws what `Attempts`
 * throws.
 */
export async function openOnChannel<T>(
  attempts: Attempts,
  open: (candidate: Candidate) => Promise<T>,
): Promise<RoutedAnswer<T>> {
  for (;;) {
    const candidate = attempts.begin()
    try {
      const value = await open(candidate)
      return { candidate, attempts: attempts.count, attempt: attempts.answered(), value }
    } catch (error) {
      attempts.failed(error)
    }
  }
}

/** The channels that a call is tried on, one after the other. */
export class Attempts {
  count = 0
  /** The one that is being tried, or was tried last. */
  candidate: Candidate | undefined
  readonly #deps: RouteDeps
  readonly #request: RouteRequest
  /** The number of models of the call that have been given up. */
  #models = 0
  /** Channels tried for the current model. */
  #tried: string[] = []
  #attempt: Attempt | undefined
  #last: ModelError | undefined

  constructor(deps: RouteDeps, request: RouteRequest) {
    this.#deps = deps
    this.#request = request
  }

  /**
   * Begins the next attempt. Throws the last ModelError if no candidate is left. Without an attempt it throws 'missing'
   * (no channel serves the model) or 'unavailable' (those that do are paused).
   */
  begin(): Candidate {
    const { channels, health } = this.#deps
    const { preferences } = this.#request
    for (; this.#models <= preferences.models.length; this.#giveUpModel()) {
      const model = this.#models === 0 ? this.#request.model : present(preferences.models[this.#models - 1])
      const [best] = rankCandidates(channels, health, { ...this.#request, model, tried: this.#tried })
      if (best?.refusal !== undefined || !best || this.count >= attemptLimit) continue
      this.count += 1
      this.#tried.push(best.channel.id)
      this.#attempt = health.begin(best.channel, best.model)
      this.candidate = best
      return best
    }
    throw this.#last ? forCaller(this.#last) : noChannel(this.#deps, this.#request)
  }

  /** Notes that the answer has begun. Its reader ends the attempt. */
  answered(): Attempt {
    const attempt = this.#attempt
    if (!attempt) throw new Error('no attempt has begun')
    attempt.answered()
    return attempt
  }

  /** Rethrows what no other channel would do better. */
  failed(error: unknown): void {
    if (!(error instanceof ModelError) || this.#deps.signal.aborted) {
      this.#attempt?.ended()
      throw error
    }
    if (error.code === unsupportedByWire) this.#attempt?.ended()
    else this.#attempt?.failed(error)
    this.#last = error
    if (!this.#request.preferences.allowFallbacks) throw forCaller(error)
    // another channel would answer the same, another model might not
    if (!error.retry) this.#giveUpModel()
  }

  #giveUpModel(): void {
    this.#models += 1
    this.#tried = []
  }
}

/** Turns an error about the router's own key or account at a provider into one that is not the caller's mistake. */
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
