// The MCP tools of an API: one per endpoint, with one object of parameters as input. The gateway runs them.
import { createHash } from 'node:crypto'
import type { Api, Endpoint, Schema } from '#define'
import { withDefinitions } from './definitions.ts'
import { isSchema } from './named-schemas.ts'
import type { Parameter } from './parameters.ts'
import { callerParametersOf } from './parameters.ts'

interface McpTool extends McpInput {
  /** `<slug>_<id>`: letters, digits, `_` and `-`, at most 47. */
  readonly name: string
  readonly description: string
  /** The endpoint that the tool calls. */
  readonly id: string
}
interface McpInput {
  readonly inputSchema: Schema
  /** Wire names of renamed input members, by their new names. */
  readonly wireNames: Readonly<Record<string, string>>
}

/** Returns the tools of an API in the order of its endpoints, without parameters that the gateway fills. */
export function mcpToolsOf(api: Api): McpTool[] {
  return Object.entries(api.endpoints).map(([id, endpoint]) => toolOf(api, id, endpoint))
}

/** Makes the input when it is first read: an added API can have thousands of operations, and few are shown. */
function toolOf(api: Api, id: string, endpoint: Endpoint): McpTool {
  let input: McpInput | undefined
  const made = (): McpInput => {
    input ??= inputOf(api, endpoint)
    return input
  }
  return {
    name: toolName(`${api.slug}_${id}`),
    description: descriptionOf(api, endpoint),
    id,
    get inputSchema() {
      return made().inputSchema
    },
    get wireNames() {
      return made().wireNames
    },
  }
}

function inputOf(api: Api, endpoint: Endpoint): McpInput {
  const parameters = callerParametersOf(api, endpoint)
  const properties: Record<string, Schema> = {}
  const required: string[] = []
  const wireNames: Record<string, string> = {}
  for (const parameter of parameters) {
    let name = memberName(parameter.name)
    while (name in properties) name += '_'
    properties[name] = described(parameter)
    if (parameter.required) required.push(name)
    if (name !== parameter.name) wireNames[name] = parameter.name
  }
  if (endpoint.body) properties.body = bodySchema(endpoint.body)
  if (endpoint.body?.required) required.push('body')
  const schema = { type: 'object', properties, ...(required.length > 0 ? { required } : {}) }
  return { inputSchema: withDefinitions(plain(schema), api.schemas ?? {}), wireNames }
}

/** Clients prefix the name, and model APIs accept 64 characters in all. */
const nameLimit = 47
const memberLimit = 64

function toolName(fullName: string): string {
  const name = fullName.replace(/[^A-Za-z0-9_-]/g, '_')
  if (name.length <= nameLimit) return name
  const mark = createHash('sha256').update(fullName).digest('hex').slice(0, 6)
  return `${name.slice(0, nameLimit - mark.length - 1)}-${mark}`
}

/** Replaces characters that clients of language models refuse in member names, such as the brackets of `ids[]`. */
function memberName(wireName: string): string {
  return wireName
    .replace(/[^A-Za-z0-9_.-]+/g, '_')
    .replace(/^_+|(?<!_)_+$/g, '')
    .slice(0, memberLimit)
}

function described({ schema, doc, deprecated }: Parameter): Schema {
  return {
    ...schema,
    ...(doc === undefined ? {} : { description: doc }),
    ...(deprecated ? { deprecated: true } : {}),
  }
}

function descriptionOf(api: Api, endpoint: Endpoint): string {
  const { summary, doc, restricted, unimplemented, liveOnly, deprecated } = endpoint
  const notes = [
    doc,
    restricted && `Restricted: ${restricted}`,
    unimplemented && `Not implemented by the provider: ${unimplemented}`,
    liveOnly && `Live only: ${liveOnly}`,
    deprecated && `Deprecated: ${deprecated}`,
  ]
  return [`${api.title}: ${summary}.`, ...notes.filter((note) => note !== undefined && note !== '')].join(' ')
}

/** Schema of a file, or of a non-JSON body: an object with the bytes in base64. */
const fileSchema: Schema = {
  type: 'object',
  properties: { fileName: { type: 'string' }, contentType: { type: 'string' }, base64: { type: 'string' } },
  required: ['base64'],
}

function bodySchema(body: NonNullable<Endpoint['body']>): Schema {
  if (body.schema) return withFiles(body.schema)
  return body.kinds.includes('json') ? { description: 'Sent as JSON.' } : fileSchema
}

function withFiles(schema: Schema): Schema {
  const properties = isSchema(schema.properties) ? Object.entries(schema.properties) : []
  if (!properties.some(([, member]) => isFile(member))) return schema
  const replaced = properties.map(([name, member]) => [
    name,
    isFile(member) ? { ...fileSchema, ...docOf(member) } : member,
  ])
  return { ...schema, properties: Object.fromEntries(replaced) }
}

function isFile(member: unknown): member is Schema {
  return isSchema(member) && member.format === 'binary'
}
function docOf({ description }: Schema): Schema {
  return description === undefined ? {} : { description }
}
/** Removes the declaration's symbols. */
function plain(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema))
}
