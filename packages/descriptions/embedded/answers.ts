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

/** Answers with an example or a value in the first media type of a response, JSON if it has that. */
export function declaredAnswer(
  response: DescribedResponse,
  status: number,
  { preferences, ...context }: AnswerContext & { readonly preferences: Preferences },
): Reply<unknown> {
  const { types } = response
  const media = types.find(({ type }) => isJsonType(type)) ?? types.find(({ type }) => type === '*/*') ?? types[0]
  if (!media) return reply<unknown>(undefined, { status, headers: answerHeaders('schema') })
  const example = preferences.isDynamic ? undefined : exampleIn(media, preferences.example)
  const kind = example === undefined ? 'schema' : 'example'
  const headers = answerHeaders(kind)
  const isJson = isJsonType(media.type) || media.type === '*/*'
  if (isJson) return reply(example === undefined ? sampledValue(media, context) : example.value, { status, headers })
  const text = example === undefined ? textOf(media, context) : example.value
  const body = typeof text === 'string' ? text : JSON.stringify(text)
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

function textOf({ schema = {} }: DescribedMedia, { wholeOf, seed, allowance }: AnswerContext): string {
  const whole: Schema = wholeOf(schema)
  return whole.format === 'binary'
    ? `sample ${seed.slice(0, 20)}`
    : sampleText(whole, { draws: drawsOf(seed), allowance })
}
