// One call on its way: channel after channel until one begins to answer. What began is never tried again: a caller has seen the first
// byte of it, or it has cost something.

import { ModelError } from '../../wire/model-error.ts'
import type { Channel } from '../channels/channel.ts'
import type { Health, Trial } from './health.ts'
import type { Hints } from './preferences.ts'
import { type Ability, type Candidate, type Judged, judge } from './selection.ts'
import { unsayable } from './unsupported-by-wire.ts'

export interface Route {
  readonly model: string
  readonly ability: Ability
  readonly hints: Hints
  readonly drawKey: string
}
/** An answer that has begun. The trial is told when it is over. */
export interface Begun<T> {
  readonly candidate: Candidate
  readonly attempts: number
  readonly trial: Trial
  readonly value: T
}
export interface Router {
  readonly channels: readonly Channel[]
  readonly health: Health
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly signal: AbortSignal
}

const attemptLimit = 6

/**
 * Opens the call on one channel after the other. `open` resolves when the first of an answer is there. Throws the last ModelError; when
 * none was tried, 'missing' (nobody serves the model) or 'unavailable' (those who do are held back).
 */
export async function route<T>(
  router: Router,
  wanted: Route,
  open: (candidate: Candidate) => Promise<T>,
): Promise<Begun<T>> {
  let last: ModelError | undefined
  let attempts = 0
  for (const model of [wanted.model, ...wanted.hints.models]) {
    const tried = new Set<string>()
    for (;;) {
      const [best] = judge(router.channels, router.health, { ...wanted, model, tried })
      if (best?.refusal !== undefined || !best || attempts >= attemptLimit) break
      attempts += 1
      tried.add(best.channel.id)
      const trial = router.health.begin(best.channel, best.model)
      try {
        const value = await open(best)
        trial.answered()
        return { candidate: best, attempts, trial, value }
      } catch (error) {
        if (!(error instanceof ModelError) || router.signal.aborted) {
          trial.over()
          throw error
        }
        if (error.code === unsayable) trial.over()
        else trial.failed(error)
        last = error
        if (!wanted.hints.fallbacks) throw ofUpstream(error)
        // another channel would say the same, another model may not
        if (!error.retry) break
      }
    }
  }
  throw last ? ofUpstream(last) : nobody(router, wanted)
}

/** What a provider says about the router's own key or account is not the caller's doing. */
function ofUpstream(fault: ModelError): ModelError {
  if (fault.kind !== 'authentication' && fault.kind !== 'permission' && fault.kind !== 'billing') return fault
  return new ModelError(
    'unavailable',
    'The provider of this model refused the router; the operator has to look at the channel.',
    {
      status: 502,
      code: 'channel_refused',
      cause: fault,
    },
  )
}

function nobody({ channels, health, now }: Router, wanted: Route): ModelError {
  const judged = [wanted.model, ...wanted.hints.models].flatMap((model) =>
    judge(channels, health, { ...wanted, model, tried: new Set() }),
  )
  const waiting = judged.flatMap(({ untilMs }) => (untilMs === undefined ? [] : [untilMs]))
  if (waiting.length > 0) {
    const retryAfterS = Math.max(1, Math.ceil((Math.min(...waiting) - now()) / 1000))
    const message = `Every channel that serves '${wanted.model}' is held back for the moment. Try again in ${retryAfterS} s.`
    // a limit of the provider is told as one, also by the calls that did not go there because of it
    if (judged.every(({ untilMs, limited }) => untilMs === undefined || limited))
      return new ModelError('limited', message, { retryAfterS })
    return new ModelError('unavailable', message, { code: 'no_available_channel', retryAfterS })
  }
  return missing(wanted.model, judged)
}

function missing(model: string, judged: readonly Judged[]): ModelError {
  const wished = judged.some(({ refusal }) => refusal?.includes('provider.'))
  const message = wished
    ? `No channel that serves '${model}' fits what provider asks for.`
    : `The model '${model}' does not exist`
  return new ModelError('missing', message, { code: 'model_not_found', param: wished ? 'provider' : 'model' })
}
