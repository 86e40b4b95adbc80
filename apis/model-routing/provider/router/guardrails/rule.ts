// The operator's rules for requests to models and their answers: patterns that deny a call or redact what they
// match, and schemas that an answer must satisfy.
import { RE2JS, RE2JSException } from 're2js'
import { Compile } from 'typebox/schema'
import { noWhiteSpace, whiteSpace } from '#provider'
import { matchesPattern } from '#provider/budgets'
import { isJson, type Json } from '../../wire/json.ts'

export interface Rule {
  readonly name: string
  readonly on: 'before' | 'after' | 'both'
  readonly action: 'deny' | 'redact'
  /** Pattern in the syntax of RE2; a rule without it has a schema that the answer, parsed as JSON, must satisfy. */
  readonly pattern: string | undefined
  readonly schema: ((value: unknown) => boolean) | undefined
  /** Replaces a match. */
  readonly replacement: string
  /** Message for callers that are denied. */
  readonly message: string
  /** Patterns of the models that the rule applies to; undefined for all. */
  readonly models: readonly string[] | undefined
  readonly accounts: readonly string[] | undefined
}

/** The problem with a rule, in a sentence. */
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
    name,
    on,
    action,
    pattern: pattern === undefined ? undefined : readPattern(pattern, input.flags, path),
    schema: schema === undefined ? undefined : readSchema(schema, path),
    replacement: readText(input.replacement ?? '[redacted]', `${path}: replacement`),
    message: readText(input.message ?? `The rule ${name} of this gateway does not allow it.`, `${path}: message`),
    models: readNames(input.models, `${path}: models`),
    accounts: readNames(input.accounts, `${path}: accounts`),
  }
}

function readPattern(pattern: unknown, flags: unknown = '', path: string): string {
  const mayBe = typeof pattern === 'string' && pattern !== '' && pattern.length <= patternLimit
  if (!mayBe) throw new RuleProblem(`${path}: pattern is a regular expression of at most ${patternLimit} characters`)
  if (typeof flags !== 'string' || !/^[imsu]*$/.test(flags))
    throw new RuleProblem(`${path}: flags are of i, m, s and u`)
  try {
    const chosen = [...'ims'].filter((flag) => flags.includes(flag)).join('')
    const source = (chosen === '' ? '' : `(?${chosen})`) + withWhiteSpace(RE2JS.translateRegExp(pattern))
    RE2JS.compile(source)
    return source
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    throw new RuleProblem(
      `${path}: pattern is not a regular expression of RE2, which knows no lookaheads, lookbehinds and back references, ` +
        `and repeats up to 1000 times: ${error.message.slice(0, 200)}`,
    )
  }
}

/** Gives `\s` and `\S` the meaning that they have in JavaScript. */
function withWhiteSpace(source: string): string {
  let isInSet = false
  return source.replace(/\\.|[[\]]/gs, (part) => {
    if (part === '[' || part === ']') isInSet = part === '['
    const members = part === String.raw`\s` ? whiteSpace : part === String.raw`\S` ? noWhiteSpace : undefined
    if (members === undefined) return part
    return isInSet ? members : `[${members}]`
  })
}

function readSchema(schema: unknown, path: string): (value: unknown) => boolean {
  if (!isJson(schema)) throw new RuleProblem(`${path}: schema is a JSON Schema object`)
  if (hasPattern(schema))
    throw new RuleProblem(`${path}: schema has pattern or patternProperties; search for a pattern with a further rule`)
  try {
    const compiled: { Check(value: unknown): boolean } = Compile<Json>(schema)
    return (value) => compiled.Check(value)
  } catch {
    throw new RuleProblem(`${path}: schema is not a JSON Schema that can be checked`)
  }
}

/** True if a schema has patterns: a validator would run them on texts of callers, in whatever time they take. */
function hasPattern(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(hasPattern)
  if (!isJson(schema)) return false
  if (typeof schema.pattern === 'string' || isJson(schema.patternProperties)) return true
  return Object.values(schema).some(hasPattern)
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
