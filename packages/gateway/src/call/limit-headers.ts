// Headers with the calls that remain: the gateway's own and the IETF's (draft-ietf-httpapi-ratelimit-headers).
import type { KeyLimits } from '../account/keys/identify.ts'
import type { Admission, Plan } from '../account/quota/admission.ts'
import type { Incoming } from './call.ts'

/** Adds the known limits of the account and of the key to a flat list of headers. */
export function pushLimits(list: string[], { admission, keyAdmission, caller }: Incoming): void {
  if (!caller) return
  if (keyAdmission) {
    const limits = [
      ...(admission ? accountLimits(admission, caller.plan) : []),
      ...keyLimits(keyAdmission, caller.limits),
    ]
    pushAll(list, limits)
  } else if (admission) pushAccount(list, admission, caller.plan)
}

/** Adds the same headers as `pushAll`, in a faster form for nearly every call. */
function pushAccount(list: string[], admission: Admission, plan: Plan): void {
  const { minute, day, policy } = planHeadersOf(plan)
  const { remainingMinute, remainingDay, minuteResetS, dayResetS } = admission
  list.push(
    'x-ratelimit-remaining-minute',
    String(remainingMinute),
    'x-ratelimit-remaining-day',
    String(remainingDay),
    'x-ratelimit-limit-minute',
    minute,
    'x-ratelimit-limit-day',
    day,
    'ratelimit',
    `"minute";r=${remainingMinute};t=${minuteResetS}, "day";r=${remainingDay};t=${dayResetS}`,
    'ratelimit-policy',
    policy,
  )
}

interface PlanHeaders {
  readonly minute: string
  readonly day: string
  readonly policy: string
}
const planHeaders = new WeakMap<Plan, PlanHeaders>()

/** Returns a plan's limits as header values, formatted once per plan: cached callers share their plan object. */
function planHeadersOf(plan: Plan): PlanHeaders {
  let headers = planHeaders.get(plan)
  if (!headers) {
    const [minute, day] = [String(plan.perMinute), String(plan.perDay)]
    headers = { minute, day, policy: `"minute";q=${minute};w=60, "day";q=${day};w=86400` }
    planHeaders.set(plan, headers)
  }
  return headers
}

interface Limit {
  readonly name: string
  readonly window: 'minute' | 'day'
  readonly calls: number
  readonly remaining: number
  readonly resetS: number
}

const windowSeconds = { minute: 60, day: 86_400 }

function accountLimits(admission: Admission, { perMinute, perDay }: Plan): Limit[] {
  const { remainingMinute, remainingDay, minuteResetS, dayResetS } = admission
  return [
    { name: 'minute', window: 'minute', calls: perMinute, remaining: remainingMinute, resetS: minuteResetS },
    { name: 'day', window: 'day', calls: perDay, remaining: remainingDay, resetS: dayResetS },
  ]
}

function keyLimits(admission: Admission, limits: KeyLimits | null): Limit[] {
  const plan = { perMinute: limits?.perMinute ?? 0, perDay: limits?.perDay ?? 0 }
  return accountLimits(admission, plan)
    .filter(({ window }) => (window === 'minute' ? limits?.perMinute : limits?.perDay) != null)
    .map((limit) => ({ ...limit, name: `key-${limit.name}` }))
}

function pushAll(list: string[], limits: readonly Limit[]): void {
  const least = (['minute', 'day'] as const).flatMap((window) => {
    const [first, ...others] = limits.filter((limit) => limit.window === window)
    return first ? [others.reduce((a, b) => (b.remaining < a.remaining ? b : a), first)] : []
  })
  for (const { window, remaining } of least) list.push(`x-ratelimit-remaining-${window}`, String(remaining))
  for (const { window, calls } of least) list.push(`x-ratelimit-limit-${window}`, String(calls))
  list.push(
    'ratelimit',
    limits.map(({ name, remaining, resetS }) => `"${name}";r=${remaining};t=${resetS}`).join(', '),
    'ratelimit-policy',
    limits.map(({ name, window, calls }) => `"${name}";q=${calls};w=${windowSeconds[window]}`).join(', '),
  )
}
