// Answers of an operation that keep no state: an example of the document, or a value made from the schema.
import type { Reply, Schema } from '#define'
import { reply } from '#define'
import { createAllowance } from '../checking/allowance.ts'
import { fitterOf } from '../checking/check-schema.ts'
import type { WholeOf } from '../checking/whole-schema.ts'
import { isJsonType } from '../declaring/endpoints.ts'
import type { DescribedMedia, DescribedResponse, Description, Operation } from '../description.ts'
import { drawsOf } from './random.ts'
import { sampleText } from './sample-text.ts'
import { type SampleOptions, sampleOf } from './sample-value.ts'

/** A caller's preferences (RFC 7240), in Prism's words. */
interface Preferences {
  readonly example: string | undefined
  readonly code: string | undefined
  readonly isDynamic: boolean
}

/** Reads a Prefer header such as `code=404, example=missing, dynamic=true`. */
export function preferencesIn(header: string | undefined): Preferences {
  const values = new Map<string, string>()
  for (const one of (header ?? '').slice(0, 500).split(/[,;]/)) {
    const [name = '', value = ''] = one.split('=', 2).map((part) => part.trim().replace(/^"|"$/g, ''))
    if (!values.has(name.toLowerCase())) values.set(name.toLowerCase(), value)
  }
  const code = values.get('code')
  return { example: values.get('example'), code, isDynamic: values.get('dynamic') === 'true' }
}

type AnswerKind = 'example' | 'resource' | 'schema'

/** The headers of an answer that no provider gave. */
export function answerHeaders(kind: AnswerKind): Record<string, string> {
  return { 'x-gateway-sample': 'true', 'x-gateway-answer': kind }
}

/** State shared while one answer is made; the seed is the operation and what the caller sent. */
export type AnswerContext = SampleOptions

/** Begins an answer, with an allowance of its own. */
export function answerContextOf(schemas: Description['schemas'], wholeOf: WholeOf, seed: string): AnswerContext {
  const allowance = createAllowance()
  return { wholeOf, allowance, fits: fitterOf(schemas, allowance.spend), seed }
}

/** Returns the response of an operation with a status; the nearest declared one without it. */
export function responseFor({ responses }: Operation, code: string): DescribedResponse | undefined {
  return (
    responses.find(({ status }) => status === code) ??
    responses.find(({ status }) => status === `${code.charAt(0)}XX`) ??
    responses.find(({ status }) => status === 'default')
  )
}

/** Reports whether responses of a status have no body, whatever the document says (RFC 9110, section 6.4.1). */
export function isBodiless(status: number): boolean {
  return status === 204 || status === 205 || status === 304
}

/** Answers with an example or a value in the first media type of a response, JSON if it has that. */
export function declaredAnswer(
  response: DescribedResponse,
  status: number,
  { preferences, ...context }: AnswerContext & { readonly preferences: Preferences },
): Reply<unknown> {
  const { types } = response
  const main = types.find(({ type }) => isJsonType(type)) ?? types.find(({ type }) => type === '*/*') ?? types[0]
  const media = isBodiless(status) ? undefined : main
  if (!media) return reply<unknown>(undefined, { status, headers: answerHeaders('schema') })
  const example = preferences.isDynamic ? undefined : exampleIn(media, preferences.example)
  const kind = example === undefined ? 'schema' : 'example'
  const headers = answerHeaders(kind)
  const isJson = isJsonType(media.type) || media.type === '*/*'
  if (isJson) {
    const value = example === undefined ? sampledValue(media, context) : shownValue(example.value, media, context)
    return reply(value, { status, headers })
  }
  const text = example === undefined ? textOf(media, context) : example.value
  const body = typeof text === 'string' ? text : sequenceOf(media.type, text)
  const isText = /^text\/|[/+]xml$|yaml|json/.test(media.type)
  const type = media.type.includes('*') ? 'application/octet-stream' : media.type
  return reply<unknown>(isText ? body : Buffer.from(body), { status, headers: { ...headers, 'content-type': type } })
}

function exampleIn({ examples }: DescribedMedia, name: string | undefined) {
  return name === undefined ? examples[0] : examples.find((one) => one.name === name)
}

function sampledValue({ schema = {} }: DescribedMedia, context: AnswerContext): unknown {
  return sampleOf(schema, context)
}

/** Returns an example; one that is written as a text, as generators of documents do, as the value that it describes. */
function shownValue(value: unknown, { schema = {} }: DescribedMedia, { fits }: AnswerContext): unknown {
  if (typeof value !== 'string' || fits(schema, value)) return value
  try {
    const parsed: unknown = JSON.parse(value)
    return fits(schema, parsed) ? parsed : value
  } catch {
    return value
  }
}

/** Media types of values that follow each other, and what stands before and after each. */
const sequences: Readonly<Record<string, readonly [before: string, after: string]>> = {
  'text/event-stream': ['data: ', '\n\n'],
  'application/json-seq': ['\u001e', '\n'],
  'application/x-ndjson': ['', '\n'],
  'application/ndjson': ['', '\n'],
  'application/jsonl': ['', '\n'],
  'application/x-jsonlines': ['', '\n'],
}

/** Writes a value as JSON, or each of a list where the media type is one of sequences. */
function sequenceOf(type: string, value: unknown): string {
  const [before, after] = (Object.hasOwn(sequences, type) ? sequences[type] : undefined) ?? []
  if (before === undefined) return JSON.stringify(value)
  return [value]
    .flat()
    .map((one) => `${before}${JSON.stringify(one)}${after}`)
    .join('')
}

function textOf(media: DescribedMedia, context: AnswerContext): unknown {
  const { wholeOf, seed, allowance } = context
  const { type, schema = {} } = media
  const whole: Schema = wholeOf(schema)
  if (Object.hasOwn(sequences, type) && whole.format !== 'binary') return [sampledValue(media, context)].flat()
  return whole.format === 'binary'
    ? `sample ${seed.slice(0, 20)}`
    : sampleText(whole, { draws: drawsOf(seed), allowance })
}
