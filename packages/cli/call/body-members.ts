// Reads the members of a request body from the schema in an OpenAPI document, for help and messages.
import { memberOf } from '../member.ts'

export interface BodyMember {
  readonly name: string
  readonly type: string
  readonly required: boolean
  /** Description, with the allowed values if there are few. */
  readonly doc: string
}

/** Longest list of allowed values. */
const mostValues = 12

/** Returns the members of the first body that has any; empty for other bodies. `root` is the whole document. */
export function bodyMembersOf(root: unknown, body: unknown): BodyMember[] {
  for (const media of Object.values(objectAt(body, 'content'))) {
    const schema = objectOf(root, memberOf(media, 'schema'))
    const required = memberOf(schema, 'required')
    const members = Object.entries(objectAt(schema, 'properties')).map(([name, member]) =>
      bodyMemberOf(resolved(root, member), { name, required: Array.isArray(required) && required.includes(name) }),
    )
    if (members.length > 0) return members
  }
  return []
}

function bodyMemberOf(schema: unknown, { name, required }: { name: string; required: boolean }): BodyMember {
  const about = memberOf(schema, 'description')
  const values = memberOf(schema, 'enum')
  const allowed = Array.isArray(values) && values.length <= mostValues ? `One of ${values.join(', ')}.` : ''
  const doc = [typeof about === 'string' ? about : '', allowed].filter((text) => text !== '').join(' ')
  return { name, required, doc, type: typeOf(schema) }
}

function typeOf(schema: unknown): string {
  const type = memberOf(schema, 'type')
  if (typeof type === 'string') return type
  if (Array.isArray(type)) return type.join(' or ')
  return memberOf(schema, 'enum') === undefined ? 'any' : 'string'
}

/** Returns the object among alternatives, for instance if null is also allowed. */
function objectOf(root: unknown, schema: unknown): unknown {
  const plain = resolved(root, schema)
  const choices = memberOf(plain, 'anyOf') ?? memberOf(plain, 'oneOf')
  if (!Array.isArray(choices)) return plain
  return choices.map((choice) => resolved(root, choice)).find((choice) => memberOf(choice, 'properties') !== undefined)
}

/** Follows a reference within the document. */
export function resolved(root: unknown, schema: unknown): unknown {
  const reference = memberOf(schema, '$ref')
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return schema
  return reference.slice(2).split('/').reduce(memberOf, root)
}

function objectAt(value: unknown, name: string): object {
  const match = memberOf(value, name)
  return typeof match === 'object' && match !== null ? match : {}
}
