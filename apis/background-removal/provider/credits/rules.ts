// What results cost and from which balance they are paid (SOURCES 5). Amounts are in quarters of a credit, so that they
// are exact.

/** What an account has, in quarters; free calls as a count. */
export interface Balance {
  readonly freeCalls: number
  readonly subscription: number
  readonly payg: number
  readonly enterprise: number
}
/** What the operator grants each account. */
export interface Allowance {
  readonly freeCalls: number
  readonly subscription: number
  readonly payg: number
  readonly enterprise: number
}
/** What a result takes, in quarters; free calls as a count. */
export interface Charge {
  readonly freeCalls: number
  readonly subscription: number
  readonly payg: number
  readonly enterprise: number
}
export type Price = 'preview' | 'full'

export const quarters = 4
const nothing: Charge = { freeCalls: 0, subscription: 0, payg: 0, enterprise: 0 }

/** In quarters of a credit. */
export function chargedQuarters({ subscription, payg, enterprise }: Charge): number {
  return subscription + payg + enterprise
}

/** Undefined when the balance is too low. Free calls pay for previews first; credits are never mixed for one result. */
export function chargeFor(price: Price, balance: Balance): Charge | undefined {
  if (price === 'preview' && balance.freeCalls > 0) return { ...nothing, freeCalls: 1 }
  // previews cost those nothing who have enterprise credits
  if (price === 'preview' && balance.enterprise > 0) return nothing
  const amount = price === 'preview' ? 1 : quarters
  for (const kind of ['subscription', 'payg', 'enterprise'] as const)
    if (balance[kind] >= amount) return { ...nothing, [kind]: amount }
  return spread(amount, balance)
}

/** What is left of several kinds together, when no kind is enough by itself. */
function spread(amount: number, balance: Balance): Charge | undefined {
  const taken = { subscription: 0, payg: 0, enterprise: 0 }
  let missing = amount
  for (const kind of ['subscription', 'payg', 'enterprise'] as const) {
    taken[kind] = Math.min(missing, balance[kind])
    missing -= taken[kind]
  }
  return missing === 0 ? { ...nothing, ...taken } : undefined
}
