// Errors of chat and text completions (SOURCES 5.1).

import type { WireError } from '../format.ts'
import type { Json } from '../json.ts'
import { isJson } from '../json.ts'
import type { ModelError, ModelErrorKind } from '../model-error.ts'
import {
  errorBody,
  plainMessage,
  textIn,
  type UpstreamErrorBody,
  upstreamError,
  waitHeaders,
  withProvidersWords,
} from '../upstream-error.ts'

interface Words {
  readonly type: string
  readonly code: string | null
}
const words: Readonly<Record<ModelErrorKind, Words>> = {
  invalid: { type: 'invalid_request_error', code: null },
  authentication: { type: 'invalid_request_error', code: 'invalid_api_key' },
  billing: { type: 'insufficient_quota', code: 'insufficient_quota' },
  permission: { type: 'invalid_request_error', code: 'access_denied' },
  missing: { type: 'invalid_request_error', code: 'model_not_found' },
  conflict: { type: 'invalid_request_error', code: 'conflict' },
  large: { type: 'invalid_request_error', code: 'request_too_large' },
  limited: { type: 'requests', code: 'rate_limit_exceeded' },
  server: { type: 'server_error', code: 'server_error' },
  unavailable: { type: 'server_error', code: 'service_unavailable' },
  timeout: { type: 'server_error', code: 'timeout' },
  unimplemented: { type: 'new_api_error', code: 'api_not_implemented' },
}

export function writeError(fault: ModelError): WireError {
  return { status: fault.status, headers: waitHeaders(fault), body: { error: errorOf(fault) } }
}
export function errorOf(fault: ModelError): Json {
  const { type, code } = words[fault.kind]
  return {
    message: fault.message,
    // a 429 for which waiting does not help has its code as its type, too
    type: fault.code === words.billing.code ? words.billing.type : type,
    param: fault.param ?? null,
    code: fault.code ?? code,
  }
}
export function readError(status: number, headers: Readonly<Record<string, string>>, bytes: Uint8Array): ModelError {
  return upstreamError(status, headers, saidIn(errorBody(bytes)))
}
/** The vendor sends an object as `error`, some servers a string, others only a message. */
function saidIn(body: Json): UpstreamErrorBody {
  const { error } = body
  if (!isJson(error)) return { message: plainMessage(body), code: textIn(body.code) }
  const code = textIn(error.code) ?? (typeof error.code === 'number' ? String(error.code) : undefined)
  return {
    message: withProvidersWords(textIn(error.message) ?? plainMessage(body), error.metadata),
    code: code ?? textIn(error.type),
    param: textIn(error.param),
  }
}

const kindsByWord: readonly (readonly [RegExp, number])[] = [
  [/rate_limit|^requests$|^tokens$|too_many|^1002$/i, 429],
  [/insufficient_balance|^1008$/i, 402],
  [/insufficient_quota|billing/i, 429],
  [/context_length|invalid_request|invalid_prompt/i, 400],
  [/authentication|invalid_api_key|^1004$/i, 401],
  [/permission/i, 403],
  [/timeout/i, 504],
]

/** Reads an error inside a stream, which lacks a status, by its code and type. */
export function streamError(error: unknown): ModelError {
  const said = saidIn({ error })
  const code = isJson(error) ? error.code : undefined
  const word = `${textIn(code) ?? ''} ${isJson(error) ? (textIn(error.type) ?? '') : ''}`
  const numbered = typeof code === 'number' && code >= 400 && code <= 599 ? code : undefined
  const status = numbered ?? kindsByWord.find(([pattern]) => pattern.test(word.trim()))?.[1]
  if (status !== undefined) return upstreamError(status, {}, said)
  const message = said.message ?? 'The provider of this model failed in the middle of its answer.'
  return upstreamError(502, {}, { ...said, message })
}
