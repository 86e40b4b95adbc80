// Errors of the Messages API (SOURCES 5.2).

import type { WireError } from '../format.ts'
import type { Json } from '../json.ts'
import { isJson } from '../json.ts'
import type { ModelError, ModelErrorKind } from '../model-error.ts'
import {
  errorBody,
  messageWith,
  plainMessage,
  textIn,
  type UpstreamErrorBody,
  upstreamError,
  waitHeaders,
} from '../upstream-error.ts'

const types: Readonly<Record<ModelErrorKind, string>> = {
  invalid: 'invalid_request_error',
  authentication: 'authentication_error',
  billing: 'billing_error',
  permission: 'permission_error',
  missing: 'not_found_error',
  conflict: 'conflict_error',
  large: 'request_too_large',
  limited: 'rate_limit_error',
  server: 'api_error',
  unavailable: 'overloaded_error',
  timeout: 'timeout_error',
  unimplemented: 'api_error',
}
const overloaded = 529
const tooLongWords = 'prompt is too long'

export function writeError(fault: ModelError): WireError {
  // This wire has its own status for an overloaded service.
  const status = fault.kind === 'unavailable' ? overloaded : fault.status
  return { status, headers: waitHeaders(fault), body: errorOf(fault) }
}
/** Writes the body of an error response, which is also the data of an error frame. */
export function errorOf(fault: ModelError): Json {
  return { type: 'error', error: { type: types[fault.kind], message: messageWith(tooLongWords, fault) } }
}

export function readError(status: number, headers: Readonly<Record<string, string>>, bytes: Uint8Array): ModelError {
  return upstreamError(status, headers, saidIn(errorBody(bytes)))
}
function saidIn(body: Json): UpstreamErrorBody {
  const { error } = body
  if (!isJson(error)) return { message: plainMessage(body) }
  return { message: textIn(error.message) ?? plainMessage(body), type: textIn(error.type) ?? textIn(error.code) }
}

const statuses: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  conflict_error: 409,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
}
/** Reads an error inside a stream, recognised by its type. */
export function streamError(error: unknown): ModelError {
  const reported = saidIn({ error })
  const code = reported.type ?? ''
  const status = Object.hasOwn(statuses, code) ? (statuses[code] ?? 529) : 529
  const message = reported.message ?? 'The provider of this model failed in the middle of its answer.'
  return upstreamError(status, {}, { ...reported, message })
}
