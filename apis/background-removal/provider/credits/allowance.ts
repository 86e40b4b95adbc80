// The default allowance of each account: free calls and subscription credits per month, all others once. The operator's
// file may override it.
import { memberOf } from '#provider'
import { type Allowance, quarters } from './rules.ts'

const standard = { freeCalls: 50, subscription: 1000, payg: 0, enterprise: 0 }

/** Reads `credits` of `<data>/config/background-removal.json`; throws when it holds anything but amounts. */
export function readAllowance(config: unknown): Allowance {
  const credits = memberOf(config, 'credits')
  const amount = (name: keyof typeof standard) => {
    const value = memberOf(credits, name) ?? standard[name]
    if (typeof value === 'number' && Number.isInteger(value * quarters) && value >= 0 && value <= 1e8) return value
    throw new Error(`config/background-removal.json: credits.${name} must be a number of quarters from 0`)
  }
  return {
    freeCalls: Math.floor(amount('freeCalls')),
    subscription: amount('subscription') * quarters,
    payg: amount('payg') * quarters,
    enterprise: amount('enterprise') * quarters,
  }
}
