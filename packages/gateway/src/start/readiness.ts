// The readiness check of this process: whether it should get calls, and why not. The database is pinged for reads; its
// writes are judged by those of this process, of which the lease is one every second.
import { withTimeout } from '#provider'
import type { Store } from '#store'
import type { SharedInvalidations } from '../account/invalidations/invalidations.ts'
import type { Quota } from '../account/quota/quota.ts'
import type { Meter } from '../record/metering/meter.ts'
import type { Traffic } from '../request/request-handler.ts'

interface ReadinessDeps {
  readonly store: Pick<Store, 'ping' | 'dialect'>
  readonly invalidations: Pick<SharedInvalidations, 'hasLease' | 'failure'>
  readonly quota: Pick<Quota, 'stats'>
  readonly meter: Pick<Meter, 'failure'>
  readonly clockProblem: () => string | undefined
  readonly traffic: Pick<Traffic, 'isLeaving'>
}

/** The answer of `/readyz`. */
interface Readiness {
  readonly isReady: boolean
  readonly text: string
}

/** The timeout of the ping: health checkers often wait for only one second. */
const pingMs = 800

/** Returns a function that reads the readiness within a second. */
export function createReadiness(deps: ReadinessDeps): () => Promise<Readiness> {
  const { store, invalidations, quota, meter, clockProblem, traffic } = deps
  const ping = sharedPing(store)
  const why = (failure: unknown) => store.dialect.explain(failure)
  /** Returns the reason why this process should get no calls. */
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
    // a remark only: calls use the correct time
    const remark = clockProblem()
    return { isReady: text === undefined, text: text ?? (remark === undefined ? 'ready' : `ready; ${remark}`) }
  }
}

const noAnswer = () => Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })

/** Shares a ping in progress among callers, so that checks do not pile up at a hung database. */
function sharedPing(store: Pick<Store, 'ping'>): () => Promise<void> {
  let underWay: Promise<void> | undefined
  return () => {
    underWay ??= store.ping().finally(() => {
      underWay = undefined
    })
    return underWay
  }
}
