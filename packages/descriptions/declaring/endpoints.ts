// One operation of a description as an endpoint.
import type { Endpoint, Members, Shape } from '#define'
import { anything, bytes, empty, events, text } from '#define'
import { type Body, type BodyKind, type ParamStyle, parameterOf } from '#define/reflect'
import { resolved } from '../checking/resolve.ts'
import type { DescribedEncoding, DescribedMedia, DescribedParameter, Description, Operation } from '../description.ts'
import type { OperationKeys } from './keys.ts'
import { fieldsOf, readableOf } from './readable.ts'

interface EndpointContext {
  readonly schemas: Description['schemas']
  readonly check: 'provider' | 'gateway'
  readonly keys: OperationKeys
}

const megabyte = 1024 * 1024
/** JSON and forms are held in memory; files are not. */
const heldBytes = 32 * megabyte
const streamedBytes = 1024 * megabyte

/** Declares an operation. */
export function endpointOf(operation: Operation, context: EndpointContext): Endpoint {
  const { method, path, summary, doc, deprecated } = operation
  const { lacks, auth } = context.keys
  const body = bodyOf(operation, context)
  const success = successOf(operation)
  const isOfProvider = context.check === 'provider'
  const stream = success?.types.find(({ type }) => type === eventStream)
  const returns = resultOf(success?.types ?? [], context.schemas)
  return {
    method,
    path,
    summary,
    params: paramsOf(operation, context),
    returns,
    ...(doc === undefined ? {} : { doc }),
    ...(body ? { body } : {}),
    ...(stream && !('raw' in returns) ? { streams: stream.schema ?? {} } : {}),
    ...(success && success.code !== 200 ? { status: success.code } : {}),
    ...(deprecated ? { deprecated: 'The provider advises against it.' } : {}),
    ...(lacks.length > 0 ? { restricted: `Needs a key that this listing does not keep: ${lacks.join(' and ')}.` } : {}),
    ...(auth ? { auth } : {}),
    ...(isOfProvider ? { invalid: 'provider', missing: 'provider' } : {}),
    limits: {
      bodyBytes: body?.kinds.every((kind) => kind === 'multipart' || kind === 'binary') ? streamedBytes : heldBytes,
    },
  }
}

function paramsOf({ parameters }: Operation, { schemas }: EndpointContext): Members {
  const members = new Map<string, Shape<unknown>>()
  // a name has one parameter: that of the path, of the query, or else of a header
  const order = ['cookie', 'header', 'query', 'path']
  const sorted = [...parameters].sort((a, b) => order.indexOf(a.in) - order.indexOf(b.in))
  for (const parameter of sorted) members.set(parameter.name, shapeOf(parameter, schemas))
  const inOrder = parameters.flatMap(({ name }) => {
    const shape = members.get(name)
    return shape ? [[name, shape] as const] : []
  })
  return Object.fromEntries(inOrder)
}

function shapeOf(parameter: DescribedParameter, schemas: Description['schemas']): Shape<unknown> {
  const { in: location, required, doc, deprecated, examples } = parameter
  const { description, ...schema } = resolved(parameter.schema, schemas)
  const [example] = examples
  return parameterOf(
    {
      ...schema,
      ...(doc === undefined ? (description === undefined ? {} : { description }) : { description: doc }),
      ...(deprecated ? { deprecated } : {}),
      ...(example ? { examples: [example.value] } : {}),
    },
    {
      in: location === 'path' ? undefined : location,
      style: styleOf(parameter),
      readAs: readableOf(parameter.schema, schemas),
      required,
    },
  )
}

function styleOf({ style, explode, allowReserved, content }: DescribedParameter): ParamStyle {
  if (content !== undefined && isJsonType(content)) return { name: 'json', explode: false }
  return { name: style, explode, ...(allowReserved ? { allowReserved } : {}) }
}

function bodyOf(operation: Operation, { schemas, check }: EndpointContext): Body<unknown> | undefined {
  const { body } = operation
  if (!body) return undefined
  const kinds = [...new Set(body.types.map(({ type }) => kindOf(type)))]
  const [main] = [...body.types].sort((a, b) => order.indexOf(kindOf(a.type)) - order.indexOf(kindOf(b.type)))
  const isStructured = main !== undefined && kindOf(main.type) !== 'binary'
  const types = body.types.filter(({ type }) => kindOf(type) === 'binary').map(({ type }) => type)
  const fields = isStructured && main.schema ? fieldsOf(main.schema, schemas) : undefined
  const isForm = isStructured && kindOf(main.type) !== 'json'
  return {
    kinds: kinds.length > 0 ? kinds : ['json', 'form', 'multipart', 'binary'],
    schema: isStructured ? main.schema : undefined,
    // forms need the kinds of their fields to be read
    fields: isForm || kinds.includes('form') || kinds.includes('multipart') ? fields : undefined,
    required: body.required,
    ...(check === 'provider' ? { unchecked: true } : {}),
    ...(types.length > 0 ? { types } : {}),
    ...encodingOf(body.types),
  }
}

/** Returns how fields are written: forms by style, parts by style or content type. */
function encodingOf(types: readonly DescribedMedia[]): Pick<Body<unknown>, 'encoding'> {
  const kinds = (['form', 'multipart'] as const).flatMap((kind) => {
    const media = types.find(({ type }) => kindOf(type) === kind)
    const fields = Object.entries(media?.encoding ?? {}).flatMap(([field, encoding]): (readonly [string, object])[] => {
      const style = fieldStyleOf(encoding)
      const contentType = partType.test(encoding.contentType ?? '') ? encoding.contentType : undefined
      if (style) return [[field, { style }]]
      if (contentType === undefined) return []
      if (kind === 'multipart') return [[field, { contentType }]]
      return isJsonType(contentType) ? [[field, { style: { name: 'json', explode: false } }]] : []
    })
    return media ? [[kind, Object.fromEntries(fields)] as const] : []
  })
  return kinds.length > 0 ? { encoding: Object.fromEntries(kinds) } : {}
}

/** A content type that names one form: of a range or a list, the caller would have to choose. */
const partType = /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+(?:; ?charset=[a-z0-9-]+)?$/i

function fieldStyleOf({ style, explode, allowReserved }: DescribedEncoding): ParamStyle | undefined {
  if (style === undefined && explode === undefined && allowReserved === undefined) return undefined
  const name = style ?? 'form'
  return { name, explode: explode ?? name === 'form', ...(allowReserved ? { allowReserved } : {}) }
}

const order: readonly BodyKind[] = ['json', 'form', 'multipart', 'binary']

/** Returns the kind of body that the gateway reads for a media type. */
export function kindOf(type: string): BodyKind {
  if (isJsonType(type) || type === '*/*') return 'json'
  if (type === 'application/x-www-form-urlencoded') return 'form'
  return type === 'multipart/form-data' ? 'multipart' : 'binary'
}

export function isJsonType(type: string): boolean {
  return type === 'application/json' || type.endsWith('+json') || type === 'text/json'
}

const eventStream = 'text/event-stream'

/** A response of success, with the status that it means. */
interface Success {
  readonly code: number
  readonly types: readonly DescribedMedia[]
}

/** Returns the response of success: the lowest 2xx with a body, or any 2xx, or the default. */
export function successOf({ responses }: Operation): Success | undefined {
  const good = responses.filter(({ status }) => /^2/.test(status)).sort((a, b) => (a.status < b.status ? -1 : 1))
  const chosen =
    good.find(({ types }) => types.length > 0) ?? good[0] ?? responses.find((one) => one.status === 'default')
  if (!chosen) return undefined
  const code = Number(chosen.status)
  return { code: Number.isInteger(code) ? code : 200, types: chosen.types }
}

function resultOf(types: readonly DescribedMedia[], schemas: Description['schemas']): Endpoint['returns'] {
  const json = types.find(({ type }) => isJsonType(type)) ?? types.find(({ type }) => type === '*/*')
  if (json) return (json.schema ?? anything()) as Shape<unknown>
  const [first] = types
  if (!first) return empty()
  if (first.type === eventStream) return events(first.schema ?? {})
  const isText = /^text\/|[/+]xml$|yaml/.test(first.type)
  const isBinary = first.schema !== undefined && resolved(first.schema, schemas).format === 'binary'
  return isText && !isBinary ? text(first.type) : bytes(first.type)
}
