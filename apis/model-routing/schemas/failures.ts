// Errors of the gateway itself (a body that is not JSON, an invalid key, a quota) with the members that clients of each
// wire look for (SOURCES 5).
import type { Api, FailureInfo, FailureMembers } from '#define'

/** Returns the members of an error in the wire of the path. */
export function failureMembers(failure: FailureInfo): FailureMembers {
  const { path } = failure
  if (isMessages(path)) return ofMessages(failure)
  // Ollama's clients show `error` as it is
  if (path.startsWith('/api/')) return { error: failure.message }
  return isNative(path) ? ofNative(failure) : ofChat(failure)
}

/** Clients of messages read the id of a call in a header. */
export const idHeaders: NonNullable<Api['idHeaders']> = ({ path, requestId }) =>
  isMessages(path) ? { 'request-id': requestId } : {}

const isMessages = (path: string) => /^\/v1\/messages(?:\/|$)/.test(path)
/** Gemini's paths. Its compatible ones, below `/v1beta/openai`, have the form of chat completions. */
const isNative = (path: string) =>
  (/^\/(?:upload\/)?v1(?:alpha|beta)\//.test(path) && !path.startsWith('/v1beta/openai/')) ||
  /^\/v1\/models\/.*:/.test(path)

const openaiTypes: Readonly<Record<number, string>> = { 429: 'requests', 403: 'insufficient_permissions' }
/** Chat completions and everything that is modelled on them. */
const ofChat = ({ status }: FailureInfo): FailureMembers => ({
  error: { type: openaiTypes[status] ?? (status < 500 ? 'invalid_request_error' : 'server_error'), param: null },
})

const messagesTypes: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  409: 'conflict_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  503: 'overloaded_error',
  504: 'timeout_error',
  529: 'overloaded_error',
}
const ofMessages = ({ status, requestId }: FailureInfo): FailureMembers => ({
  type: 'error',
  error: { type: messagesTypes[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error') },
  request_id: requestId,
})

const nativeStates: Readonly<Record<number, string>> = {
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
  529: 'UNAVAILABLE',
}
/** Calls that name model and action in the path. */
const ofNative = ({ status }: FailureInfo): FailureMembers => ({
  error: { status: nativeStates[status] ?? (status < 500 ? 'INVALID_ARGUMENT' : 'INTERNAL') },
})
