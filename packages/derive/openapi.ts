// The OpenAPI 3.1 document of one API. Shapes are already JSON Schema and used unchanged; repeated ones occur once,
// under components. Operations are built by openapi-operation.ts.

import type { Api, Endpoint, Examples } from '#define'
import { pathNames } from '#define/reflect'
import { withoutTrailing } from '#define/texts'
import { maskedExample } from './masked-example.ts'
import type { NamedSchemas } from './named-schemas.ts'
import { nameSchemas, schemaRootsOf } from './named-schemas.ts'
import { gatewayErrorParts } from './openapi-errors.ts'
import { operationOf } from './openapi-operation.ts'
import { componentSchemas } from './openapi-schemas.ts'

interface OpenApiOptions {
  /** Address of the gateway, without a path. */
  readonly serverUrl: string
  /** Version of the project. */
  readonly version: string
  readonly examples?: Examples | undefined
}

/** Returns the document as plain JSON, equal for equal declarations. */
export function openApiOf(api: Api, options: OpenApiOptions): object {
  // schemas that have names of their own are not searched for repeated ones
  const roots = api.schemas ? [] : schemaRootsOf(api)
  const names = nameSchemas(roots, Object.keys(gatewayErrorParts.schemas))
  const document = {
    openapi: '3.1.1',
    info: {
      title: api.title,
      summary: api.summary,
      description: descriptionOf(api),
      // texts and schemas of a description are not ours to license
      license: api.schemas ? undefined : { name: 'MIT', identifier: 'MIT' },
      version: options.version,
    },
    servers: api.listings.map(({ slug, title }) => ({
      url: withoutTrailing(options.serverUrl, '/') + api.surface.mount.replace('{slug}', slug),
      description: title,
    })),
    security: [{ key: [] }],
    paths: pathsOf(api, options.examples ?? {}, names),
    webhooks: webhooksOf(api),
    components: {
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: api.surface.keyHeader } },
      headers: api.surface.counted ? answerHeaders : undefined,
      responses: gatewayErrorParts.responses,
      schemas: { ...gatewayErrorParts.schemas, ...api.schemas, ...componentSchemas(names) },
    },
  }
  // drops the declarations' symbols and undefined members
  return JSON.parse(JSON.stringify(document))
}

function descriptionOf(api: Api): string {
  const { auth, sample, envelope } = api
  const sentences = [
    api.summary,
    `Send your key in the header \`${api.surface.keyHeader}\`.`,
    auth.kind === 'own' &&
      !auth.optional &&
      'Calls to the live provider go out with your own provider key, which you store once.',
    envelope === 'data' && 'Results are under `data`.',
    sample,
  ]
  return sentences.filter((sentence) => typeof sentence === 'string').join('\n\n')
}

function pathsOf(api: Api, examples: Examples, names: NamedSchemas): Record<string, object> {
  const templates = templatesOf(api)
  const paths: Record<string, Record<string, object>> = {}
  for (const [id, endpoint] of Object.entries<Endpoint>({ ...api.endpoints, ...api.sockets })) {
    const template = templates.get(formOf(endpoint.path)) ?? writtenOf(endpoint.path)
    const written = pathNames(template)
    const renamed = new Map(pathNames(endpoint.path).map((name, index) => [name, written[index] ?? name]))
    const stored = examples[id]
    const example = stored && maskedExample(endpoint, stored)
    const source = { api, id, endpoint, example, names, pathNames: renamed }
    paths[template] = { ...paths[template], [endpoint.method.toLowerCase()]: operationOf(source) }
  }
  return paths
}

/** Returns the webhooks of an API, which OpenAPI describes as operations of the receiver. */
function webhooksOf({ webhooks }: Api): Record<string, object> | undefined {
  if (!webhooks) return undefined
  const headers = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
  return Object.fromEntries(
    Object.entries(webhooks).map(([type, { when, body, example }]) => [
      type,
      {
        post: {
          operationId: `on.${type}`,
          summary: when,
          parameters: headers.map((name) => ({ name, in: 'header', required: true, schema: { type: 'string' } })),
          requestBody: { required: true, content: { 'application/json': { schema: body, example } } },
          responses: { '2XX': { description: 'It has arrived; with any other answer it is sent again.' } },
        },
      },
    ]),
  )
}

/**
 * Maps each declared path to its template. Paths that differ only in placeholder names are the same (OpenAPI 3.1,
 * section 4.8.8): all take the names of one, preferably one without a wildcard.
 */
function templatesOf(api: Api): Map<string, string> {
  const paths = Object.values<Endpoint>({ ...api.endpoints, ...api.sockets }).map(({ path }) => path)
  const plainLast = [
    ...paths.filter((path) => path.includes('*')),
    ...paths.filter((path) => !path.includes('*')).reverse(),
  ]
  return new Map(plainLast.map((path) => [formOf(path), writtenOf(path)]))
}

/** Writes a wildcard in the form that OpenAPI can express. */
function writtenOf(path: string): string {
  return path.replace(/\*([A-Za-z_]\w*)/g, '{$1}')
}
function formOf(path: string): string {
  return writtenOf(path).replace(/\{[^{}]+\}/g, '{}')
}

const count = { type: 'integer', minimum: 0 }
const answerHeaders = {
  'x-request-id': { description: 'Identifies the call in the log of the gateway.', schema: { type: 'string' } },
  'x-gateway-provider': { description: 'Who answered.', schema: { type: 'string', enum: ['live', 'embedded'] } },
  'x-ratelimit-remaining-minute': { description: 'Calls left in this minute; zero means unknown.', schema: count },
  'x-ratelimit-remaining-day': { description: 'Calls left in this day (UTC); zero means unknown.', schema: count },
}
