// Phases 4 and 5: texts to typed values, and a declared JSON or form body read whole and checked. Multipart and binary bodies
// stay in the stream. All problems of a call come back in one 400.
import { fail } from '#define'
import type { Problem } from '#derive'
import { readForm, readPairs } from '#derive'
import { readWhole, type WholeBody } from '../http/body.ts'
import type { Call } from './call.ts'
import { hasBody, headerOf } from './call.ts'
import type { Compiled } from './listings.ts'

const pairLimit = 1000

/** What the reading of one call needs to know of the account. */
export interface ReadContext {
  readonly compiled: Compiled
  readonly hasStoredKey: boolean
}

/** Sets `call.query`, `call.values`, `call.timeoutMs` and the body; throws `input.invalid` or `body.too_large`. */
export function read(call: Call, context: ReadContext): void | Promise<void> {
  const problems: Problem[] = []
  readTexts(call, context, problems)
  readTimeout(call, problems)
  refuseTooLong(call, context.compiled)
  const kind = bodyKindOf(call, problems)
  // also where something is wrong already: the body may hold what is missing, and the caller is told of everything at once
  if (kind === 'json' || kind === 'form') {
    askForBody(call)
    const waiting = readBody(call, { kind, ...context }, problems)
    if (waiting) return waiting.then(() => refuse(fromBody(call, problems)))
    refuse(fromBody(call, problems))
    return
  }
  refuse(problems)
  askForBody(call)
}

/** Answers `Expect: 100-continue` (RFC 9110, section 10.1.1), which the server lets through unanswered. */
function askForBody({ request, response }: Call): void {
  if (request.headers.expect !== undefined && request.httpVersion === '1.1') response.writeContinue()
}

/** A parameter that the API takes in the body as well (its endpoint declares a field of that name) may be missing from the query. */
function mayStandInBody(call: Call, { name, problem }: Problem): boolean {
  return problem === 'is required' && Object.hasOwn(call.route?.endpoint.body?.fields ?? {}, name)
}

/** Takes such parameters from the body; what is left is missing in both. */
function fromBody(call: Call, problems: readonly Problem[]): Problem[] {
  const { bodyValue } = call
  const fields = typeof bodyValue === 'object' && bodyValue !== null ? bodyValue : {}
  return problems.filter((problem) => {
    const value: unknown = mayStandInBody(call, problem) ? Reflect.get(fields, problem.name) : undefined
    if (value === undefined || value === null || value === '') return true
    call.values[problem.name] = value
    return false
  })
}

function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0) throw invalid(problems)
}

function invalid(problems: readonly Problem[]) {
  const sentence = problems.map(({ name, problem }) => `${name} ${problem}`).join('; ')
  return fail('input.invalid', { problems: sentence }, { details: { problems } })
}

function readTexts(call: Call, context: ReadContext, problems: Problem[]): void {
  const pairs = readPairs(call.rawQuery, pairLimit)
  if (!pairs) {
    problems.push({ name: 'query', problem: `must be at most ${pairLimit} pairs with valid percent-encoding` })
    return
  }
  call.query = pairs
  const header = (name: string) => headerOf(call, name)
  const read = context.compiled.reader({
    pathValues: call.pathValues,
    query: pairs,
    header,
    hasStoredKey: context.hasStoredKey,
  })
  call.values = read.values
  problems.push(...read.problems)
}

const longestTimeoutMs = 3_600_000

function readTimeout(call: Call, problems: Problem[]): void {
  const text = headerOf(call, 'x-gateway-timeout')
  if (text === undefined) return
  const timeoutMs = /^\d{1,7}$/.test(text) ? Number(text) : 0
  if (timeoutMs < 1 || timeoutMs > longestTimeoutMs)
    problems.push({ name: 'x-gateway-timeout', problem: `must be 1 to ${longestTimeoutMs} milliseconds` })
  else call.timeoutMs = timeoutMs
}

/** A length over the limit is refused before a byte of the body is read. */
function refuseTooLong(call: Call, compiled: Compiled): void {
  const declared = Number(call.request.headers['content-length'] ?? 0)
  if (declared > compiled.bodyBytes) throw fail('body.too_large', { limit: compiled.bodyBytes })
}

const contentTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  binary: 'application/octet-stream',
} as const
type Kind = keyof typeof contentTypes

/** The declared kind that the content type names; without a declared body everything is passed on unread. */
function bodyKindOf(call: Call, problems: Problem[]): Kind | undefined {
  const declared = call.route?.endpoint.body
  if (!declared) return undefined
  if (!hasBody(call)) {
    if (declared.required) problems.push({ name: 'body', problem: 'is required' })
    return undefined
  }
  const contentType = headerOf(call, 'content-type')
  const kind =
    kindOf(contentType) ?? (contentType === undefined && declared.kinds.includes('json') ? 'json' : undefined)
  if (kind && declared.kinds.includes(kind)) return declared.schema ? kind : 'binary'
  if (declared.kinds.includes('binary')) return 'binary'
  problems.push({
    name: 'content-type',
    problem: `must be ${declared.kinds.map((one) => contentTypes[one]).join(' or ')}`,
  })
  return undefined
}

function kindOf(contentType: string | undefined): Kind | undefined {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase()
  if (type === undefined || type === '') return undefined
  if (type === contentTypes.json || type.endsWith('+json')) return 'json'
  if (type === contentTypes.form) return 'form'
  return type === contentTypes.multipart ? 'multipart' : undefined
}

interface BodyContext extends ReadContext {
  readonly kind: 'json' | 'form'
}

function readBody(call: Call, context: BodyContext, problems: Problem[]): void | Promise<void> {
  const whole = readWhole(call.request, context.compiled)
  if (whole instanceof Promise) return whole.then((body) => takeBody(call, body, { context, problems }))
  takeBody(call, whole, { context, problems })
}

function takeBody(
  call: Call,
  { sent, plain }: WholeBody,
  { context, problems }: { context: BodyContext; problems: Problem[] },
): void {
  call.body = sent
  call.bytesIn = sent.length
  const endpoint = call.route?.endpoint
  if (!endpoint) return
  const read = context.kind === 'json' ? readJson(plain) : readPairs(plain.toString('latin1'), 100_000)
  if (read === undefined) {
    problems.push({ name: 'body', problem: `must be valid ${context.kind === 'json' ? 'JSON' : 'form encoding'}` })
    return
  }
  call.bodyValue = Array.isArray(read) && context.kind === 'form' ? readForm(read, endpoint) : read
  if (endpoint.invalid !== 'provider') problems.push(...(context.compiled.bodyCheck?.(call.bodyValue) ?? []))
}

function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
