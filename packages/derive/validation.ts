// Compiled JSON Schema checks with our own messages: one line per problem, each naming the member by its path.
import { Compile } from 'typebox/schema'
import type { Schema } from '#define'

/** A problem of a call: the parameter or body member, and the rule it breaks. */
export interface Problem {
  readonly name: string
  readonly problem: string
}
/** Checks a value; returns an empty list if it is valid. */
export type Check = (value: unknown) => Problem[]

/** The members of the compiler that we use; its own types would compute the TypeScript type of every schema. */
interface Compiled {
  Check(value: unknown): boolean
  Errors(value: unknown): [boolean, Finding[]]
}
const compile: (schema: Schema) => Compiled = Compile<Schema>

interface Finding {
  readonly keyword: string
  readonly instancePath: string
  readonly params: unknown
  readonly message: string
}
const problemLimit = 20

/** Compiles a schema on first use. `root` names the whole value in problems, such as `body`. */
export function checkOf(schema: Schema, root: string): Check {
  let compiled: Compiled | undefined
  return (value) => {
    compiled ??= compile(schema)
    if (compiled.Check(value)) return []
    const [, findings] = compiled.Errors(value)
    return problemsOf(findings, root)
  }
}

/** Compiles the check of a request body: a null member counts as missing (docs/guides/wire.md). */
export function bodyCheckOf(schema: Schema): Check {
  const check = checkOf(schema, 'body')
  return (value) => {
    const problems = check(value)
    return problems.length === 0 ? problems : check(withoutNulls(value, depthLimit))
  }
}

/** Deeper members stay unchanged. */
const depthLimit = 32

function withoutNulls(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth === 0) return value
  if (Array.isArray(value)) return value.map((item) => withoutNulls(item, depth - 1))
  const members = Object.entries(value).filter(([, member]) => member !== null)
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member, depth - 1)]))
}

function problemsOf(findings: readonly Finding[], root: string): Problem[] {
  const problems: Problem[] = []
  const seen = new Set<string>()
  for (const finding of findings) {
    for (const problem of describe(finding, root)) {
      // one line per member: a failed choice of shapes reports each of its branches
      if (seen.has(problem.name) || problems.length >= problemLimit) continue
      seen.add(problem.name)
      problems.push(problem)
    }
  }
  return problems.length > 0 ? problems : [{ name: root, problem: 'does not fit its declaration' }]
}

function describe(finding: Finding, root: string): Problem[] {
  const name = nameOf(finding.instancePath, root)
  const missing = finding.keyword === 'required' ? missingIn(finding.params) : []
  if (missing.length > 0)
    return missing.map((member) => ({ name: name === root ? member : `${name}.${member}`, problem: 'is required' }))
  return [{ name, problem: choiceOf(finding.params) ?? finding.message }]
}

/** Names the values allowed by an `enum` or `const`, truncated to fit a sentence. */
function choiceOf(params: unknown): string | undefined {
  if (typeof params !== 'object' || params === null) return undefined
  const allowed: unknown =
    'allowedValues' in params ? params.allowedValues : 'allowedValue' in params ? [params.allowedValue] : undefined
  if (!Array.isArray(allowed)) return undefined
  if (allowed.length === 1) return `must be ${allowed[0]}`
  const named = allowed.slice(0, namedValues).join(', ')
  return `must be one of: ${named}${allowed.length > namedValues ? ` and ${allowed.length - namedValues} more` : ''}`
}

const namedValues = 30

function missingIn(params: unknown): string[] {
  if (typeof params !== 'object' || params === null || !('requiredProperties' in params)) return []
  const { requiredProperties: names } = params
  return Array.isArray(names) ? names.filter((item) => typeof item === 'string') : []
}

/** Converts `/messages/0/role` to `messages.0.role`. */
function nameOf(pointer: string, root: string): string {
  if (pointer === '') return root
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')
}
