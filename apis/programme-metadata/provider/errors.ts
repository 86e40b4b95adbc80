// The provider's own errors, in the form of its engine: `errors.error` with a code and a message (SOURCES 2.6).
import { type Refusal, refuse } from '#define'

type Code = 'unknown_parameter' | 'invalid_parameter' | 'missing_parameter' | 'not_found'

/** Returns 404 for an unknown entity, 400 for a parameter. */
export function engineError(code: Code, message: string): Refusal {
  return refuse(code === 'not_found' ? 404 : 400, { errors: { error: { code, message } } })
}
export const invalidParameter = (name: string, reason: string) =>
  engineError('invalid_parameter', `The parameter ${name} ${reason}.`)
