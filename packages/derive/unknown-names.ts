// Finds undeclared names in a call. Most surfaces pass them on or ignore them, as providers do. Strict ones refuse them
// (`Surface.strict`): there a misspelt restriction would create an unrestricted key.
import type { Endpoint, Members, Schema } from '#define'
import { paramInfoOf, pathNames } from '#define/reflect'
import { likelyMeant } from './nearest.ts'
import type { QueryPair } from './reading.ts'
import type { Problem } from './validation.ts'

const problemLimit = 20
const listedNames = 15
const shownLength = 80
/** Deeper members are not checked. */
const depthLimit = 32

/** Finds the unknown members of a JSON body and of the objects in it; null members included. */
export function unknownMembers(endpoint: Endpoint): (body: unknown) => Problem[] {
  const schema: Schema = endpoint.body?.schema ?? { type: 'object', properties: {} }
  const query = queryNames(endpoint)
  return (body) => {
    const candidates = unknownIn(schema, body, { path: '', depth: 0 })
    return candidates.slice(0, problemLimit).map(({ path, name, known }) => {
      const inQuery = path === '' && query.includes(name)
      return {
        name: shown(path + name),
        problem: inQuery ? 'belongs in the query, not in the body' : sentence(name, known),
      }
    })
  }
}

/** Finds the unknown parameters of a query. */
export function unknownParameters(endpoint: Endpoint): (query: readonly QueryPair[]) => Problem[] {
  const known = queryNames(endpoint)
  const fields = Object.keys(endpoint.body?.fields ?? {})
  return (query) => {
    const names = new Set(query.map(({ name }) => name).filter((name) => !known.includes(name)))
    return [...names].slice(0, problemLimit).map((name) => ({
      name: shown(name),
      problem: fields.includes(name) ? 'belongs in the body, not in the query' : sentence(name, known),
    }))
  }
}

function queryNames({ params, path }: Endpoint): string[] {
  const inPath = pathNames(path)
  return Object.entries(params as Members)
    .filter(([name, shape]) => !inPath.includes(name) && (paramInfoOf(shape).in ?? 'query') === 'query')
    .map(([name]) => name)
}

function sentence(name: string, known: readonly string[]): string {
  const meant = likelyMeant(known, name)
  if (meant !== undefined) return `is not known; did you mean ${meant}?`
  if (known.length === 0) return 'is not known; none is accepted here'
  const more = known.length > listedNames ? ', …' : ''
  return `is not known; known are ${known.slice(0, listedNames).join(', ')}${more}`
}

interface Unknown {
  /** Path of the object, with a trailing dot. */
  readonly path: string
  readonly name: string
  readonly known: readonly string[]
}
interface Position {
  readonly path: string
  readonly depth: number
}

function unknownIn(schema: Schema, value: unknown, { path, depth }: Position): Unknown[] {
  if (typeof value !== 'object' || value === null || depth > depthLimit) return []
  const { items, properties, additionalProperties, anyOf } = schema
  if (Array.isArray(anyOf)) return fewest(anyOf.filter(isSchema), value, { path, depth })
  if (Array.isArray(value)) {
    if (!isSchema(items)) return []
    return value.flatMap((item, index) => unknownIn(items, item, { path: `${path}${index}.`, depth: depth + 1 }))
  }
  const members = isSchema(properties) ? properties : {}
  // an object without declared members accepts any
  const others = additionalProperties ?? members !== properties
  const known = Object.keys(members)
  return Object.entries(value).flatMap(([name, member]) => {
    const declared = Object.hasOwn(members, name) ? members[name] : others
    if (isSchema(declared)) return unknownIn(declared, member, { path: `${path}${name}.`, depth: depth + 1 })
    return declared === false ? [{ path, name, known }] : []
  })
}

/** Returns the unknown members of the best match in a union of shapes. */
function fewest(choices: readonly Schema[], value: object, position: Position): Unknown[] {
  const type = Array.isArray(value) ? 'array' : 'object'
  const candidates = choices.filter((choice) => takes(choice, type)).map((choice) => unknownIn(choice, value, position))
  return candidates.sort((a, b) => a.length - b.length).at(0) ?? []
}

function takes({ type }: Schema, required: string): boolean {
  return type === undefined || type === required || (Array.isArray(type) && type.includes(required))
}

function shown(name: string): string {
  return name.length > shownLength ? `${name.slice(0, shownLength)}…` : name
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
