// The types of one endpoint in the generated client: input, output, and the signatures that join them. Parameters that
// the gateway fills are left out.
import type { Api, Endpoint, Schema } from '#define'
import { isRaw } from '#define/reflect'
import type { NamedSchemas } from './named-schemas.ts'
import { coreOf, eventSchemaOf, isSchema, pascal } from './named-schemas.ts'
import { callerParametersOf } from './parameters.ts'
import type { MemberText } from './type-text.ts'
import { blockText, coreText, docsOf, docText, literal, membersOf, typeText, union } from './type-text.ts'

/** One endpoint of the client. */
interface ClientEndpoint {
  readonly api: Api
  readonly id: string
  readonly endpoint: Endpoint
  readonly names: NamedSchemas
}
/** The signatures of a client method. */
export interface ClientSignatures {
  /** Declared types of the endpoint, ready to print. */
  readonly declarations: readonly string[]
  /** Type of the input, or undefined if there is nothing to send. */
  readonly input: { readonly type: string; readonly optional: boolean } | undefined
  /** Type of the result inside the promise; undefined if there are only events. */
  readonly output: string | undefined
  /** Type of the unchanged body, if it differs. */
  readonly raw: string | undefined
  /** Type of a stream's events, and whether `stream: true` in the body requests it. */
  readonly stream: { readonly type: string; readonly byBody: boolean } | undefined
  /** Type of one result of an endpoint that has pages. */
  readonly item: string | undefined
}

/** Returns the types and signatures of one endpoint. */
export function signaturesOf(one: ClientEndpoint): ClientSignatures {
  const name = pascal(one.id)
  const members = inputMembers(one)
  const input = members.length > 0 ? `export interface ${name}Input ${blockText(members, '')}` : undefined
  const event = eventSchemaOf(one.endpoint)
  const events = event && aliasText(`${name}Event`, typeText(event, one))
  const answer = answerOf(one, name)
  return {
    declarations: [input, ...answer.declarations, events].filter((text) => text !== undefined),
    input: input === undefined ? undefined : { type: `${name}Input`, optional: members.every((m) => m.optional) },
    output: answer.output,
    raw: answer.raw,
    stream: streamOf(one.endpoint, name),
    item: one.endpoint.pages && itemText(answer.output ?? 'unknown', one.endpoint.pages.items ?? []),
  }
}

/** Returns the type of one result, from the path of the list in the response. */
function itemText(output: string, place: readonly string[]): string {
  const list = place.reduce((type, name) => `NonNullable<${type}>[${literal(name)}]`, output)
  return `ItemOf<${list}>`
}

function inputMembers({ api, endpoint, names }: ClientEndpoint): MemberText[] {
  const members = callerParametersOf(api, endpoint).map((parameter): MemberText => {
    const optional = !parameter.required
    const type = typeText(parameter.schema, { names }, '  ')
    const { doc, deprecated, schema } = parameter
    const docs = docsOf({ ...schema, description: doc, deprecated })
    return { name: parameter.name, type: optional ? union([type, 'null']) : type, optional, docs }
  })
  if (!endpoint.body) return members
  if (members.some((member) => member.name === 'body')) throw new Error(`${endpoint.path}: a parameter is called body`)
  return [
    ...members,
    { name: 'body', type: bodyType(endpoint.body, names), optional: !endpoint.body.required, docs: [] },
  ]
}

function bodyType(body: NonNullable<Endpoint['body']>, names: NamedSchemas): string {
  const binary = body.kinds.includes('binary')
  if (!body.schema) return binary && body.kinds.length === 1 ? 'Bytes' : 'unknown'
  const type = typeText(body.schema, { names }, '  ')
  return union([type, ...(body.kinds.includes('multipart') ? ['FormData'] : []), ...(binary ? ['Bytes'] : [])])
}

interface AnswerTypes {
  readonly declarations: readonly string[]
  readonly output: string | undefined
  readonly raw: string | undefined
}
const rawTypes = { bytes: 'Uint8Array', text: 'string', csv: 'string', events: undefined, empty: 'void' } as const

function answerOf(one: ClientEndpoint, name: string): AnswerTypes {
  const { returns } = one.endpoint
  if (isRaw(returns)) return { declarations: [], output: rawTypes[returns.raw], raw: undefined }
  const output = `${name}Output`
  if (one.api.envelope === 'data')
    return { declarations: [aliasText(output, typeText(returns, one))], output, raw: `{ data: ${output} }` }
  const inner = unwrappedText(returns, one)
  const declared = aliasText(output, inner.text)
  if (!inner.differs) return { declarations: [declared], output, raw: inner.open ? output : undefined }
  const body = aliasText(`${name}Body`, wholeText(returns, one, output))
  return { declarations: [declared, body], output, raw: `${name}Body` }
}

interface Unwrapped {
  readonly text: string
  readonly differs: boolean
  /** True if a member `data` is undeclared but possible. */
  readonly open: boolean
}

/** Unwraps the type of a result by the rule of the envelope: its member `data` if it has one, otherwise the whole. */
function unwrappedText(schema: Schema, one: ClientEndpoint): Unwrapped {
  const { core, nullable } = coreOf(schema)
  if (Array.isArray(core.anyOf)) {
    const parts = core.anyOf.filter(isSchema).map((choice) => unwrappedText(choice, one))
    const differs = parts.some((part) => part.differs)
    return { text: union(parts.map((part) => part.text)), differs, open: parts.some((part) => part.open) }
  }
  const data = isSchema(core.properties) ? core.properties.data : undefined
  const open = core.properties === undefined && (core.type === undefined || core.type === 'object')
  if (!isSchema(data)) return { text: typeText(schema, one), differs: false, open }
  const required = Array.isArray(core.required) && core.required.includes('data')
  const types = [typeText(data, one), ...(required ? [] : [typeText(core, one)]), ...(nullable ? ['null'] : [])]
  return { text: union(types), differs: true, open }
}

/** Returns the type of the whole result, with the name of its unwrapped type as `data`. */
function wholeText(schema: Schema, one: ClientEndpoint, output: string): string {
  const required = Array.isArray(schema.required) && schema.required.includes('data')
  if (schema.type !== 'object' || !required) return typeText(schema, one)
  const members = membersOf(schema, one).map((member) =>
    member.name === 'data' ? { ...member, type: output } : member,
  )
  return blockText(members, '')
}

function streamOf(endpoint: Endpoint, name: string): ClientSignatures['stream'] {
  const { returns, streams, body } = endpoint
  if (streams !== undefined) return { type: `${name}Event`, byBody: body?.fields?.stream !== undefined }
  if (!isRaw(returns)) return undefined
  if (returns.raw === 'events') return { type: returns.event ? `${name}Event` : 'unknown', byBody: false }
  return returns.raw === 'bytes' ? { type: 'Uint8Array', byBody: false } : undefined
}

/** Declares a name for a type: an interface if the type is a single object. */
function aliasText(name: string, type: string): string {
  const block = type.startsWith('{') && type.endsWith('}') && type.indexOf('\n}') === type.length - 2
  return block ? `export interface ${name} ${type}` : `export type ${name} = ${type}`
}

/** Declarations of the repeated schemas of an API. */
export function namedTypes(names: NamedSchemas): string[] {
  return [...names.all].map(([name, schema]) =>
    [...docText(docsOf(schema), ''), aliasText(name, coreText(schema, { names }))].join('\n'),
  )
}
