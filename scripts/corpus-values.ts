// Made-up values for a call of a described operation: some that fit the schemas, and texts that are easily mangled.
import type { Schema } from '#define'
import type { KeyPlace } from '#define/reflect'
import type { DescribedParameter, Description, Operation } from '#descriptions'
import { resolved } from '../packages/descriptions/checking/resolve.ts'
import { wholesOf } from '../packages/descriptions/checking/whole-schema.ts'
import { kindOf } from '../packages/descriptions/declaring/endpoints.ts'
import { answerContextOf } from '../packages/descriptions/embedded/answers.ts'
import { type Draws, drawsOf } from '../packages/descriptions/embedded/random.ts'
import { sampleOf } from '../packages/descriptions/embedded/sample-value.ts'
import { isJson, listIn, memberOf } from '../packages/descriptions/reading/json.ts'

interface ValueContext {
  /** The operation in the document. */
  readonly raw: unknown
  readonly schemas: Description['schemas']
  readonly places: readonly KeyPlace[]
  readonly seed: string
}
interface CallValues {
  readonly parameters: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly contentType?: string | undefined
}

const texts = [
  'plain',
  'a b',
  'a/b',
  'a&b=c',
  'a+b',
  '100%',
  'é',
  '日本',
  "it's",
  'a,b;c',
  'x|y',
  'q?',
  '#1',
  '"q"',
  'a:b@c',
  '~.x',
]

/** Returns the required parameters, half of the others, and a body. */
export function callValuesOf(operation: Operation, context: ValueContext): CallValues {
  const { schemas, seed, places } = context
  const draws = drawsOf(`${seed} ${operation.id} ${operation.path}`)
  const parameters = operation.parameters.flatMap((parameter) => {
    const { name, in: place, required } = parameter
    const isKey = places.some((one) => one.in === place && one.name.toLowerCase() === name.toLowerCase())
    if (isKey || (!required && draws.int(0, 1) === 0)) return []
    return [[`${place}.${name}`, valueFor(parameter, schemas, draws)] as const]
  })
  const body = bodyFor(operation, context, draws)
  return { ...body, parameters: { ...Object.fromEntries(parameters), ...body.parameters } }
}

function valueFor({ schema, in: place }: DescribedParameter, schemas: ValueContext['schemas'], draws: Draws): unknown {
  const { type, format, pattern, enum: values, maxLength, const: fixed } = resolved(schema, schemas)
  const isFree = [format, pattern, values, maxLength, fixed].every((one) => one === undefined)
  if (type !== 'string' || !isFree) return sampled(schema, schemas, draws)
  const fitting = place === 'header' ? texts.filter((one) => /^[\x20-\x7e]*$/.test(one)) : texts
  return fitting[draws.int(0, fitting.length - 1)]
}

function sampled(schema: Schema, schemas: ValueContext['schemas'], draws: Draws): unknown {
  return sampleOf(schema, answerContextOf(schemas, wholesOf(schemas), String(draws.int(0, 1_000_000))))
}

function bodyFor({ body }: Operation, { raw, schemas }: ValueContext, draws: Draws): Partial<CallValues> {
  if (!body || body.types.length === 0) return {}
  const media = body.types[draws.int(0, body.types.length - 1)]
  if (!media || media.type.includes('*')) return {}
  const { type, schema = {} } = media
  const kind = kindOf(type)
  const value = kind === 'binary' ? bytesFor(type, schema, draws) : sampled(schema, schemas, draws)
  const whole = kind === 'multipart' || kind === 'form' ? withFiles(value, resolved(schema, schemas)) : value
  // Swagger 2.0 has bodies among the parameters
  const declared = listIn(raw, 'parameters')
  const named = declared.find((one) => memberOf(one, 'in') === 'body')
  if (named !== undefined) return { parameters: { [`body.${String(memberOf(named, 'name'))}`]: whole } }
  const fields = declared.flatMap((one) => (memberOf(one, 'in') === 'formData' ? [String(memberOf(one, 'name'))] : []))
  if (fields.length === 0) return { body: whole, contentType: type }
  const given = isJson(whole) ? Object.entries(whole) : []
  return { parameters: Object.fromEntries(given.map(([name, one]) => [`formData.${name}`, one])) }
}

function bytesFor(type: string, { format }: Schema, draws: Draws): unknown {
  const isText = /^text\/|[/+]xml$|yaml/.test(type) && format !== 'binary'
  return isText ? `<a>${texts[draws.int(0, texts.length - 1)]}</a>` : new Blob([Buffer.from([0, 1, 13, 10, 254, 255])])
}

function withFiles(value: unknown, { properties }: Schema): unknown {
  if (!isJson(value)) return value
  const files = Object.entries(isJson(properties) ? properties : {}).filter(
    ([, one]) => memberOf(one, 'format') === 'binary',
  )
  const made = files.map(([name]) => [name, new File([Buffer.from([0, 255, 13, 10])], `${name} é.bin`)] as const)
  return { ...value, ...Object.fromEntries(made) }
}
