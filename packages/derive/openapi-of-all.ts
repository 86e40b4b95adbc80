// A single OpenAPI document of several APIs of one surface, for tools that import one file. Names that an API chose
// begin with its slug; the gateway's additions to each API appear once.
import type { Api, Examples } from '#define'
import { camel } from './client-source.ts'
import { openApiOf } from './openapi.ts'
import { gatewayErrorParts } from './openapi-errors.ts'

interface DocumentedApi {
  readonly api: Api
  readonly examples?: Examples | undefined
}
interface AllOptions {
  /** Address of the gateway, without a path. */
  readonly serverUrl: string
  readonly version: string
  /** Awaited after each listing, for a thread that answers calls meanwhile. */
  readonly pause?: () => Promise<void>
}

/** Returns the document as plain JSON; each listing is a tag. There is at least one API, and all share a surface. */
export async function openApiOfAll(
  apis: readonly DocumentedApi[],
  { serverUrl, version, pause }: AllOptions,
): Promise<object> {
  const paths: Json = {}
  const schemas: Json = { ...gatewayErrorParts.schemas }
  const tags: object[] = []
  let shared: Json = {}
  for (const { api, examples } of apis)
    for (const listing of api.listings) {
      const { slug, title } = listing
      const document: Json = Object(openApiOf({ ...api, listings: [listing] }, { serverUrl: '', version, examples }))
      const own = camel(slug)
      tags.push({ name: title, description: api.summary })
      for (const [path, operations] of Object.entries<Json>(Object(document.paths)))
        paths[api.surface.mount.replace('{slug}', slug) + path] = operationsOf(operations, own, title)
      const components: Json = Object(document.components)
      for (const [name, schema] of Object.entries(Object(components.schemas)))
        if (!isShared(name)) schemas[`${own}_${name}`] = renamed(schema, own)
      shared = { ...components, ...shared, headers: { ...Object(components.headers), ...Object(shared.headers) } }
      await pause?.()
    }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Gatehouse',
      summary: 'Every API of this gateway that takes one key.',
      license: { name: 'MIT', identifier: 'MIT' },
      version,
    },
    servers: [{ url: serverUrl === '' ? '/' : serverUrl }],
    security: [{ key: [] }],
    tags,
    paths,
    components: { ...shared, schemas },
  }
}

type Json = Record<string, unknown>
const isShared = (name: string): boolean => Object.hasOwn(gatewayErrorParts.schemas, name)
const schemaReference = '#/components/schemas/'

/**
 * Returns a copy of the value with the API's own schemas renamed in references. `isMembers` means that the object's
 * keys are names of properties, which are arbitrary.
 */
function renamed(value: unknown, own: string, isMembers = false): unknown {
  if (Array.isArray(value)) return value.map((one) => renamed(one, own))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (name === '$ref' && typeof member === 'string') return [name, referenceIn(member, own)]
      // examples are data with arbitrary names
      if (!isMembers && (name === 'example' || name === 'examples')) return [name, member]
      return [name, renamed(member, own, name === 'properties' && !isMembers)]
    }),
  )
}
function referenceIn(reference: string, own: string): string {
  const schema = reference.startsWith(schemaReference) ? reference.slice(schemaReference.length) : undefined
  return schema === undefined || isShared(schema) ? reference : `${schemaReference}${own}_${schema}`
}

function operationsOf(operations: unknown, own: string, tag: string): Json {
  return Object.fromEntries(
    Object.entries<Json>(Object(operations)).map(([method, operation]) => {
      const named = { ...Object(renamed(operation, own)), operationId: `${own}_${String(operation.operationId)}` }
      return [method, { ...named, tags: [tag] }]
    }),
  )
}
