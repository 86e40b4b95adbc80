// What a caller gets instead of an answer: errors of models in the words of the caller's wire.
import { refuse } from '#define'
import type { Format } from '../wire/format.ts'
import { ModelError } from '../wire/model-error.ts'

/** A ModelError as the wire's own error; anything else is a bug and stays as it is. */
export function refusalOf(format: Pick<Format, 'writeError'>, error: unknown): unknown {
  if (!(error instanceof ModelError)) return error
  const { status, headers, body } = format.writeError(error)
  return refuse(status, body, headers)
}

/** Nobody reads it but the log. */
export function callerLeft(cause: unknown): ModelError {
  return new ModelError('timeout', 'The caller disconnected, or its time was over.', {
    status: 499,
    code: 'caller_left',
    cause,
  })
}
