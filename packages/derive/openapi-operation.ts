// One operation of an OpenAPI document: parameters, request body, responses.
import type { Api, Endpoint, Members, Schema } from '#define'
import { type Body, type BodyKind, type Example, isRaw, type ParamStyle } from '#define/reflect'
import { isSchema, type NamedSchemas } from './named-schemas.ts'
import { errorAnswers } from './openapi-errors.ts'
import { referring } from './openapi-schemas.ts'
import type { Parameter } from './parameters.ts'
import { parametersOf } from './parameters.ts'

/** The input for an operation. `pathNames` has the document's names of the path's placeholders. */
interface OperationSource {
  readonly api: Api
  readonly id: string
  readonly endpoint: Endpoint
  readonly example: Example | undefined
  readonly names: NamedSchemas
  readonly pathNames: ReadonlyMap<string, string>
}

/** Note on endpoints that let their provider refuse invalid values. */
export const invalidNote = 'Invalid values are sent on: the provider refuses or replaces them in its own way.'

/** Note on endpoints that let their provider refuse a call without a required parameter. */
export const missingNote = 'A call without a required parameter is sent on too: the provider refuses it in its own way.'

type SocketTerms = NonNullable<Endpoint['socket']>

/** Note on WebSockets, which OpenAPI cannot express. */
export function socketNote({ messageBytes, pass }: SocketTerms): string {
  const limit = `A WebSocket (RFC 6455), one call for each session; messages of up to ${messageBytes} bytes.`
  return pass === undefined ? limit : `${limit} \`${pass}\` may stand for the key.`
}

function messagesOf({ sends, receives, messageBytes }: SocketTerms): object {
  return { sends, receives, messageBytes }
}

/** Returns an Operation Object (OpenAPI 3.1, section 4.8.10). Undefined members disappear when it is printed. */
export function operationOf(source: OperationSource): object {
  const { api, id, endpoint, example } = source
  const { restricted, unimplemented, liveOnly, beyond, deprecated, doc, effect, socket } = endpoint
  const notes = [
    doc,
    restricted && `Restricted: ${restricted}`,
    unimplemented && `Not implemented by the provider: ${unimplemented}`,
    liveOnly && `Live only: ${liveOnly}`,
    deprecated && `Deprecated: ${deprecated}`,
    endpoint.invalid === 'provider' ? invalidNote : undefined,
    endpoint.missing === 'provider' ? missingNote : undefined,
    socket && socketNote(socket),
  ].filter((note) => note !== undefined && note !== '')
  const extension = { restricted, unimplemented, liveOnly, beyond, effect, socket: socket && messagesOf(socket) }
  const parameters = parametersOf(api, endpoint).map((parameter) => parameterObject(parameter, source))
  return {
    operationId: id,
    summary: endpoint.summary,
    description: notes.length > 0 ? notes.join('\n\n') : undefined,
    deprecated: deprecated === undefined ? undefined : true,
    security: endpoint.public ? [] : undefined,
    parameters: parameters.length > 0 ? parameters : undefined,
    requestBody: endpoint.body && requestBody(strictly(api, endpoint.body), example?.body, source.names),
    responses: { ...success(source), ...errorAnswers(api, endpoint) },
    'x-gatehouse': Object.values(extension).some((fact) => fact !== undefined) ? extension : undefined,
  }
}

const filledNote =
  'The gateway fills this in with the stored provider key; a value of your own counts only when none is stored.'

function parameterObject(parameter: Parameter, { example, pathNames }: OperationSource): object {
  const { name, location, schema, doc, filled, secret, beyond, wildcard, style } = parameter
  const inDocument = location === 'path' ? (pathNames.get(name) ?? name) : name
  const notes = [
    doc,
    filled && filledNote,
    wildcard && 'Takes the rest of the path, slashes included.',
    inDocument !== name && `Called ${name} in the declaration.`,
  ].filter((note) => typeof note === 'string')
  // examples of optional parameters need not fit together; those of a call do
  const value =
    secret || filled ? undefined : (example?.params?.[name] ?? (parameter.required ? exampleIn(schema) : undefined))
  const extension = { secret: secret || undefined, beyond: beyond || undefined, filled: filled || undefined }
  return {
    name: inDocument,
    in: location,
    required: parameter.required || undefined,
    description: notes.length > 0 ? notes.join(' ') : undefined,
    deprecated: parameter.deprecated || undefined,
    ...(style ? styleOf(style, schema) : listStyle(parameter)),
    example: value,
    'x-gatehouse': Object.values(extension).some((fact) => fact !== undefined) ? extension : undefined,
  }
}

/** Returns how a value is written, for parameters in a style of OpenAPI. */
function styleOf({ name, explode, allowReserved }: ParamStyle, schema: Schema): object {
  if (name === 'json') return { content: { 'application/json': { schema } } }
  return { style: name, explode, allowReserved: allowReserved || undefined, schema }
}

function listStyle({ schema, location, repeat }: Parameter): object {
  return schema.type === 'array' && location === 'query' ? { style: 'form', explode: repeat, schema } : { schema }
}

function exampleIn(schema: Schema): unknown {
  return Array.isArray(schema.examples) ? schema.examples[0] : undefined
}

const contentTypes: Readonly<Record<BodyKind, string>> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  binary: 'application/octet-stream',
}

/** Forbids undeclared members on a strict surface; other surfaces pass them on or ignore them. */
function strictly({ surface }: Api, body: Body<unknown>): Body<unknown> {
  if (!surface.strict || body.schema?.properties === undefined) return body
  return { ...body, schema: { ...body.schema, additionalProperties: false } }
}

function requestBody(body: Body<unknown>, example: unknown, names: NamedSchemas): object {
  const content = body.kinds.flatMap((kind) =>
    typesOf(kind, body).map((type) => [type, bodyContent(kind, body, { example, names })]),
  )
  return { required: body.required, content: Object.fromEntries(content) }
}

function typesOf(kind: BodyKind, { types }: Body<unknown>): readonly string[] {
  return (kind === 'binary' ? types : undefined) ?? [contentTypes[kind]]
}

function bodyContent(
  kind: BodyKind,
  body: Body<unknown>,
  { example, names }: { example: unknown; names: NamedSchemas },
) {
  if (kind === 'binary') return { schema: { type: 'string', format: 'binary' } }
  if (!body.schema) return { schema: {}, example: hasFile(example) ? undefined : example }
  const encoding = encodingOf(kind, body)
  if (kind === 'multipart') return { schema: referring(body.schema, names), encoding }
  const schema = withoutFiles(body.schema, body.fields, names)
  return { schema, encoding, example: hasFile(example) ? undefined : example }
}

function encodingOf(kind: BodyKind, { encoding }: Body<unknown>): object | undefined {
  const fields = Object.entries((kind === 'form' || kind === 'multipart' ? encoding?.[kind] : undefined) ?? {})
  const written = fields.map(([field, { style, contentType }]) => {
    if (!style) return [field, { contentType }] as const
    if (style.name === 'json') return [field, { contentType: contentTypes.json }] as const
    const { name, explode, allowReserved } = style
    return [field, { style: name, explode, allowReserved: allowReserved || undefined }] as const
  })
  return written.length > 0 ? Object.fromEntries(written) : undefined
}

/**
 * Removes files, which only multipart bodies can carry; a required file stays, so that the document does not hide it.
 */
function withoutFiles(schema: Schema, fields: Members | undefined, names: NamedSchemas): Schema {
  const required: unknown[] = Array.isArray(schema.required) ? schema.required : []
  const files = Object.entries(fields ?? {}).filter(
    ([name, field]) => field.format === 'binary' && !required.includes(name),
  )
  if (files.length === 0) return referring(schema, names)
  const dropped = files.map(([name]) => name)
  const properties = Object.fromEntries(Object.entries(fields ?? {}).filter(([name]) => !dropped.includes(name)))
  return referring({ ...schema, properties }, names)
}

function hasFile(body: unknown): boolean {
  return isSchema(body) && Object.values(body).some((value) => isSchema(value) && typeof value.base64 === 'string')
}

const headers = Object.fromEntries(
  ['x-request-id', 'x-gateway-provider', 'x-ratelimit-remaining-minute', 'x-ratelimit-remaining-day'].map((name) => [
    name,
    { $ref: `#/components/headers/${name}` },
  ]),
)

/** Returns the response of a success, and its event stream if there is one. */
function success({ api, endpoint, example, names }: OperationSource): Record<string, object> {
  const { returns, streams, summary, status = 200 } = endpoint
  const described = { description: summary, headers: api.surface.counted ? headers : undefined }
  if (isRaw(returns) && returns.raw === 'empty') return { [status]: described }
  const content: Record<string, object> = {}
  if (isRaw(returns)) content[returns.contentType] = { schema: rawSchema(returns, names) }
  else {
    const schema = referring(returns, names)
    const output = example?.output
    const wrapped = api.envelope === 'data'
    content['application/json'] = {
      schema: wrapped ? { type: 'object', properties: { data: schema }, required: ['data'] } : schema,
      example: output === undefined ? undefined : wrapped ? { data: output } : output,
    }
  }
  if (streams) content['text/event-stream'] = { schema: eventSchema(streams, names) }
  return { [status]: { ...described, content } }
}

function rawSchema({ raw, event }: { raw: string; event?: Schema }, names: NamedSchemas): Schema {
  if (raw === 'bytes') return { type: 'string', format: 'binary' }
  return event ? eventSchema(event, names) : { type: 'string' }
}

/** Returns the schema of one event's data and says so: OpenAPI 3.1 cannot express a sequence. */
function eventSchema(event: Schema, names: NamedSchemas): Schema {
  return { description: 'Server-sent events; this is the data of one of them.', ...referring(event, names) }
}
