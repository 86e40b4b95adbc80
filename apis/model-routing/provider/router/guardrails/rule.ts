// Rules of the operator over what goes to models and what comes back: patterns that deny a call or black out what they find, and
// schemas that an answer has to fit.
import { Compile } from 'typebox/schema'
import type { Json } from '../../wire/json.ts'
import { fits } from '../channels/channel.ts'

export interface Rule {
  readonly name: string
  readonly on: 'before' | 'after' | 'both'
  readonly action: 'deny' | 'redact'
  /** Either a pattern is looked for, or the answer, as JSON, has to fit a schema. */
  readonly pattern: RegExp | undefined
  readonly schema: ((value: unknown) => boolean) | undefined
  /** What stands in place of a match. */
  readonly replacement: string
  /** What a caller is told who is denied. */
  readonly message: string
  /** Names of models it holds for, `*` for any text; all when undefined. */
  readonly models: readonly string[] | undefined
  readonly accounts: readonly string[] | undefined
}

/** Whatever is wrong with a rule, in a sentence. */
export class RuleProblem extends Error {
  override name = 'RuleProblem'
}
const members = new Set('name on action pattern flags schema replacement message models accounts'.split(' '))
const ruleLimit = 100
const patternLimit = 2000

/** Throws RuleProblem. */
export function readRules(given: unknown): Rule[] {
  if (!Array.isArray(given) || given.length > ruleLimit)
    throw new RuleProblem(`guardrails is a list of at most ${ruleLimit} rules`)
  return given.map((one, place) => readRule(one, `guardrails[${place}]`))
}

export function holdsFor(rule: Rule, { model, account }: { model: string; account: string }): boolean {
  const { models, accounts } = rule
  if (models && !models.some((pattern) => fits(pattern, model))) return false
  return accounts === undefined || accounts.includes(account)
}

function readRule(given: unknown, place: string): Rule {
  if (!isObject(given)) throw new RuleProblem(`${place} is an object`)
  const unknown = Object.keys(given).find((name) => !members.has(name))
  if (unknown !== undefined) throw new RuleProblem(`${place}: ${unknown.slice(0, 60)} is not a member of a rule`)
  const { name, on = 'both', action = 'deny', pattern, schema } = given
  if (typeof name !== 'string' || name === '' || name.length > 100)
    throw new RuleProblem(`${place}: name is 1 to 100 characters`)
  if (on !== 'before' && on !== 'after' && on !== 'both') throw new RuleProblem(`${place}: on is before, after or both`)
  if (action !== 'deny' && action !== 'redact') throw new RuleProblem(`${place}: action is deny or redact`)
  if ((pattern === undefined) === (schema === undefined))
    throw new RuleProblem(`${place} has either a pattern or a schema`)
  if (schema !== undefined && (on !== 'after' || action !== 'deny'))
    throw new RuleProblem(`${place}: a schema is checked after the answer, and denies`)
  return {
    ...{ name, on, action },
    pattern: pattern === undefined ? undefined : readPattern(pattern, given.flags, place),
    schema: schema === undefined ? undefined : readSchema(schema, place),
    replacement: readText(given.replacement ?? '[redacted]', `${place}: replacement`),
    message: readText(given.message ?? `The rule ${name} of this gateway does not allow it.`, `${place}: message`),
    models: readNames(given.models, `${place}: models`),
    accounts: readNames(given.accounts, `${place}: accounts`),
  }
}

function readPattern(pattern: unknown, flags: unknown, place: string): RegExp {
  const mayBe = typeof pattern === 'string' && pattern !== '' && pattern.length <= patternLimit
  if (!mayBe) throw new RuleProblem(`${place}: pattern is a regular expression of at most ${patternLimit} characters`)
  if (flags !== undefined && (typeof flags !== 'string' || !/^[imsu]*$/.test(flags)))
    throw new RuleProblem(`${place}: flags are of i, m, s and u`)
  try {
    return new RegExp(pattern, `${flags ?? ''}g`)
  } catch {
    throw new RuleProblem(`${place}: pattern is not a regular expression`)
  }
}

function readSchema(schema: unknown, place: string): (value: unknown) => boolean {
  if (!isObject(schema)) throw new RuleProblem(`${place}: schema is a JSON Schema object`)
  try {
    const compiled: { Check(value: unknown): boolean } = Compile<Json>(schema)
    return (value) => compiled.Check(value)
  } catch {
    throw new RuleProblem(`${place}: schema is not a JSON Schema that can be checked`)
  }
}

function readText(value: unknown, what: string): string {
  if (typeof value !== 'string' || value.length > 1000)
    throw new RuleProblem(`${what} is a text of at most 1000 characters`)
  return value
}

function readNames(value: unknown, what: string): string[] | undefined {
  if (value === undefined || value === null) return undefined
  if (!Array.isArray(value) || value.length > 500 || !value.every((one) => typeof one === 'string'))
    throw new RuleProblem(`${what} is a list of at most 500 texts`)
  return value.map(String)
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
