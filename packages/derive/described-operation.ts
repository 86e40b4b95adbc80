// One operation in words, as reference pages show it: its notes, parameters, body, and an example call with its answer.
// Texts are those of the declaration, in which backticks mark code; whoever prints them escapes them.
import type { Api, Endpoint, Shape } from '#define'
import { type Example, isRaw, isRequired } from '#define/reflect'
import { curlOf } from './curl.ts'
import { type AssignedId, withVariables } from './example-ids.ts'
import { maskedExample } from './masked-example.ts'
import { invalidNote, missingNote, socketNote } from './openapi-operation.ts'
import { parametersOf } from './parameters.ts'
import { kindOf, rulesOf } from './schema-words.ts'

interface OperationSource {
  readonly api: Api
  readonly id: string
  readonly endpoint: Endpoint
  readonly example: Example | undefined
  /** The ids in the example that other calls assign. */
  readonly ids: readonly AssignedId[]
}
export interface DescribedOperation {
  readonly notes: readonly string[]
  readonly parameters: readonly DescribedParameter[]
  readonly body: DescribedBody | undefined
  readonly example: DescribedExample | undefined
}
/** A parameter, or a field of a body. */
export interface DescribedValue {
  readonly name: string
  readonly required: boolean
  readonly kind: string
  readonly text: string
}
export interface DescribedParameter extends DescribedValue {
  readonly location: string
}
interface DescribedBody {
  readonly required: boolean
  /** The kinds that are accepted, and what a body without fields is. */
  readonly text: string
  readonly fields: readonly DescribedValue[]
}
export interface DescribedExample {
  /** The origin of the call's shell variables. */
  readonly sources: readonly { readonly variable: string; readonly member: string; readonly operation: string }[]
  /** A command line. */
  readonly call: string
  readonly answer: DescribedAnswer | undefined
}
/** A sentence, or the text of the answer; longer texts are truncated. */
type DescribedAnswer =
  | { readonly sentence: string }
  | { readonly text: string; readonly language: 'json' | ''; readonly sentence?: undefined }

export function describedOperation(source: OperationSource): DescribedOperation {
  const { api, endpoint } = source
  return {
    notes: notesOf(endpoint),
    parameters: parametersOf(api, endpoint).map(describedParameter),
    body: endpoint.body && describedBody(endpoint.body),
    example: describedExample(source),
  }
}

/**
 * Returns the differences of an alias from the operation that it repeats; undefined without any. The example has the
 * alias's own call, and its answer if that differs.
 */
export function differenceOf(alias: DescribedOperation, target: DescribedOperation): DescribedOperation | undefined {
  const lacks = [
    alias.parameters.length === 0 && target.parameters.length > 0 && 'No parameters.',
    !alias.body && target.body && 'No body.',
  ].filter((text) => typeof text === 'string')
  const notes = [...alias.notes.filter((note) => !target.notes.includes(note)), ...lacks]
  const parameters = isSame(byName(alias.parameters), byName(target.parameters)) ? [] : alias.parameters
  const body = isSame(alias.body, target.body) ? undefined : alias.body
  const answer = isSame(alias.example?.answer, target.example?.answer) ? undefined : alias.example?.answer
  if (notes.length + parameters.length === 0 && !body && !answer) return undefined
  return { notes, parameters, body, example: alias.example && { ...alias.example, answer } }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const byName = (values: readonly DescribedValue[]) => values.toSorted((a, b) => (a.name < b.name ? -1 : 1))

function notesOf(endpoint: Endpoint): string[] {
  const { doc, restricted, deprecated, unimplemented, liveOnly } = endpoint
  const notes = [
    doc,
    restricted && `Restricted: ${restricted}`,
    deprecated && `Deprecated: ${deprecated}`,
    unimplemented && `Not implemented by the provider: ${unimplemented}`,
    liveOnly && `Live only: ${liveOnly}`,
    endpoint.public && 'Answers without a key.',
    endpoint.invalid === 'provider' && invalidNote,
    endpoint.missing === 'provider' && missingNote,
    endpoint.socket && socketNote(endpoint.socket),
  ]
  return notes.filter((note) => typeof note === 'string').filter((note) => note !== '')
}

function describedParameter(parameter: ReturnType<typeof parametersOf>[number]): DescribedParameter {
  const { name, location, schema, required, doc, filled, deprecated, repeat, wildcard } = parameter
  const notes = [
    doc,
    ...rulesOf(schema),
    repeat && 'Repeated for several.',
    schema.type === 'array' && !repeat && location === 'query' && 'Comma-separated.',
    wildcard && 'Takes the rest of the path.',
    filled && 'Filled by the gateway.',
    deprecated && 'Deprecated.',
  ]
  return { name, required, location, kind: kindOf(schema), text: sentences(notes) }
}

function describedBody(body: NonNullable<Endpoint['body']>): DescribedBody {
  const { required } = body
  const kinds = `${body.kinds.join(', ')}.`
  if (!body.fields) {
    const rest = body.schema ? `${kindOf(body.schema)}.` : 'Passed on as it is.'
    return { required, text: `${kinds} ${rest}`, fields: [] }
  }
  const fields = Object.entries(body.fields).map(([name, field]) => ({
    name,
    required: isRequired(field),
    kind: kindOf(field),
    text: sentences([descriptionOf(field), ...rulesOf(field)]),
  }))
  return { required, text: kinds, fields }
}

function descriptionOf(schema: Shape<unknown>): string | undefined {
  return typeof schema.description === 'string' ? schema.description : undefined
}

function describedExample({ api, endpoint, example, ids }: OperationSource): DescribedExample | undefined {
  if (!example) return undefined
  const shown = maskedExample(endpoint, withVariables(example, ids))
  const sources = ids.map(({ variable, operation, path }) => {
    const member = [...(api.envelope === 'data' ? ['data'] : []), ...path].join('.')
    return { variable, member, operation }
  })
  return { sources, call: curlOf(api, endpoint, shown), answer: answerOf(api, endpoint, shown) }
}

/** Longer outputs are truncated: the page shows the form, the OpenAPI document the whole. */
const outputLines = 60

function answerOf(api: Api, endpoint: Endpoint, { output }: Example): DescribedAnswer | undefined {
  const { returns } = endpoint
  if (isRaw(returns) && returns.raw === 'empty')
    return { sentence: `Answers ${endpoint.status ?? 200} without a body.` }
  if (isRaw(returns) && returns.raw === 'bytes') return { sentence: `Answers bytes, \`${returns.contentType}\`.` }
  if (output === undefined) return undefined
  if (isRaw(returns) && returns.raw === 'events' && Array.isArray(output)) {
    const events = output.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}`)
    return { text: events.join('\n\n'), language: '' }
  }
  if (typeof output === 'string' && isRaw(returns)) return { text: cut(output), language: '' }
  const whole = api.envelope === 'data' ? { data: output } : output
  return { text: cut(JSON.stringify(whole, null, 2)), language: 'json' }
}

function cut(output: string): string {
  const lines = output.split('\n')
  return lines.length > outputLines ? [...lines.slice(0, outputLines), '…'].join('\n') : output
}

function sentences(parts: readonly (string | false | undefined)[]): string {
  return parts.filter((part) => typeof part === 'string' && part !== '').join(' ')
}
