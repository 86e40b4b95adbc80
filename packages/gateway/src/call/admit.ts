// Counts a call against the plan, in one step and before any of its body is read. A refused call uses up nothing.
import { fail } from '#define'
import type { Admission, Plan } from '../quota/admission.ts'
import type { Quota } from '../quota/quota.ts'
import type { RoutedCall } from './call.ts'

export interface AdmitDeps {
  readonly quota: Quota
}

/**
 * Sets `call.admission`, or throws `quota.minute` or `quota.day`. Synchronous unless the counter is in another process.
 */
export function admit(call: RoutedCall, { quota }: AdmitDeps): void | Promise<void> {
  const { caller } = call
  const { surface } = call.listing.api
  if (!caller || !surface.counted) return
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
