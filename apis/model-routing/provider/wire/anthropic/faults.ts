// Errors of messages (FACTS 5).
import type { FaultKind, Json, ModelFault } from '../conversation.ts'
import { isJson } from '../field.ts'
import type { WireFault } from '../format.ts'
import { errorBody, faultOf, type Said, textIn, waitHeaders } from '../upstream-fault.ts'

const types: Readonly<Record<FaultKind, string>> = {
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

export function writeFault(fault: ModelFault): WireFault {
  // The wire has a status of its own for a service that cannot answer now.
  const status = fault.kind === 'unavailable' ? overloaded : fault.status
  return { status, headers: waitHeaders(fault), body: errorOf(fault) }
}
/** The body of an error and the data of its frame, which are alike. */
export function errorOf(fault: ModelFault): Json {
  return { type: 'error', error: { type: types[fault.kind], message: fault.message } }
}

export function readFault(status: number, headers: Readonly<Record<string, string>>, bytes: Uint8Array): ModelFault {
  return faultOf(status, headers, saidIn(errorBody(bytes).error))
}
function saidIn(error: unknown): Said {
  if (!isJson(error)) return { message: textIn(error) }
  return { message: textIn(error.message), code: textIn(error.type) ?? textIn(error.code) }
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
/** An error in the midst of an answer, told by its type. */
export function streamFault(error: unknown): ModelFault {
  const said = saidIn(error)
  const code = said.code ?? ''
  const status = Object.hasOwn(statuses, code) ? (statuses[code] ?? 529) : 529
  const message = said.message ?? 'The provider of this model failed in the midst of its answer.'
  return faultOf(status, {}, { ...said, message })
}
