// Ids in the examples of an API that the answer of another operation assigns, as in `createGlossary`, then
// `getGlossary`: every gateway answers another id, so a shown call names a shell variable in its place.
import type { Endpoint, Endpoints, Examples } from '#define'
import { type Example, effectOf } from '#define/reflect'
import { isSchema } from './named-schemas.ts'

/** An id of an example, and the operation whose answer has it. */
export interface AssignedId {
  /** Name of the shell variable, as in `GLOSSARY_ID`. */
  readonly variable: string
  readonly value: string | number
  /** The operation that assigns the id. */
  readonly operation: string
  /** Members that lead to the id in its answer. */
  readonly path: readonly (string | number)[]
}

/** Matches members that identify what an answer is about: `id`, `glossary_id`, `documentKey`, … */
export const identifying = /(?:^|_)(?:id|uuid|key|token)$|(?:Id|Uuid|UUID|Key|Token)$/
/** Below the top, `parent_id` and its like identify something else. */
const identifyingBelow = /^(?:id|uuid|key|token)$/
/** Words that begin the names of operations that assign ids. */
const verb = /^(?:create|add|upload|import|generate(?:From(?=[A-Z]))?)(?=[A-Z])/

/**
 * Returns, for an operation, the ids of its example that other operations assign. An id that the assigning operation
 * was itself sent is its caller's and not assigned; reads assign nothing.
 */
export function createAssignedIds(endpoints: Endpoints, examples: Examples): (id: string) => readonly AssignedId[] {
  const creating = Object.entries<Endpoint>(endpoints).filter(([, endpoint]) => mayAssign(endpoint))
  const candidates = creating.flatMap(([operation, { alias }]) => {
    const { params, body, output } = examples[operation] ?? {}
    const sent = new Set(scalarsOf([params, body]).map(({ value }) => String(value)))
    return scalarsOf(output)
      .filter(({ path, value }) => identifies(path) && value !== '' && !sent.has(String(value)))
      .map(({ path, value }) => ({ operation, path, value, isAlias: alias !== undefined }))
  })
  // an answer holds what it made at its top, and below it copies of what others made
  candidates.sort((a, b) => Number(a.isAlias) - Number(b.isAlias) || a.path.length - b.path.length)
  const assigned = new Map<string, AssignedId>()
  for (const { operation, path, value } of candidates)
    if (!assigned.has(String(value)))
      assigned.set(String(value), { variable: variableOf(operation, path), value, operation, path })
  return (id) => {
    const { params, body } = examples[id] ?? {}
    const found = scalarsOf([params, body]).flatMap(({ value }) => assigned.get(String(value)) ?? [])
    return [...new Set(found)].filter(({ operation }) => operation !== id)
  }
}

/** A PUT changes what has an id, unless a file is what it sends. */
function mayAssign(endpoint: Endpoint): boolean {
  const isUpload = endpoint.method === 'PUT' && endpoint.body?.streamed === true
  return (endpoint.method === 'POST' || isUpload) && effectOf(endpoint) !== 'read'
}
function identifies(path: Scalar['path']): boolean {
  const member = String(path.at(-1))
  return (path.length === 1 ? identifying : identifyingBelow).test(member)
}

/** Returns `GLOSSARY_ID` for `glossary_id`, `FILE_ID` for the `id` of `uploadFile`, `CARD_ID` for `card.id`. */
function variableOf(operation: string, path: Scalar['path']): string {
  const [member = '', owner] = path
    .filter((step) => typeof step === 'string')
    // a wrapper names nothing
    .filter((step) => step !== 'result')
    .reverse()
    .map(snake)
  if (member.includes('_')) return member
  return `${owner ?? snake(operation.replace(verb, ''))}_${member}`
}
function snake(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/\W+/g, '_')
    .toUpperCase()
}

interface Scalar {
  readonly path: readonly (string | number)[]
  readonly value: string | number
}

function scalarsOf(value: unknown, path: Scalar['path'] = []): Scalar[] {
  if (typeof value === 'string' || typeof value === 'number') return [{ path, value }]
  if (Array.isArray(value)) return value.flatMap((item, at) => scalarsOf(item, [...path, at]))
  if (!isSchema(value)) return []
  return Object.entries(value).flatMap(([name, member]) => scalarsOf(member, [...path, name]))
}

/** Returns the example with shell variables in place of the ids, for `shellCommand`. */
export function withVariables(example: Example, ids: readonly AssignedId[]): Example {
  const byValue = new Map(ids.map((id) => [String(id.value), id]))
  return withIds(example, (value) => {
    const id = byValue.get(String(value))
    return id && placeholder(id.variable, typeof value)
  })
}

/** Returns the example with other values in its call, where `other` returns one. */
export function withIds(
  { params, body, ...rest }: Example,
  other: (value: string | number) => string | number | undefined,
): Example {
  const replaced = (value: unknown): unknown => {
    if (typeof value === 'string' || typeof value === 'number') return other(value) ?? value
    if (Array.isArray(value)) return value.map(replaced)
    if (!isSchema(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replaced(member)]))
  }
  return {
    ...rest,
    ...(params === undefined ? {} : { params: { ...Object(replaced(params)) } }),
    ...(body === undefined ? {} : { body: replaced(body) }),
  }
}

const placeholder = (variable: string, type: string) => `shell.${type}.${variable}.`
const inNumbers = /"shell\.number\.([A-Z\d_]{1,80})\."/g
const anywhere = /shell\.(?:number|string)\.([A-Z\d_]{1,80})\./g

/** Reports whether a value of an example is a shell variable. */
export const isVariable = (value: unknown): boolean => typeof value === 'string' && value.search(anywhere) === 0

/** Returns a command whose single-quoted strings may have variables of `withVariables`, with these for the shell. */
export function shellCommand(command: string): string {
  return command.replace(inNumbers, `'"$$$1"'`).replace(anywhere, `'"$$$1"'`)
}
/** Returns the inside of a double-quoted string with the variables of `withVariables` for the shell. */
export function shellVariables(text: string): string {
  return text.replace(anywhere, (whole, name, at: number, all: string) => {
    const isFollowedByWord = /^\w/.test(all.slice(at + whole.length, at + whole.length + 1))
    return isFollowedByWord ? `\${${name}}` : `$${name}`
  })
}
