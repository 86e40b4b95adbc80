// Request bodies as the gateway reads them. JSON and form bodies are read whole and checked against their declaration;
// multipart and binary bodies stay in the request stream.
import type { Problem } from '#derive'
import { readForm, readPairs } from '#derive'
import { type BufferedBody, readWholeBody } from '../http/body.ts'
import type { Call } from './call.ts'
import { hasBody, headerOf } from './call.ts'
import type { Compiled } from './listings.ts'

const contentTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  binary: 'application/octet-stream',
} as const
export type BodyKind = keyof typeof contentTypes

const formPairLimit = 100_000

/** The declared kind that the content type names. Undefined without a declared body, which is passed on unread. */
export function bodyKindOf(call: Call, problems: Problem[]): BodyKind | undefined {
  const declared = call.route.endpoint.body
  if (!declared) return undefined
  if (!hasBody(call)) {
    if (declared.required) problems.push({ name: 'body', problem: 'is required' })
    return undefined
  }
  const contentType = headerOf(call, 'content-type')
  const kind =
    kindNamedBy(contentType) ?? (contentType === undefined && declared.kinds.includes('json') ? 'json' : undefined)
  if (kind && declared.kinds.includes(kind)) return declared.schema ? kind : 'binary'
  if (declared.kinds.includes('binary')) return 'binary'
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

export interface ReadBodyContext {
  readonly compiled: Compiled
  readonly kind: 'json' | 'form'
  /** Receives what is wrong with the body. */
  readonly problems: Problem[]
}

/** Sets `call.body` and `call.bodyValue`; a promise only when the body is still arriving. */
export function readBody(call: Call, context: ReadBodyContext): void | Promise<void> {
  const body = readWholeBody(call.request, context.compiled)
  if (body instanceof Promise) return body.then((arrived) => accept(call, arrived, context))
  accept(call, body, context)
}

function accept(call: Call, { raw, decoded }: BufferedBody, { compiled, kind, problems }: ReadBodyContext): void {
  const { endpoint } = call.route
  call.body = raw
  call.bytesIn = raw.length
  const parsed = kind === 'json' ? parseJson(decoded) : readPairs(decoded.toString('latin1'), formPairLimit)
  if (parsed === undefined) {
    problems.push({ name: 'body', problem: `must be valid ${kind === 'json' ? 'JSON' : 'form encoding'}` })
    return
  }
  call.bodyValue = Array.isArray(parsed) && kind === 'form' ? readForm(parsed, endpoint) : parsed
  if (endpoint.invalid !== 'provider') problems.push(...(compiled.bodyCheck?.(call.bodyValue) ?? []))
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
