// Describes one operation to a model: what to send, what comes back, what it does to the world.
import { isRaw } from '#define/reflect'
import type { Operation } from './operations.ts'
import { isRecord, type JsonObject } from './values.ts'

const longestDescription = 7000
const outlineDepth = 2

export function describe(operation: Operation): string {
  const full = JSON.stringify(descriptionOf(operation, { withExample: true, depth: outlineDepth }))
  if (full.length <= longestDescription) return full
  const short = JSON.stringify(descriptionOf(operation, { withExample: false, depth: 1 }))
  if (short.length <= longestDescription) return short
  return `${short.slice(0, longestDescription)} … (shortened; the reference has all of it)`
}

interface Extent {
  readonly withExample: boolean
  readonly depth: number
}

function descriptionOf(operation: Operation, { withExample, depth }: Extent): JsonObject {
  const { name, effect, endpoint, listing, example } = operation
  const { doc, restricted, unimplemented, liveOnly, deprecated, body, returns } = endpoint
  const parameters = operation.parameters.map(({ name: parameter, schema, doc: about, required }) => [
    parameter,
    { ...plain(schema), ...(about === undefined ? {} : { description: about }), ...(required ? { required } : {}) },
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
        ? { body: { required: body.required, ...(body.schema ? plain(body.schema) : { sent: body.kinds }) } }
        : {}),
    },
    answer: isRaw(returns) ? returns.contentType || 'empty' : outlineOf(plain(returns), depth),
    ...(withExample && example ? { example: argumentsOf(operation) } : {}),
  }
}

/** The arguments of the declared example. */
export function argumentsOf({ example }: Operation): JsonObject {
  return { ...example?.params, ...(example?.body === undefined ? {} : { body: example.body }) }
}

function outlineOf(schema: unknown, depth: number): unknown {
  if (!isRecord(schema)) return 'any'
  if (schema.type === 'array') return [depth > 0 ? outlineOf(schema.items, depth) : '…']
  const { properties } = schema
  if (!isRecord(properties)) return Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'any')
  if (depth === 0) return 'object'
  return Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, outlineOf(member, depth - 1)]))
}

/** Without the declaration's symbols. */
function plain(schema: unknown): JsonObject {
  const copy: unknown = JSON.parse(JSON.stringify(schema))
  return isRecord(copy) ? copy : {}
}
