// Answers a call whose live provider fails: with a recorded answer, or with the embedded provider if that has real data
// or the account accepts sample data.
import type { Failure } from '#define'
import { effectOf } from '#define/reflect'
import { isRead } from '../call/answers.ts'
import { wantedBy } from '../call/asked-for.ts'
import { type Answers, hasBody, type RoutedCall } from '../call/call.ts'
import type { Listing } from '../call/listings.ts'
import { withStoreTimeout } from '../call/timeouts.ts'
import { type ReplayDeps, sendKept } from './replay.ts'
import { type EmbeddedDeps, runEmbedded } from './run.ts'

type FailOverDeps = ReplayDeps & EmbeddedDeps

/** Failures of a provider that cannot be reached, is silent, or breaks off; others are answers. */
const outages: ReadonlySet<string> = new Set([
  'upstream.unreachable',
  'upstream.silent',
  'upstream.cut',
  'upstream.circuit_open',
  'upstream.no_token',
  'upstream.failed',
])

/** Reports whether another answer may replace a failure of the call. */
export function failsOver(call: RoutedCall): boolean {
  return call.answers?.mode === 'failover' && call.provider === 'live' && isRead(call) && !call.upgrade
}

/** Answers the call in place of a failure; false if nothing may or can. Never rejects. */
export async function failOver(call: RoutedCall, failure: Failure, deps: FailOverDeps): Promise<boolean> {
  const { answers, response } = call
  if (!answers || !failsOver(call) || !outages.has(failure.code) || response.headersSent || response.destroyed)
    return false
  try {
    return (await replayNewest(call, failure, deps)) || (await embed(call, { answers, failure }, deps))
  } catch {
    if (response.headersSent) response.destroy()
    else restore(call)
    return response.headersSent
  }
}

function restore(call: RoutedCall): void {
  call.provider = 'live'
  call.inPlaceOf = undefined
  call.failure = undefined
}

async function replayNewest(call: RoutedCall, failure: Failure, deps: FailOverDeps): Promise<boolean> {
  const { caller, answers } = call
  const wanted = wantedBy(call)
  if (!caller || !wanted || !answers) return false
  const since = deps.clock() - answers.maxAgeS * 1000
  const kept = await withStoreTimeout(deps.keptAnswers.newest(caller.accountId, wanted, since))
  if (!kept || call.response.destroyed) return false
  call.failure = failure
  await sendKept(call, kept, { ...deps, reason: failure.code })
  return true
}

interface Replaced {
  readonly answers: Answers
  readonly failure: Failure
}

async function embed(call: RoutedCall, { answers, failure }: Replaced, deps: FailOverDeps): Promise<boolean> {
  const { listing } = call
  const isLost = hasBody(call) && call.body === undefined
  if (!listing.provider || isLost || !(answers.sample || isReference(listing))) return false
  call.failure = failure
  call.provider = 'embedded'
  call.inPlaceOf = { at: undefined, ageS: 0, reason: failure.code }
  // nobody pays a provider that did not answer
  call.charge?.end()
  await runEmbedded(call, {
    ...deps,
    servesSample: deps.servesSample && answers.sample,
    check({ status }) {
      if (status >= 400) throw failure
    },
  })
  return true
}

/**
 * Reports whether the embedded provider can have real data: those of a public file, which are the same for everybody.
 * An API that changes something has data of each account, and those here are not those there.
 */
function isReference({ api, provider }: Listing): boolean {
  return (
    provider?.importFormats !== undefined &&
    Object.values(api.endpoints).every((endpoint) => effectOf(endpoint) !== 'write' && effectOf(endpoint) !== 'destroy')
  )
}
