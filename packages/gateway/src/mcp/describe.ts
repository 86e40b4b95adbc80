// Describes one operation to a model: its arguments, its result, and its effect on the world.
import { isRaw } from '#define/reflect'
import { withDefinitions } from '#derive'
import type { Operation } from './operations.ts'
import { shortened } from './shortened.ts'
import { isRecord, type JsonObject } from './values.ts'

const longestDescription = 7000
const outlineDepth = 2

/** Returns a description as JSON; parts that do not fit are left out, the example last. */
export function describe(operation: Operation): string {
  for (const extent of extents) {
    const text = JSON.stringify(descriptionOf(operation, extent))
    if (text.length <= longestDescription) return text
  }
  const { name, effect, parameters, endpoint } = operation
  const names = [...parameters.map((parameter) => parameter.name), ...(endpoint.body ? ['body'] : [])]
  return JSON.stringify({ name, effect, arguments: names, note: 'The reference describes them.' })
}

interface Extent {
  readonly withExample: boolean
  /** Levels of the response. */
  readonly depth: number
  readonly schemaOf: (schema: JsonObject) => JsonObject
}
const extents: readonly Extent[] = [
  { withExample: true, depth: outlineDepth, schemaOf: (schema) => schema },
  { withExample: true, depth: 1, schemaOf: shortened },
  { withExample: true, depth: 0, schemaOf: withoutMembers },
  { withExample: false, depth: 0, schemaOf: withoutMembers },
]

/** Returns the names of the fields, and which are required, for bodies that are too long for a full description. */
function withoutMembers({ type, description, properties, required }: JsonObject): JsonObject {
  const fields = isRecord(properties) ? { fields: Object.keys(properties) } : {}
  return Object.fromEntries(
    Object.entries({ type, description, required, ...fields }).filter(([, value]) => value !== undefined),
  )
}

function descriptionOf(operation: Operation, { withExample, depth, schemaOf }: Extent): JsonObject {
  const { name, effect, endpoint, listing, example } = operation
  const { doc, restricted, unimplemented, liveOnly, deprecated, body, returns } = endpoint
  const schemas = listing.api.schemas ?? {}
  const parameters = operation.parameters.map(({ name: parameter, schema, doc: about, required }) => [
    parameter,
    {
      ...schemaOf(plain(withDefinitions(schema, schemas))),
      ...(about === undefined ? {} : { description: about }),
      ...(required ? { required } : {}),
    },
  ])
  return {
    name,
    api: listing.title,
    summary: endpoint.summary,
    effect,
    tool: effect === 'read' ? 'call_read' : 'call_write',
    ...(doc === undefined ? {} : { doc }),
    ...(restricted === undefined ? {} : { restricted }),
    ...(unimplemented === undefined ? {} : { unimplemented }),
    ...(liveOnly === undefined ? {} : { liveOnly }),
    ...(deprecated === undefined ? {} : { deprecated }),
    arguments: {
      ...Object.fromEntries(parameters),
      ...(body
        ? {
            body: {
              required: body.required,
              ...(body.schema ? schemaOf(plain(withDefinitions(body.schema, schemas))) : { sent: body.kinds }),
            },
          }
        : {}),
    },
    ...(withExample && example ? { example: argumentsOf(operation) } : {}),
    answer: isRaw(returns)
      ? returns.contentType || 'empty'
      : outlineOf(plain(withDefinitions(returns, schemas)), depth),
  }
}

/** Returns the arguments of the declared example, without those that the gateway fills in. */
function argumentsOf({ example, parameters }: Operation): JsonObject {
  const names = new Set(parameters.map(({ name }) => name))
  const params = Object.entries(example?.params ?? {}).filter(([name]) => names.has(name))
  return { ...Object.fromEntries(params), ...(example?.body === undefined ? {} : { body: example.body }) }
}

function outlineOf(schema: unknown, depth: number, definitions?: unknown): unknown {
  if (!isRecord(schema)) return 'any'
  const known = definitions ?? schema.$defs
  if (typeof schema.$ref === 'string' && isRecord(known)) {
    const name = schema.$ref.slice('#/$defs/'.length)
    const { $ref: next, ...named } = isRecord(known[name]) ? known[name] : {}
    // a reference to a reference stays one: two of them could lead in a circle
    return outlineOf(next === undefined ? named : {}, depth, known)
  }
  if (schema.type === 'array') return [depth > 0 ? outlineOf(schema.items, depth, known) : '…']
  const { properties } = schema
  if (!isRecord(properties)) return Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'any')
  if (depth === 0) return 'object'
  return Object.fromEntries(
    Object.entries(properties).map(([name, member]) => [name, outlineOf(member, depth - 1, known)]),
  )
}

/** Copies a schema without the declaration's symbols. */
function plain(schema: unknown): JsonObject {
  const copy: unknown = JSON.parse(JSON.stringify(schema))
  return isRecord(copy) ? copy : {}
}
