// Whether this process should get calls, and why not. The database is asked whether it answers; whether it takes writes
// is known from the writes of this process, of which its lease is one each second.
import { withTimeout } from '#provider'
import type { Store } from '#store'
import type { SharedInvalidations } from './invalidations/invalidations.ts'
import type { Meter } from './metering/meter.ts'
import type { Quota } from './quota/quota.ts'
import type { Traffic } from './request-handler.ts'

export interface ReadinessDeps {
  readonly store: Pick<Store, 'ping' | 'dialect'>
  readonly invalidations: Pick<SharedInvalidations, 'hasLease' | 'failure'>
  readonly quota: Pick<Quota, 'stats'>
  readonly meter: Pick<Meter, 'failure'>
  readonly clockProblem: () => string | undefined
  readonly traffic: Pick<Traffic, 'isLeaving'>
}

/** What `/readyz` says. */
export interface Readiness {
  readonly isReady: boolean
  readonly text: string
}

/** Checkers of health often wait for one second only. */
const pingMs = 800

/** Returns the function that reads it, within a second. */
export function createReadiness(deps: ReadinessDeps): () => Promise<Readiness> {
  const { store, invalidations, quota, meter, clockProblem, traffic } = deps
  const ping = sharedPing(store)
  const why = (failure: unknown) => store.dialect.explain(failure)
  /** Why this process should get no calls. */
  const problem = async () => {
    if (traffic.isLeaving) return 'shutting down'
    const failure = invalidations.failure() ?? quota.stats().databaseFailure ?? meter.failure()
    if (!invalidations.hasLease()) return `the lease of this process ran out: ${why(failure)}`
    try {
      await withTimeout(ping(), pingMs, noAnswer)
      return failure === undefined ? undefined : why(failure)
    } catch (error) {
      return why(error)
    }
  }
  return async () => {
    const text = await problem()
    // calls go by the right time
    const remark = clockProblem()
    return { isReady: text === undefined, text: text ?? (remark === undefined ? 'ready' : `ready; ${remark}`) }
  }
}

const noAnswer = () => Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })

/** Shared while one is under way, so that checks do not pile up at a database that hangs. */
function sharedPing(store: Pick<Store, 'ping'>): () => Promise<void> {
  let underWay: Promise<void> | undefined
  return () => {
    underWay ??= store.ping().finally(() => {
      underWay = undefined
    })
    return underWay
  }
}
