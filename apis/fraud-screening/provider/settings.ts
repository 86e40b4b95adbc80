// The operator's file, `<data>/config/fraud-screening.json`: rules, weights and retention. A mistake in it prevents the
// start, because rules that are silently ignored would let orders through.
import { continentOf } from './checks/countries.ts'
import { canonicalHash } from './identity/hash.ts'
import type { Condition } from './scoring/conditions.ts'
import { factNames } from './scoring/fact-names.ts'
import { type Rule, scoreRule, signUpRules } from './scoring/rules.ts'
import { weights } from './scoring/weights.ts'

export interface Settings {
  /** Rules in order of evaluation; the last is always `scoreRule`. */
  readonly rules: readonly Rule[]
  /** Points that override those of the table, by name. */
  readonly points: Readonly<Record<string, number>>
  /** Countries in addition to the public list. */
  readonly highRiskCountries: readonly string[]
  /** E-mail addresses, or their hashes, whose orders are approved before any rule. */
  readonly whitelistedEmails: readonly string[]
  /** Screenings of an account in a calendar month (UTC). */
  readonly creditsPerMonth: number
  /** Days after which orders are removed. */
  readonly keepDays: number
  /** Stored orders of one account. */
  readonly maxOrders: number
  /** Days for which feedback is accepted. */
  readonly feedbackDays: number
}

const maxRules = 200
const maxConditions = 20
const maxListed = 10_000
const file = 'fraud-screening.json'

/** Reads the parsed file; undefined if it does not exist. Throws an error that says what to correct. */
export function readSettings(config: unknown): Settings {
  const members = config === undefined ? {} : objectAt(config, 'the file')
  const known = ['rules', 'points', 'highRiskCountries', 'whitelistedEmails', ...Object.keys(numbers)]
  for (const name of Object.keys(members))
    if (!known.includes(name)) throw wrong(name, `is not one of ${known.join(', ')}`)
  const rules = members.rules === undefined ? signUpRules : listAt(members.rules, 'rules', maxRules).map(readRule)
  return {
    rules: [...rules, scoreRule],
    points: readPoints(members.points),
    highRiskCountries: listAt(members.highRiskCountries ?? [], 'highRiskCountries', maxListed).map((one, at) =>
      countryAt(one, `highRiskCountries[${at}]`),
    ),
    whitelistedEmails: listAt(members.whitelistedEmails ?? [], 'whitelistedEmails', maxListed).map((one, at) =>
      emailAt(one, `whitelistedEmails[${at}]`),
    ),
    creditsPerMonth: numberAt(members, 'creditsPerMonth'),
    keepDays: numberAt(members, 'keepDays'),
    maxOrders: numberAt(members, 'maxOrders'),
    feedbackDays: numberAt(members, 'feedbackDays'),
  }
}

/** Default, minimum and maximum of each number. */
const numbers = {
  creditsPerMonth: [1_000_000, 0, 1_000_000_000],
  keepDays: [400, 1, 3650],
  maxOrders: [2_000_000, 1000, 20_000_000],
  feedbackDays: [180, 1, 3650],
} as const

function numberAt(members: Readonly<Record<string, unknown>>, name: keyof typeof numbers): number {
  const [fallback, least, most] = numbers[name]
  const value = members[name] ?? fallback
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value
  throw wrong(name, `must be an integer from ${least} to ${most}`)
}

function readRule(value: unknown, index: number): Rule {
  const at = `rules[${index}]`
  const { name, status, all, any, ...others } = objectAt(value, at)
  if (typeof name !== 'string' || name === '' || name.length > 100) throw wrong(`${at}.name`, 'must be a short name')
  if (status !== 'APPROVE' && status !== 'REVIEW' && status !== 'REJECT')
    throw wrong(`${at}.status`, 'must be APPROVE, REVIEW or REJECT')
  const [other] = Object.keys(others)
  if (other !== undefined) throw wrong(`${at}.${other}`, 'is not one of name, status, all, any')
  const rule: Rule = { name, status, all: conditionsAt(all, `${at}.all`), any: conditionsAt(any, `${at}.any`) }
  if (rule.all.length + rule.any.length === 0) throw wrong(at, 'needs a condition in all or any')
  return rule
}

function conditionsAt(value: unknown, at: string): Condition[] {
  return value === undefined
    ? []
    : listAt(value, at, maxConditions).map((one, index) => readCondition(one, `${at}[${index}]`))
}

function readCondition(value: unknown, at: string): Condition {
  const { field, ...tests } = objectAt(value, at)
  if (typeof field !== 'string' || !factNames.has(field)) throw wrong(`${at}.field`, 'is not a known fact')
  const [[test, operand] = [], ...more] = Object.entries(tests)
  if (more.length === 0) {
    if (test === 'is' && typeof operand === 'string') return { field, is: operand }
    if (test === 'in' && Array.isArray(operand) && operand.length <= maxListed && operand.every(isString))
      return { field, in: operand }
    if (test === 'above' && typeof operand === 'number') return { field, above: operand }
    if (test === 'below' && typeof operand === 'number') return { field, below: operand }
  }
  throw wrong(at, 'needs exactly one of is (string), in (strings), above (number) or below (number)')
}

function readPoints(value: unknown): Record<string, number> {
  const points: Record<string, number> = {}
  for (const [name, own] of Object.entries(value === undefined ? {} : objectAt(value, 'points'))) {
    if (!weights.some((weight) => weight.name === name)) throw wrong(`points.${name}`, 'is not a row of the table')
    if (typeof own !== 'number' || Math.abs(own) > 100)
      throw wrong(`points.${name}`, 'must be a number from -100 to 100')
    points[name] = own
  }
  return points
}

function countryAt(value: unknown, at: string): string {
  const code = typeof value === 'string' ? value.toUpperCase() : ''
  if (continentOf(code) === undefined) throw wrong(at, 'must be a country code of two letters')
  return code
}

function emailAt(value: unknown, at: string): string {
  if (typeof value === 'string' && (value.includes('@') || canonicalHash(value) !== undefined)) return value
  throw wrong(at, 'must be an e-mail address or its hash')
}

const isString = (value: unknown): value is string => typeof value === 'string'

function objectAt(value: unknown, at: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(at, 'must be an object')
  return { ...value }
}

function listAt(value: unknown, at: string, most: number): readonly unknown[] {
  if (Array.isArray(value) && value.length <= most) return value
  throw wrong(at, `must be a list of at most ${most}`)
}

function wrong(at: string, problem: string): Error {
  return new Error(`${file}: ${at} ${problem}`)
}
