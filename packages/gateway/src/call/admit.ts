// Counts a call against the plan, in one step and before its body is read. A refused call uses up nothing, and neither
// does one that the gateway could not bring to its provider.
import { fail } from '#define'
import type { Caller, KeyLimits } from '../account/keys/identify.ts'
import type { Admission, Plan } from '../account/quota/admission.ts'
import type { Quota } from '../account/quota/quota.ts'
import type { Incoming, RoutedCall } from './call.ts'
import type { Listing } from './listings.ts'

export interface AdmitDeps {
  readonly quota: Quota
}

/**
 * Sets `call.admission`, or throws `quota.minute` or `quota.day`, or `key.minute` or `key.day` for a key with its own
 * limits. Synchronous unless the counter is in another process.
 */
export function admit(call: RoutedCall, deps: AdmitDeps): void | Promise<void> {
  const { caller } = call
  if (!caller || !call.listing.api.surface.counted) return
  return limitsCalls(caller.limits) ? admitKey(call, caller, deps) : admitAccount(call, caller, deps)
}

/**
 * Counts the call against the key's limits, then the account's. In the other order, a key whose limit is used up could
 * use up the plan of its account.
 */
function admitKey(call: RoutedCall, caller: Caller, deps: AdmitDeps): void | Promise<void> {
  const { limits, keyId } = caller
  const plan = planOf(limits)
  const admission = deps.quota.admit(keySubject(keyId), plan)
  const goOn = (counted: Admission) => {
    call.keyAdmission = counted
    if (!counted.ok) throw keyRefusal(counted, plan)
    return admitAccount(call, caller, deps)
  }
  return admission instanceof Promise ? admission.then(goOn) : goOn(admission)
}

/** Reports whether a key's limits include a number of calls; spending limits are checked where the cost is known. */
export function limitsCalls(limits: KeyLimits | null): boolean {
  return limits !== null && (limits.perMinute !== null || limits.perDay !== null)
}

/** Stand-in for a missing limit; more than any plan allows. */
const unlimited = 1_000_000_000

/** Returns a key's limits in the form of a plan. */
export function planOf(limits: KeyLimits | null): Plan {
  return { perMinute: limits?.perMinute ?? unlimited, perDay: limits?.perDay ?? unlimited }
}

/** Returns the quota subject of a key with limits. */
export function keySubject(keyId: string): string {
  return `key:${keyId}`
}

function keyRefusal({ window, dayResetS, minuteResetS }: Admission, { perMinute, perDay }: Plan): Error {
  if (window === 'day') return fail('key.day', { limit: perDay }, { retryAfterS: dayResetS })
  return fail('key.minute', { limit: perMinute }, { retryAfterS: minuteResetS })
}

/** Returns the quota subject of an account. */
export function quotaSubject({ api }: Listing, { accountId }: Caller): string {
  return api.surface.name === 'market' ? `market:${accountId}` : accountId
}

function admitAccount(call: RoutedCall, caller: Caller, deps: AdmitDeps): void | Promise<void> {
  const { plan } = caller
  const admission = deps.quota.admit(quotaSubject(call.listing, caller), plan)
  const accept = (counted: Admission) => {
    call.admission = counted
    if (counted.ok) return
    takeBack(call, deps)
    throw accountRefusal(counted, plan)
  }
  return admission instanceof Promise ? admission.then(accept) : accept(admission)
}

function accountRefusal({ window, dayResetS, minuteResetS }: Admission, { perMinute, perDay }: Plan): Error {
  if (window === 'day') return fail('quota.day', { limit: perDay }, { retryAfterS: dayResetS })
  return fail('quota.minute', { limit: perMinute }, { retryAfterS: minuteResetS })
}

/** Takes back what `admit` counted, for a call that turns out not to count. */
export function takeBack(call: Incoming, { quota }: AdmitDeps): void {
  const { caller, listing, admission, keyAdmission } = call
  if (!caller || !listing) return
  if (admission?.ok) call.admission = quota.takeBack(quotaSubject(listing, caller), caller.plan, admission)
  if (keyAdmission?.ok)
    call.keyAdmission = quota.takeBack(keySubject(caller.keyId), planOf(caller.limits), keyAdmission)
}
