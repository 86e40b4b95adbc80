// The OpenAPI document of an API, reduced to operations with their parameters. The document comes from the running
// gateway, so an API that is new there can be called at once.
import type { WrittenFields, WrittenStyle } from '#client/written'
import { CliError, exitCodes } from '../failure.ts'
import { memberOf } from '../member.ts'
import { send } from '../request.ts'
import { type BodyMember, bodyMembersOf, resolved } from './body-members.ts'
import { meant } from './nearest.ts'

export interface Parameter {
  readonly name: string
  readonly location: (typeof locations)[number]
  readonly required: boolean
  /** JSON type of the value; `string` if there are several. */
  readonly type: string
  readonly style: WrittenStyle
  /** True if the parameter takes the rest of the path, slashes included. */
  readonly wildcard: boolean
  readonly doc: string
}
export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly parameters: readonly Parameter[]
  /** Content types of the body; empty without a body. */
  readonly bodyTypes: readonly string[]
  readonly bodyRequired: boolean
  /** The forms in which fields of a form and of a multipart body are written. */
  readonly encoding: { readonly form: WrittenFields; readonly multipart: WrittenFields }
  /** Members of the body; empty unless it is an object. */
  readonly bodyMembers: readonly BodyMember[]
}
export interface ApiDocument {
  readonly slug: string
  readonly title: string
  /** Header that carries the caller's key. */
  readonly keyHeader: string
  /** Base path of the operations, such as `/v1/admin`; undefined if the document does not say. */
  readonly mount: string | undefined
  readonly operations: readonly Operation[]
}

/** Fetches and reads the document of a listing. Throws CliError if there is no such API. */
export async function fetchDocument(url: string, slug: string): Promise<ApiDocument> {
  if (!/^[a-z0-9-]{1,64}$/.test(slug)) throw await noApi(url, slug)
  const response = await send(`${url}/openapi/${slug}.json`, { failsOn: (status) => status !== 404 && status >= 400 })
  if (response.status === 404) throw await noApi(url, slug)
  return readDocument(slug, await response.json())
}

/** Finds the operation of that name. Throws CliError. */
export function operationOf(document: ApiDocument, id: string): Operation {
  const match = document.operations.find((one) => one.id === id)
  if (match) return match
  const ids = document.operations.map((one) => one.id)
  throw new CliError(
    `${document.slug} has no endpoint ${id}.${meant(id, ids)} See them with: gatehouse apis ${document.slug}`,
    exitCodes.notFound,
  )
}

/** Fetches the slugs of the gateway's documents. */
export async function fetchSlugs(url: string): Promise<string[]> {
  const index: unknown = await (await send(`${url}/openapi`)).json()
  return listAt(index, 'apis').flatMap((api) => textAt(api, 'slug') ?? [])
}

async function noApi(url: string, slug: string): Promise<CliError> {
  const hint = meant(slug, await fetchSlugs(url).catch(() => []))
  return new CliError(`There is no API ${slug}.${hint} See them with: gatehouse apis`, exitCodes.notFound)
}

const locations = ['path', 'query', 'header', 'cookie'] as const
const styles = ['simple', 'label', 'matrix', 'form', 'spaceDelimited', 'pipeDelimited', 'deepObject'] as const

const methods = ['get', 'post', 'put', 'patch', 'delete']

/** Reads an OpenAPI 3.1 document; missing members count as absent. */
function readDocument(slug: string, value: unknown): ApiDocument {
  const operations = Object.entries(objectAt(value, 'paths')).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const match = memberOf(item, method)
      return match === undefined ? [] : [readOperation(value, match, { method: method.toUpperCase(), path })]
    }),
  )
  const keyHeader =
    textAt(memberOf(memberOf(memberOf(value, 'components'), 'securitySchemes'), 'key'), 'name') ?? 'x-gateway-key'
  const mount = mountOf(textAt(listAt(value, 'servers')[0], 'url'))
  return { slug, title: textAt(memberOf(value, 'info'), 'title') ?? slug, keyHeader, mount, operations }
}

/** Returns the path of the server's address, without the origin. */
function mountOf(server: string | undefined): string | undefined {
  const path = server === undefined ? undefined : URL.parse(server, 'http://gateway')?.pathname
  const begin = path?.indexOf('/v1/') ?? -1
  return begin < 0 ? undefined : path?.slice(begin)
}

function readOperation(root: unknown, value: unknown, where: { method: string; path: string }): Operation {
  const body = memberOf(value, 'requestBody')
  return {
    ...where,
    id: textAt(value, 'operationId') ?? '',
    summary: textAt(value, 'summary') ?? '',
    parameters: listAt(value, 'parameters').flatMap((parameter) => readParameter(root, parameter)),
    bodyTypes: Object.keys(objectAt(body, 'content')),
    bodyRequired: memberOf(body, 'required') === true,
    encoding: {
      form: encodingIn(body, 'application/x-www-form-urlencoded'),
      multipart: encodingIn(body, 'multipart/form-data'),
    },
    bodyMembers: bodyMembersOf(root, body),
  }
}

function readParameter(root: unknown, value: unknown): Parameter[] {
  const name = textAt(value, 'name')
  const location = locations.find((one) => one === textAt(value, 'in'))
  if (name === undefined || location === undefined) return []
  const isJson = memberOf(memberOf(value, 'content'), json) !== undefined
  const plain = isJson ? memberOf(memberOf(memberOf(value, 'content'), json), 'schema') : memberOf(value, 'schema')
  const schema = resolved(root, plain)
  const extension = memberOf(value, 'x-gatehouse')
  const about = textAt(value, 'description') ?? ''
  const values = listAt(schema, 'enum')
  const doc = values.length > 0 && values.length <= 12 ? `${about} One of ${values.join(', ')}.`.trim() : about
  return [
    {
      name,
      location,
      doc,
      required: memberOf(value, 'required') === true && memberOf(extension, 'filled') !== true,
      type: typeOf(root, schema),
      style: isJson ? { name: 'json', explode: false } : styleIn(value, usualStyles[location]),
      wildcard: memberOf(extension, 'wildcard') === true || doc.includes('Takes the rest of the path'),
    },
  ]
}

const json = 'application/json'
const usualStyles = { path: 'simple', query: 'form', header: 'simple', cookie: 'form' } as const

function styleIn(value: unknown, usual: WrittenStyle['name']): WrittenStyle {
  const name = styles.find((one) => one === textAt(value, 'style')) ?? usual
  const explode = memberOf(value, 'explode')
  return {
    name,
    explode: typeof explode === 'boolean' ? explode : name === 'form',
    allowReserved: memberOf(value, 'allowReserved') === true,
  }
}

function encodingIn(body: unknown, type: string): WrittenFields {
  const fields = Object.entries(objectAt(memberOf(memberOf(body, 'content'), type), 'encoding'))
  return Object.fromEntries(
    fields.map(([field, value]) => {
      const contentType = textAt(value, 'contentType')
      if (memberOf(value, 'style') !== undefined) return [field, { style: styleIn(value, 'form') }]
      const isJson = contentType === json && type !== 'multipart/form-data'
      return [field, isJson ? { style: { name: 'json', explode: false } } : { contentType }]
    }),
  )
}

/** Returns the type of a value: that of all alternatives beside null, or text if they differ and none is a list. */
function typeOf(root: unknown, schema: unknown): string {
  const choices = ['anyOf', 'oneOf', 'allOf'].flatMap((word) => listAt(schema, word))
  const parts = [schema, ...choices].map((one) => resolved(root, one))
  const named = parts.flatMap((one) => [textAt(one, 'type') ?? listAt(one, 'type')].flat())
  const types = new Set(named.filter((one) => one !== 'null'))
  if (types.has('array')) return 'array'
  if (types.has('object') && !types.has('string')) return 'object'
  const [type = parts.some((one) => memberOf(one, 'properties') !== undefined) ? 'object' : 'string'] = types
  return types.size <= 1 && typeof type === 'string' ? type : 'string'
}

function textAt(value: unknown, name: string): string | undefined {
  const match = memberOf(value, name)
  return typeof match === 'string' ? match : undefined
}
function listAt(value: unknown, name: string): unknown[] {
  const match = memberOf(value, name)
  return Array.isArray(match) ? match : []
}
function objectAt(value: unknown, name: string): object {
  const match = memberOf(value, name)
  return typeof match === 'object' && match !== null ? match : {}
}
