// The status of an order: the first rule that matches decides, and without one it is approved (SOURCES 2.8).
import { type Condition, type Facts, holds } from './conditions.ts'

export interface Rule {
  readonly name: string
  readonly status: 'APPROVE' | 'REVIEW' | 'REJECT'
  /** All of these must hold. */
  readonly all: readonly Condition[]
  /** And one of these, unless there are none. */
  readonly any: readonly Condition[]
}

/** The rule that no file removes; it comes last. */
export const scoreRule: Rule = {
  name: 'Score above 70',
  status: 'REVIEW',
  all: [{ field: 'score', above: 70 }],
  any: [],
}

/** The rules of a new account before `scoreRule`; those of the operator take their place. */
export const signUpRules: readonly Rule[] = [
  {
    name: 'Export-controlled country',
    status: 'REJECT',
    all: [{ field: 'is_export_controlled_country', is: 'Y' }],
    any: [],
  },
  {
    name: 'Blacklisted IP address, e-mail or card',
    status: 'REJECT',
    all: [],
    any: [
      { field: 'is_ip_blacklist', is: 'Y' },
      { field: 'is_email_blacklist', is: 'Y' },
      { field: 'is_credit_card_blacklist', is: 'Y' },
    ],
  },
  {
    name: 'Anonymous proxy',
    status: 'REVIEW',
    all: [{ field: 'is_proxy_ip_address', is: 'Y' }],
    any: [],
  },
  {
    name: 'Free e-mail and more than 500 USD',
    status: 'REVIEW',
    all: [
      { field: 'is_free_email', is: 'Y' },
      { field: 'amount_usd', above: 500 },
    ],
    any: [],
  },
]

/** The rule that decides; undefined when none matches. */
export function decide(rules: readonly Rule[], facts: Facts): Rule | undefined {
  return rules.find(
    ({ all, any }) =>
      all.every((condition) => holds(condition, facts)) &&
      (any.length === 0 || any.some((condition) => holds(condition, facts))),
  )
}
