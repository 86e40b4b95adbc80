// The status of an order: the first matching rule decides; without a match the order is approved (SOURCES 2.8).
import { type Condition, type Facts, holds } from './conditions.ts'

export interface Rule {
  readonly name: string
  readonly status: 'APPROVE' | 'REVIEW' | 'REJECT'
  /** Conditions that must all hold. */
  readonly all: readonly Condition[]
  /** Conditions of which one must hold; ignored if empty. */
  readonly any: readonly Condition[]
}

/** The last rule, which no file removes. */
export const scoreRule: Rule = {
  name: 'Score above 70',
  status: 'REVIEW',
  all: [{ field: 'score', above: 70 }],
  any: [],
}

/** The rules of a new account before `scoreRule`; the operator's rules replace them. */
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

/** Returns the rule that decides; undefined without a match. */
export function decide(rules: readonly Rule[], facts: Facts): Rule | undefined {
  return rules.find(
    ({ all, any }) =>
      all.every((condition) => holds(condition, facts)) &&
      (any.length === 0 || any.some((condition) => holds(condition, facts))),
  )
}
