// Prices of results, and the balance that pays for each (SOURCES 5). Amounts are in quarters of a credit, so that they
// are exact.

/** The remaining credits of an account, in quarters; free calls as a count. */
export interface Balance {
  readonly freeCalls: number
  readonly subscription: number
  readonly payg: number
  readonly enterprise: number
}
/** The operator's grant to each account. */
export interface Allowance {
  readonly freeCalls: number
  readonly subscription: number
  readonly payg: number
  readonly enterprise: number
}
/** The amounts taken for a result, in quarters; free calls as a count. */
export interface Charge {
  readonly freeCalls: number
  readonly subscription: number
  readonly payg: number
  readonly enterprise: number
}
export type Price = 'preview' | 'full'

export const quarters = 4
const nothing: Charge = { freeCalls: 0, subscription: 0, payg: 0, enterprise: 0 }

/** The total of a charge, in quarters of a credit. */
export function chargedQuarters({ subscription, payg, enterprise }: Charge): number {
  return subscription + payg + enterprise
}

/**
 * The charge for a result; undefined if the balance is too low. Free calls pay for previews first; kinds of credit are
 * combined only if none suffices by itself.
 */
export function chargeFor(price: Price, balance: Balance): Charge | undefined {
  if (price === 'preview' && balance.freeCalls > 0) return { ...nothing, freeCalls: 1 }
  // previews are free for accounts with enterprise credits
  if (price === 'preview' && balance.enterprise > 0) return nothing
  const amount = price === 'preview' ? 1 : quarters
  for (const kind of ['subscription', 'payg', 'enterprise'] as const)
    if (balance[kind] >= amount) return { ...nothing, [kind]: amount }
  return spread(amount, balance)
}

/** Pays with several kinds of credit, if none suffices by itself. */
function spread(amount: number, balance: Balance): Charge | undefined {
  const taken = { subscription: 0, payg: 0, enterprise: 0 }
  let missing = amount
  for (const kind of ['subscription', 'payg', 'enterprise'] as const) {
    taken[kind] = Math.min(missing, balance[kind])
    missing -= taken[kind]
  }
  return missing === 0 ? { ...nothing, ...taken } : undefined
}
