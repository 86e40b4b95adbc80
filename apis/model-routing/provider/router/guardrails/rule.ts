// The operator's rules for requests to models and their answers: patterns that deny a call or redact what they
// match, and schemas that an answer must satisfy.
import { Compile } from 'typebox/schema'
import { isJson, type Json } from '../../wire/json.ts'
import { matchesPattern } from '../model-pattern.ts'

export interface Rule {
  readonly name: string
  readonly on: 'before' | 'after' | 'both'
  readonly action: 'deny' | 'redact'
  /** A rule has either a pattern to search for, or a schema that the answer, parsed as JSON, must satisfy. */
  readonly pattern: RegExp | undefined
  readonly schema: ((value: unknown) => boolean) | undefined
  /** Replaces a match. */
  readonly replacement: string
  /** For callers that are denied. */
  readonly message: string
  /** Patterns of the models it applies to; all when undefined. */
  readonly models: readonly string[] | undefined
  readonly accounts: readonly string[] | undefined
}

/** What is wrong with a rule, in a sentence. */
export class RuleProblem extends Error {
  override name = 'RuleProblem'
}
const members = new Set('name on action pattern flags schema replacement message models accounts'.split(' '))
const ruleLimit = 100
const patternLimit = 2000

/** Throws RuleProblem. */
export function readRules(input: unknown): Rule[] {
  if (!Array.isArray(input) || input.length > ruleLimit)
    throw new RuleProblem(`guardrails is a list of at most ${ruleLimit} rules`)
  return input.map((one, index) => readRule(one, `guardrails[${index}]`))
}

export function appliesTo(rule: Rule, { model, account }: { model: string; account: string }): boolean {
  const { models, accounts } = rule
  if (models && !models.some((pattern) => matchesPattern(pattern, model))) return false
  return accounts === undefined || accounts.includes(account)
}

function readRule(input: unknown, path: string): Rule {
  if (!isJson(input)) throw new RuleProblem(`${path} is an object`)
  const unknown = Object.keys(input).find((name) => !members.has(name))
  if (unknown !== undefined) throw new RuleProblem(`${path}: ${unknown.slice(0, 60)} is not a member of a rule`)
  const { name, on = 'both', action = 'deny', pattern, schema } = input
  if (typeof name !== 'string' || name === '' || name.length > 100)
    throw new RuleProblem(`${path}: name is 1 to 100 characters`)
  if (on !== 'before' && on !== 'after' && on !== 'both') throw new RuleProblem(`${path}: on is before, after or both`)
  if (action !== 'deny' && action !== 'redact') throw new RuleProblem(`${path}: action is deny or redact`)
  if ((pattern === undefined) === (schema === undefined))
    throw new RuleProblem(`${path} has either a pattern or a schema`)
  if (schema !== undefined && (on !== 'after' || action !== 'deny'))
    throw new RuleProblem(`${path}: a schema is checked after the answer, and denies`)
  return {
    ...{ name, on, action },
    pattern: pattern === undefined ? undefined : readPattern(pattern, input.flags, path),
    schema: schema === undefined ? undefined : readSchema(schema, path),
    replacement: readText(input.replacement ?? '[redacted]', `${path}: replacement`),
    message: readText(input.message ?? `The rule ${name} of this gateway does not allow it.`, `${path}: message`),
    models: readNames(input.models, `${path}: models`),
    accounts: readNames(input.accounts, `${path}: accounts`),
  }
}

function readPattern(pattern: unknown, flags: unknown, path: string): RegExp {
  const mayBe = typeof pattern === 'string' && pattern !== '' && pattern.length <= patternLimit
  if (!mayBe) throw new RuleProblem(`${path}: pattern is a regular expression of at most ${patternLimit} characters`)
  if (flags !== undefined && (typeof flags !== 'string' || !/^[imsu]*$/.test(flags)))
    throw new RuleProblem(`${path}: flags are of i, m, s and u`)
  try {
    return new RegExp(pattern, `${flags ?? ''}g`)
  } catch {
    throw new RuleProblem(`${path}: pattern is not a regular expression`)
  }
}

function readSchema(schema: unknown, path: string): (value: unknown) => boolean {
  if (!isJson(schema)) throw new RuleProblem(`${path}: schema is a JSON Schema object`)
  try {
    const compiled: { Check(value: unknown): boolean } = Compile<Json>(schema)
    return (value) => compiled.Check(value)
  } catch {
    throw new RuleProblem(`${path}: schema is not a JSON Schema that can be checked`)
  }
}

function readText(value: unknown, what: string): string {
  if (typeof value !== 'string' || value.length > 1000)
    throw new RuleProblem(`${what} is a string of at most 1000 characters`)
  return value
}

function readNames(value: unknown, what: string): string[] | undefined {
  if (value === undefined || value === null) return undefined
  if (!Array.isArray(value) || value.length > 500 || !value.every((one) => typeof one === 'string'))
    throw new RuleProblem(`${what} is a list of at most 500 strings`)
  return value.map(String)
}
