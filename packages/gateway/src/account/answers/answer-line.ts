// Recorded answers as lines of JSON, in which they are exported, imported and kept as files for tests.
import { isUtf8 } from 'node:buffer'
import { type Beat, canonicalJson, isRecord, type KeptAnswer, sha256, varying } from './kept-answer.ts'

/** The longest body of an answer that is kept. */
export const mostBodyBytes = 2 * 1024 * 1024
/** The most pieces of a stream; what follows belongs to the last one. */
export const mostBeats = 2000
/** The longest line: a body of which each byte is an escape of two characters, and the rest. */
export const mostLineBytes = 2 * mostBodyBytes + 1024 * 1024

/** An answer in a line. */
export interface AnswerLine {
  readonly listing: string
  readonly endpoint: string
  readonly at: number
  readonly request: {
    readonly params: Readonly<Record<string, unknown>>
    readonly body?: string
    readonly other?: string
    readonly varies?: Readonly<Record<string, string>>
  }
  readonly answer: {
    readonly status: number
    readonly headers: [string, string][]
    readonly text?: string
    readonly base64?: string
    readonly beats?: [number, number][]
  }
}

/** Returns the line of an answer as an object. */
export function lineOf(answer: KeptAnswer): AnswerLine {
  const { answer: head, ...rest } = headOf(answer)
  const { body } = answer
  const written = isText(body) ? { text: body.toString('utf8') } : { base64: body.toString('base64') }
  return { ...rest, answer: { ...head, ...written } }
}

/** Returns the line of an answer without its body. */
export function headOf({ request, varies, at, status, headers, beats }: Omit<KeptAnswer, 'body'>): AnswerLine {
  const { listing, endpoint, params, body: bodyDigest, other } = request
  return {
    listing,
    endpoint,
    at,
    request: {
      params,
      ...(bodyDigest !== null && { body: bodyDigest }),
      ...(other !== null && { other }),
      ...(Object.keys(varies).length > 0 && { varies }),
    },
    answer: {
      status,
      headers: headers.map(([name, value]) => [name, value]),
      ...(beats !== null && { beats: beats.map(([ms, bytes]): [number, number] => [ms, bytes]) }),
    },
  }
}

/** Characters that JSON escapes with six others. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const longEscapes = /[\x00-\x07\x0b\x0e-\x1f]/
const isText = (body: Buffer) => isUtf8(body) && !longEscapes.test(body.toString('latin1'))

/** Returns the id of an answer, which its content decides: an answer that is imported twice is there once. */
export function idOf(answer: KeptAnswer): string {
  const { answer: head, ...rest } = headOf(answer)
  // as an empty body is written
  const line = canonicalJson({ ...rest, answer: { ...head, text: '' } })
  return `ans_${sha256(line + sha256(answer.body)).slice(0, 24)}`
}

/** Reads a line. Returns what is wrong with one that is not of this form. */
export function readLine(text: string): KeptAnswer | string {
  let line: unknown
  try {
    line = JSON.parse(text)
  } catch {
    return 'it is not JSON'
  }
  const { text: written, base64 } = isRecord(line) && isRecord(line.answer) ? line.answer : nothing
  return readHead(line, bodyOf(written, base64))
}

const nothing: Record<string, unknown> = {}

/**
 * Reads a line whose body was read before; `bytes` is a text if something is wrong with it. Returns what is wrong with
 * a line that is not of this form.
 */
export function readHead(line: unknown, bytes: Buffer | string): KeptAnswer | string {
  if (!isRecord(line)) return 'it is not a JSON object'
  const { listing, endpoint, at, request, answer } = line
  if (!isName(listing)) return 'listing must be the slug of a listing'
  if (!isName(endpoint)) return 'endpoint must be an operation id'
  if (!isCount(at)) return 'at must be milliseconds since the epoch'
  if (!isRecord(request) || !isRecord(request.params)) return 'request must have params, an object'
  if (!isRecord(answer)) return 'answer must be an object'
  const { params, body, other, varies = {} } = request
  if (!isDigest(body)) return 'request.body must be a SHA-256 digest in hex'
  if (!isDigest(other)) return 'request.other must be a SHA-256 digest in hex'
  if (!isVaries(varies)) return `request.varies may have ${varying.join(' and ')}, as texts`
  const read = readAnswer(answer, bytes)
  if (typeof read === 'string') return read
  return { request: { listing, endpoint, params, body: body ?? null, other: other ?? null }, varies, at, ...read }
}

type Answered = Pick<KeptAnswer, 'status' | 'headers' | 'body' | 'beats'>

function readAnswer({ status, headers, beats }: Record<string, unknown>, body: Buffer | string): Answered | string {
  if (!isCount(status) || status < 200 || status > 599) return 'answer.status must be from 200 to 599'
  if (!Array.isArray(headers) || !headers.every(isHeader)) return 'answer.headers must be pairs of name and value'
  if (typeof body === 'string') return body
  if (body.length > mostBodyBytes) return 'the body is longer than 2 MiB'
  if (beats === undefined) return { status, headers, body, beats: null }
  if (!Array.isArray(beats) || beats.length > mostBeats || !beats.every(isBeat))
    return `answer.beats must be at most ${mostBeats} pairs of milliseconds and bytes`
  const bytes = beats.reduce((sum, [, length]) => sum + length, 0)
  if (bytes !== body.length) return 'answer.beats must add up to the bytes of the body'
  return { status, headers, body, beats }
}

function bodyOf(text: unknown, base64: unknown): Buffer | string {
  if (typeof text === 'string' && base64 === undefined) return Buffer.from(text)
  if (typeof base64 !== 'string' || text !== undefined) return 'answer must have text or base64, a text'
  const bytes = Buffer.from(base64, 'base64')
  return bytes.toString('base64') === base64 ? bytes : 'answer.base64 is not base64'
}

const isName = (value: unknown): value is string => typeof value === 'string' && /^[\w.-]{1,80}$/.test(value)
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
const isDigest = (value: unknown): value is string | undefined =>
  value === undefined || (typeof value === 'string' && /^[0-9a-f]{64}$/.test(value))
const isBeat = (value: unknown): value is Beat => Array.isArray(value) && value.length === 2 && value.every(isCount)

function isVaries(value: unknown): value is Record<string, string> {
  const names: readonly string[] = varying
  return (
    isRecord(value) && Object.entries(value).every(([name, one]) => names.includes(name) && typeof one === 'string')
  )
}

/** Reports whether a pair can be sent as a header (RFC 9110, sections 5.1 and 5.5). */
function isHeader(value: unknown): value is readonly [string, string] {
  if (!Array.isArray(value) || value.length !== 2) return false
  const [name, text] = value
  return (
    typeof name === 'string' &&
    /^[a-z0-9!#$%&'*+.^_`|~-]{1,200}$/.test(name) &&
    typeof text === 'string' &&
    text.length <= 16_384 &&
    /^[\t\x20-\x7e\x80-\xff]*$/.test(text)
  )
}
