// One operation, from its OpenAPI document: parameters and accepted kinds of body.
import { request } from '../connection.ts'

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly example?: unknown
  readonly schema?: Schema
}
interface Schema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly examples?: readonly unknown[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly required?: readonly string[]
  readonly contentMediaType?: string
  readonly $ref?: string
}
interface Described {
  readonly summary?: string
  readonly description?: string
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: {
    readonly required?: boolean
    readonly content: Readonly<Record<string, { readonly example?: unknown; readonly schema?: Schema }>>
  }
  readonly 'x-gatehouse'?: { readonly effect?: string }
}
interface ApiDocument {
  readonly servers?: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>
    readonly securitySchemes?: { readonly key?: { readonly name?: string } }
  }
}

type BodyKind = 'json' | 'form' | 'multipart' | 'binary'
export interface Body {
  readonly kind: BodyKind
  readonly contentType: string
  readonly example: unknown
  /** Fields of a form. */
  readonly fields: readonly Field[]
}
interface Field {
  readonly name: string
  readonly isFile: boolean
  readonly isRequired: boolean
  readonly doc: string
  readonly example: string
}
export interface Operation {
  readonly slug: string
  readonly id: string
  readonly method: string
  /** Path below the address of the listing. */
  readonly path: string
  readonly summary: string
  readonly doc: string
  /** The effect of the operation, such as changing or spending something. */
  readonly effect: string
  readonly parameters: readonly Parameter[]
  readonly bodies: readonly Body[]
  /** Path of the listing at its origin. */
  readonly mount: string
  /** Address of this gateway, or of the item market. */
  readonly origin: string
  /** Header that carries the key. */
  readonly keyHeader: string
}

export async function readOperations(slug: string): Promise<readonly Operation[]> {
  const response = await request(`/openapi/${encodeURIComponent(slug)}.json`, {})
  const api: ApiDocument = await response.json()
  const server = new URL(api.servers?.at(0)?.url ?? '', location.origin)
  const mount = server.pathname.replace(/\/$/, '')
  const keyHeader = api.components?.securitySchemes?.key?.name ?? 'x-gateway-key'
  // hosted APIs are where this page is, whatever the gateway is called elsewhere
  const origin = keyHeader === 'x-gateway-key' ? location.origin : server.origin
  return Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]): Operation => {
      const isRead = method === 'get' || method === 'head'
      return {
        slug,
        path,
        mount,
        origin,
        keyHeader,
        id: described.operationId,
        method: method.toUpperCase(),
        summary: described.summary ?? described.operationId,
        doc: described.description ?? '',
        effect: described['x-gatehouse']?.effect ?? (isRead ? 'read' : 'write'),
        parameters: described.parameters ?? [],
        bodies: Object.entries(described.requestBody?.content ?? {}).map(([type, content]) =>
          bodyOf(type, content, api),
        ),
      }
    }),
  )
}

const kinds: Readonly<Record<string, BodyKind>> = {
  'application/json': 'json',
  'application/x-www-form-urlencoded': 'form',
  'multipart/form-data': 'multipart',
}

function bodyOf(
  contentType: string,
  { example, schema }: { example?: unknown; schema?: Schema },
  api: ApiDocument,
): Body {
  const kind = kinds[contentType] ?? (contentType.endsWith('+json') ? 'json' : 'binary')
  const resolved = resolve(schema, api)
  const examples = isRecord(example) ? example : {}
  const fields = Object.entries(resolved?.properties ?? {}).map(([name, one]): Field => {
    const own = resolve(one, api)
    const isRequired = resolved?.required?.includes(name) ?? false
    // examples of optional fields need not fit together
    const value = examples[name] ?? (isRequired ? own?.examples?.[0] : undefined)
    const isFile = own?.format === 'binary' || own?.contentMediaType !== undefined || own?.items?.format === 'binary'
    return {
      name,
      isFile,
      isRequired,
      doc: own?.description ?? '',
      example: value === undefined || isFile ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value),
    }
  })
  return { kind, contentType, example, fields }
}

function resolve(schema: Schema | undefined, api: ApiDocument): Schema | undefined {
  const name = /^#\/components\/schemas\/(.+)$/.exec(schema?.$ref ?? '')?.[1]
  return name === undefined ? schema : api.components?.schemas?.[name]
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
