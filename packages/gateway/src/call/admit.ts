// Counts a call against the plan, in one step and before any of its body is read. A refused call uses up nothing.
import { fail } from '#define'
import type { Caller, KeyLimits } from '../keys/identify.ts'
import type { Admission, Plan } from '../quota/admission.ts'
import type { Quota } from '../quota/quota.ts'
import type { RoutedCall } from './call.ts'

export interface AdmitDeps {
  readonly quota: Quota
}

/**
 * Sets `call.admission`, or throws `quota.minute` or `quota.day`, or `key.minute` or `key.day` for a key with limits of
 * its own. Synchronous unless the counter is in another process.
 */
export function admit(call: RoutedCall, deps: AdmitDeps): void | Promise<void> {
  const { caller } = call
  if (!caller || !call.listing.api.surface.counted) return
  return limitsCalls(caller.limits) ? admitKey(call, caller, deps) : admitAccount(call, caller, deps)
}

/**
 * The key comes first: were it the account, a key whose limit is used up could use up the plan of its account. A call
 * that the account's quota then refuses has counted against the key.
 */
function admitKey(call: RoutedCall, caller: Caller, deps: AdmitDeps): void | Promise<void> {
  const { limits, keyId } = caller
  const plan = planOf(limits)
  const admission = deps.quota.admit(keySubject(keyId), plan)
  const goOn = (counted: Admission) => {
    if (!counted.ok) throw keyRefusal(counted, plan)
    return admitAccount(call, caller, deps)
  }
  return admission instanceof Promise ? admission.then(goOn) : goOn(admission)
}

/** Whether there is a limit for calls; what they cost is limited where that is known. */
export function limitsCalls(limits: KeyLimits | null): boolean {
  return limits !== null && (limits.perMinute !== null || limits.perDay !== null)
}

/** More than any plan allows. */
const unlimited = 1_000_000_000

/** The limits of a key in the form of a plan. */
export function planOf(limits: KeyLimits | null): Plan {
  return { perMinute: limits?.perMinute ?? unlimited, perDay: limits?.perDay ?? unlimited }
}

/** Under which the calls of a key with limits are counted. */
export function keySubject(keyId: string): string {
  return `key:${keyId}`
}

function keyRefusal({ window, dayResetS, minuteResetS }: Admission, { perMinute, perDay }: Plan): Error {
  if (window === 'day') return fail('key.day', { limit: perDay }, { retryAfterS: dayResetS })
  return fail('key.minute', { limit: perMinute }, { retryAfterS: minuteResetS })
}

function admitAccount(call: RoutedCall, caller: Caller, { quota }: AdmitDeps): void | Promise<void> {
  const { surface } = call.listing.api
  const { plan } = caller
  const admission = quota.admit(surface.name === 'market' ? `market:${caller.accountId}` : caller.accountId, plan)
  if (admission instanceof Promise) return admission.then((counted) => accept(call, counted, plan))
  accept(call, admission, plan)
}

function accept(call: RoutedCall, admission: Admission, { perMinute, perDay }: Plan): void {
  call.admission = admission
  if (admission.ok) return
  if (admission.window === 'day') throw fail('quota.day', { limit: perDay }, { retryAfterS: admission.dayResetS })
  throw fail('quota.minute', { limit: perMinute }, { retryAfterS: admission.minuteResetS })
}
