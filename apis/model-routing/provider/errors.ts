// The provider's own errors: what a caller gets instead of an answer, in the format of the caller's wire (SOURCES 5).
import { type Refusal, refuse } from '#define'
import type { Format } from './wire/format.ts'
import { formats } from './wire/formats.ts'
import { ModelError } from './wire/model-error.ts'

/** Returns a ModelError as the wire's own error; anything else is a bug and is rethrown unchanged. */
export function refusalOf(format: Pick<Format, 'writeError'>, error: unknown): unknown {
  return error instanceof ModelError ? written(format, error) : error
}

function written(format: Pick<Format, 'writeError'>, error: ModelError): Refusal {
  const { status, headers, body } = format.writeError(error)
  return refuse(status, body, { ...headers })
}

/**
 * The error of a call whose signal was aborted: its deadline passed, or the caller disconnected and only the log sees
 * it.
 */
export function abortedCall({ reason }: { readonly reason: unknown }, cause: unknown): ModelError {
  const isTimeout = reason instanceof DOMException && reason.name === 'TimeoutError'
  return isTimeout
    ? new ModelError('timeout', 'The time that the caller gave the call is over.', { code: 'call_timeout', cause })
    : new ModelError('timeout', 'The caller disconnected.', { status: 499, code: 'caller_left', cause })
}

/** Refuses in the format of chat completions, which files, fine-tunes and models share. */
export const refused = (error: ModelError): Refusal => written(formats.openai, error)

/** Returns a 400 that names the parameter. */
export const invalid = (param: string, message: string): Refusal =>
  refused(new ModelError('invalid', message, { param, code: 'invalid_value' }))

/** Returns a 404 for something that does not exist or belongs to another account. */
export const missing = (objectType: string, id: string): Refusal =>
  refused(
    new ModelError('missing', `No such ${objectType} object: ${id.slice(0, 100)}`, {
      param: 'id',
      code: 'resource_missing',
    }),
  )

/** Returns a 400 for an account that stores too much. */
export const full = (message: string): Refusal => refused(new ModelError('invalid', message, { code: 'storage_full' }))
