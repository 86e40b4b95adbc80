// Reads request bodies. JSON and form bodies are read whole and checked against their declaration; multipart and binary
// bodies stay in the request stream.
import { fail } from '#define'
import type { Problem } from '#derive'
import { readForm, readPairs } from '#derive'
import { JsonScan, parseScannedJson } from '#provider'
import type { RoutedCall } from './call.ts'
import { hasBody, headerOf } from './call.ts'
import { holdFor } from './hold-body.ts'
import { type BodyCheck, type BufferedBody, readWholeBody } from './http/body.ts'
import type { HeldBodies } from './http/held-bodies.ts'
import type { Compiled } from './listings.ts'

const contentTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  binary: 'application/octet-stream',
} as const
type BodyKind = keyof typeof contentTypes

const formPairLimit = 100_000

/**
 * Returns the declared kind that the content type names, or undefined without a declared body: it is then passed on
 * unread.
 */
export function bodyKindOf(call: RoutedCall, declared: Compiled['body'], problems: Problem[]): BodyKind | undefined {
  if (!declared) return undefined
  if (!hasBody(call)) {
    if (declared.required && !declared.unchecked) problems.push({ name: 'body', problem: 'is required' })
    return undefined
  }
  const contentType = headerOf(call, 'content-type')
  const kind =
    kindNamedBy(contentType) ?? (contentType === undefined && declared.kinds.includes('json') ? 'json' : undefined)
  if (kind && declared.kinds.includes(kind)) return declared.schema ? kind : 'binary'
  if (declared.kinds.includes('binary') || declared.unchecked) return 'binary'
  const accepted = declared.kinds.map((one) => contentTypes[one]).join(' or ')
  problems.push({ name: 'content-type', problem: `must be ${accepted}` })
  return undefined
}

function kindNamedBy(contentType: string | undefined): BodyKind | undefined {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase()
  if (type === undefined || type === '') return undefined
  if (type === contentTypes.json || type.endsWith('+json')) return 'json'
  if (type === contentTypes.form) return 'form'
  return type === contentTypes.multipart ? 'multipart' : undefined
}

interface ReadBodyContext {
  readonly compiled: Compiled
  readonly kind: 'json' | 'form'
  readonly bodies: HeldBodies
  /** Receives the problems of the body. */
  readonly problems: Problem[]
}

/** Sets `call.body` and `call.bodyValue`; returns a promise only if the body is still arriving, encoded or long. */
export function readBody(call: RoutedCall, context: ReadBodyContext): void | Promise<void> {
  const check = isForwardedUnread(call, context) ? undefined : jsonCheckFor(call, context.kind)
  const body = readWholeBody(call.request, context.compiled, { check, hold: holdFor(call, context.bodies) })
  if (body instanceof Promise) return body.then((arrived) => accept(call, arrived, context))
  return accept(call, body, context)
}

/**
 * Reports whether the value of a JSON body is not needed here: the live provider checks it, it cannot contain a missing
 * parameter, and no recorded answer is found by it. An encoded body is decoded, to look for gateway keys in it.
 */
function isForwardedUnread(call: RoutedCall, { kind, problems }: ReadBodyContext): boolean {
  if (call.provider !== 'live' || call.answers || kind !== 'json' || problems.length > 0 || call.agent?.isRehearsal)
    return false
  return call.route.endpoint.invalid === 'provider' && call.request.headers['content-encoding'] === undefined
}

/** The size below which a body needs no scan: it cannot nest too deeply, or hold enough of anything else to matter. */
const unscannedBytes = 256

/**
 * Returns a check that scans a JSON body as it arrives and refuses one that would cost too much to parse
 * (docs/decisions/0019).
 */
function jsonCheckFor(call: RoutedCall, kind: 'json' | 'form'): BodyCheck | undefined {
  const { headers } = call.request
  const isShort = Number(headers['content-length']) <= unscannedBytes && headers['content-encoding'] === undefined
  if (kind === 'form' || isShort) return undefined
  const scan = new JsonScan()
  return (piece) => {
    const limit = scan.push(piece)
    if (limit !== undefined) throw fail('body.too_complex', { limit })
  }
}

function accept(call: RoutedCall, { raw, decoded }: BufferedBody, context: ReadBodyContext): void | Promise<void> {
  call.body = raw
  call.bytesIn = raw.length
  if (isForwardedUnread(call, context)) return
  if (context.kind === 'json') call.jsonBytes = decoded
  const parsed = context.kind === 'json' ? parseJson(decoded) : readPairs(decoded.toString('latin1'), formPairLimit)
  if (parsed instanceof Promise) return parsed.then((value: unknown) => check(call, value, context))
  check(call, parsed, context)
}

function check(call: RoutedCall, parsed: unknown, { compiled, kind, problems }: ReadBodyContext): void {
  const { endpoint } = call.route
  if (parsed === undefined) {
    problems.push({ name: 'body', problem: `must be valid ${kind === 'json' ? 'JSON' : 'form encoding'}` })
    return
  }
  call.bodyValue = Array.isArray(parsed) && kind === 'form' ? readForm(parsed, endpoint) : parsed
  if (endpoint.invalid !== 'provider') problems.push(...(compiled.bodyCheck?.(call.bodyValue) ?? []))
}

function parseJson(bytes: Buffer): unknown {
  try {
    const parsed = parseScannedJson(bytes)
    return parsed instanceof Promise ? parsed.catch(() => undefined) : parsed
  } catch {
    return undefined
  }
}
