// Phase 3: one call counted against the plan, in one step, before any of its body is read. A refused call uses up nothing.
import { fail } from '#define'
import type { Admission } from '../quota/admission.ts'
import type { Quota } from '../quota/quota.ts'
import type { Call } from './call.ts'
import type { Listing } from './listings.ts'

/** Sets `call.admission`, or throws `quota.minute` or `quota.day`. Synchronous unless the counter is elsewhere. */
export function admit(call: Call, listing: Listing, quota: Quota): void | Promise<void> {
  const { caller } = call
  if (!caller || !listing.api.surface.counted) return
  const subject = listing.api.surface.name === 'market' ? `market:${caller.accountId}` : caller.accountId
  const admission = quota.admit(subject, caller.plan)
  if (admission instanceof Promise) return admission.then((found) => accept(found, call))
  accept(admission, call)
}

function accept(admission: Admission, call: Call): void {
  call.admission = admission
  if (admission.ok) return
  const { perMinute = 0, perDay = 0 } = call.caller?.plan ?? {}
  if (admission.window === 'day') throw fail('quota.day', { limit: perDay }, { retryAfterS: admission.dayResetS })
  throw fail('quota.minute', { limit: perMinute }, { retryAfterS: admission.minuteResetS })
}
