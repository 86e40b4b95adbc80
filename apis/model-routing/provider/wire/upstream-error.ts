// Errors of upstreams, whatever their wire: the kind by status, whether another channel may do better, how long to
// wait (SOURCES 5, 6.1 and 7.4).
import { isJson, type Json, parsed } from './json.ts'
import { ModelError, type ModelErrorKind } from './model-error.ts'

/** Length of an error body that is read; no message for people is longer. */
const mostBodyBytes = 64 * 1024
const mostMessage = 2_000
const dayS = 86_400

/** True if another channel may do better. Mistakes of the caller and timeouts are not retried. */
function isRetried(status: number): boolean {
  if (status < 100 || status > 599) return true
  if (status >= 200 && status < 300) return false
  return ![400, 408, 504, 524].includes(status)
}

/** Returns the kind of an error with this status. */
export function kindOf(status: number): ModelErrorKind {
  const kind = kinds.get(status)
  if (kind !== undefined) return kind
  if (status >= 400 && status < 500) return 'invalid'
  return status >= 500 && status < 520 ? 'server' : 'unavailable'
}
const kinds: ReadonlyMap<number, ModelErrorKind> = new Map([
  [401, 'authentication'],
  [402, 'billing'],
  [403, 'permission'],
  [404, 'missing'],
  [408, 'timeout'],
  [409, 'conflict'],
  [413, 'large'],
  [429, 'limited'],
  [501, 'unimplemented'],
  [502, 'unavailable'],
  [503, 'unavailable'],
  [504, 'timeout'],
  [524, 'timeout'],
])

/** The content of an error body, as each wire's own reader extracts it. */
export interface UpstreamErrorBody {
  readonly message?: string | undefined
  readonly code?: string | undefined
  /** The vendor's word for the kind of error, which callers of another wire get in their own word. */
  readonly type?: string | undefined
  readonly param?: string | undefined
  readonly retryAfterS?: number | undefined
}

/** Returns the error of an error response. */
export function upstreamError(
  status: number,
  headers: Readonly<Record<string, string>>,
  said: UpstreamErrorBody,
): ModelError {
  if (isTooLong(status, said)) return tooLong(status, said)
  const kind = status === 400 ? kindOfRefusal(said) : kindOf(status)
  const isUsable = status >= 400 && status <= 599
  return new ModelError(kind, messageOf(status, kind, said), {
    status: isUsable ? status : 502,
    code: said.code?.slice(0, 200),
    param: said.param?.slice(0, 200),
    retry: isRetried(status) || kind !== kindOf(status),
    retryAfterS: waitS(headers) ?? said.retryAfterS,
  })
}

/** Returns the kind of a 400, with which some vendors also refuse a key, an empty account or a country. */
function kindOfRefusal({ message = '' }: UpstreamErrorBody): ModelErrorKind {
  const text = message.slice(0, mostMessage)
  if (/\b(?:incorrect|invalid) api key\b|\bapi key not valid\b|\bapi key expired\b/i.test(text)) return 'authentication'
  if (/\b(?:location|country|region) is not supported\b|\bunsupported_country/i.test(text)) return 'permission'
  return /\b(?:credit )?balance is too low\b|\binsufficient balance\b/i.test(text) ? 'billing' : 'invalid'
}

/** The code of a request that is longer than the model's context: agents that see it shorten their conversation. */
const contextExceeded = 'context_length_exceeded'

/** Statuses with other reasons, whatever their text mentions. */
const unrelatedStatuses = [401, 402, 403, 404, 408, 429]
const contextCodes =
  /^(?:context_length_exceeded|context_window_exceeded|exceed_context_size\w*|model_max_prompt_tokens\w*)$/i
/** Sentences of vendors, which share no code: one of these alone, or a length and its excess. */
const contextTexts = [
  /\b(?:prompt|input|conversation|messages?)(?: length)? (?:is|are|was) too (?:long|large)\b/i,
  /\b(?:maximum|max) (?:context|prompt|model|sequence) (?:length|size|window)\b/i,
  /\b(?:prompt|input) exceeds max(?:imum)? (?:length|tokens)\b|\bexceeded model token limit\b/i,
  /context ?window ?exceeded|(?:prompt|输入|上下文)[^。]{0,20}(?:超长|过长|超出)/i,
  /\brange of input length should be\b|\btokens in the prompt cannot exceed\b|`inputs` (?:tokens|must have less)/i,
]
const lengths =
  /\bcontext[ _-]?(?:length|window|size|limit)\b|\bcontext the overflows\b|\b(?:input|prompt) token count\b/i
const excesses = /\b(?:exceed\w*|only|too|maximum|longer|larger|overflow\w*|reduce)\b/i

function isTooLong(status: number, { code, type, message }: UpstreamErrorBody): boolean {
  if (unrelatedStatuses.includes(status)) return false
  if ([code, type].some((word) => word !== undefined && contextCodes.test(word))) return true
  const text = message?.slice(0, mostMessage)
  if (text === undefined) return false
  return contextTexts.some((pattern) => pattern.test(text)) || (lengths.test(text) && excesses.test(text))
}
/** Returns the error for too long a request; another channel may take more, if the status allows a retry. */
function tooLong(status: number, said: UpstreamErrorBody): ModelError {
  return new ModelError('invalid', messageOf(400, 'invalid', said), {
    code: contextExceeded,
    param: said.param?.slice(0, 200),
    retry: isRetried(status),
  })
}

/** Returns the message in the words by which clients of a wire recognise an exceeded context. */
export function messageWith(words: string, { code, message }: ModelError): string {
  return code !== contextExceeded || message.toLowerCase().includes(words) ? message : `${words}: ${message}`
}

/** Members that hold the sentence of an error in bodies of servers and their frameworks, most exact first. */
const sentences = ['message', 'detail', 'error', 'errors', 'msg', 'Message', 'error_msg', 'title'] as const
/** Depth to which bodies are searched for a sentence. */
const deepestSentence = 4

/** Returns the sentence of a body in the form of a server framework instead of its wire. */
export function plainMessage(body: Json): string | undefined {
  return sentenceIn(body, 0)
}
function sentenceIn(value: unknown, depth: number): string | undefined {
  if (depth > deepestSentence) return undefined
  if (Array.isArray(value)) {
    const problems = value.slice(0, mostProblems).flatMap((one) => problemIn(one, depth + 1) ?? [])
    return problems.length === 0 ? undefined : problems.join('; ')
  }
  if (!isJson(value)) return textIn(value)
  for (const name of sentences) {
    const found = sentenceIn(value[name], depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}
const mostProblems = 20
/** Returns the sentence of one of several problems; `loc` is the path of the member, with `body` first. */
function problemIn(problem: unknown, depth: number): string | undefined {
  const sentence = sentenceIn(problem, depth)
  const loc = isJson(problem) ? problem.loc : undefined
  const path = Array.isArray(loc) ? loc.filter((step) => step !== 'body').join('.') : ''
  return path === '' || sentence === undefined ? sentence : `${path}: ${sentence}`
}

/** Returns the message of a router with what the provider behind it said, which is often the only reason. */
export function withProvidersWords(message: string | undefined, metadata: unknown): string | undefined {
  const raw = isJson(metadata) ? textIn(metadata.raw)?.slice(0, mostBodyBytes) : undefined
  if (raw === undefined) return message
  const value = parsed(raw)
  const words = (value === undefined ? raw : sentenceIn(value, 0)) ?? raw
  return message === undefined || words.includes(message) ? words : `${message}: ${words}`
}

/** Parses the body of an error; an empty object without JSON. */
export function errorBody(bytes: Uint8Array): Json {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, mostBodyBytes)).toString('utf8')
  const value = parsed(text)
  // One vendor wraps an error in a list when a stream was asked for.
  const first = Array.isArray(value) ? value[0] : value
  if (typeof first === 'string') return { message: first }
  return isJson(first) ? first : {}
}

function messageOf(status: number, kind: ModelErrorKind, said: UpstreamErrorBody): string {
  // Some vendors quote the refused key in the message.
  if (kind === 'authentication') return 'The provider of this model refused the key that the operator has for it.'
  const text = said.message?.toWellFormed().trim().slice(0, mostMessage)
  return text === undefined || text === '' ? `The provider of this model answered with status ${status}.` : text
}

function waitS(headers: Readonly<Record<string, string>>): number | undefined {
  const ms = amount(headers['retry-after-ms'])
  if (ms !== undefined) return bounded(ms / 1000)
  const after = headers['retry-after']
  const seconds = amount(after)
  if (seconds !== undefined) return bounded(seconds)
  // A date is compared with the sender's own clock.
  const [until, sent] = [Date.parse(after ?? ''), Date.parse(headers.date ?? '')]
  return Number.isNaN(until) || Number.isNaN(sent) ? undefined : bounded((until - sent) / 1000)
}
function amount(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d{1,12}(?:\.\d{1,9})?\s*$/.test(text) ? Number(text) : undefined
}
export function bounded(seconds: number): number {
  return Math.min(Math.max(0, seconds), dayS)
}
export function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Returns the header that tells callers how long to wait. */
export function waitHeaders({ retryAfterS }: ModelError): Readonly<Record<string, string>> {
  return retryAfterS === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfterS)) }
}
