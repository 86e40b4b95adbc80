// Errors of generateContent, with the names of google.rpc (SOURCES 3.11 and 5.3).

import type { WireError } from '../format.ts'
import type { Json } from '../json.ts'
import { isJson } from '../json.ts'
import type { ModelError, ModelErrorKind } from '../model-error.ts'
import {
  bounded,
  errorBody,
  messageWith,
  plainMessage,
  textIn,
  type UpstreamErrorBody,
  upstreamError,
  waitHeaders,
} from '../upstream-error.ts'

const names: Readonly<Record<ModelErrorKind, string>> = {
  invalid: 'INVALID_ARGUMENT',
  authentication: 'UNAUTHENTICATED',
  billing: 'FAILED_PRECONDITION',
  permission: 'PERMISSION_DENIED',
  missing: 'NOT_FOUND',
  conflict: 'ABORTED',
  large: 'INVALID_ARGUMENT',
  limited: 'RESOURCE_EXHAUSTED',
  server: 'INTERNAL',
  unavailable: 'UNAVAILABLE',
  timeout: 'DEADLINE_EXCEEDED',
  unimplemented: 'UNIMPLEMENTED',
}

const tooLongWords = 'input token count exceeds the maximum number of tokens allowed'

export function writeError(fault: ModelError): WireError {
  return { status: fault.status, headers: waitHeaders(fault), body: { error: errorOf(fault) } }
}
export function errorOf(fault: ModelError): Json {
  const { status: code, kind, retryAfterS } = fault
  const message = messageWith(tooLongWords, fault)
  const wait = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${Math.ceil(retryAfterS ?? 0)}s` }
  const error = { code, message, status: names[kind] }
  return retryAfterS === undefined ? error : { ...error, details: [wait] }
}

export function readError(status: number, headers: Readonly<Record<string, string>>, bytes: Uint8Array): ModelError {
  return upstreamError(status, headers, saidIn(errorBody(bytes)))
}
function saidIn(body: Json): UpstreamErrorBody {
  const { error } = body
  if (!isJson(error)) return { message: plainMessage(body) }
  return {
    message: textIn(error.message) ?? plainMessage(body),
    type: textIn(error.status),
    retryAfterS: delayIn(error.details),
  }
}
/** Returns the time to wait, which this wire gives in the error details instead of a header. */
function delayIn(details: unknown): number | undefined {
  const delays = Array.isArray(details) ? details.map((detail) => (isJson(detail) ? detail.retryDelay : undefined)) : []
  const delay = delays.find((one) => typeof one === 'string' && /^\d{1,9}(?:\.\d{1,9})?s$/.test(one))
  return typeof delay === 'string' ? bounded(Number.parseFloat(delay)) : undefined
}

/** Reads an error inside a stream, recognised by its code. */
export function streamError(error: Json): ModelError {
  const { code } = error
  const status = typeof code === 'number' && code >= 400 && code <= 599 ? code : 502
  const said = saidIn({ error })
  const message = said.message ?? 'The provider of this model failed in the middle of its answer.'
  return upstreamError(status, {}, { ...said, message })
}
