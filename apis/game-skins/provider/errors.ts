// The provider's own errors (SOURCES 6.1). Early checks return a bare `{error}`; errors during generation have a code.
import { type Refusal, refuse } from '#define'

/** The codes of SOURCES 6.2 that can occur here. */
type ErrorCode =
  | 'blocked_url_host'
  | 'failed_to_create_id'
  | 'generator_timeout'
  | 'invalid_file'
  | 'invalid_image'
  | 'invalid_image_url'
  | 'job_limit'
  | 'no_duplicate'
  | 'rate_limit'

/** A refusal by an early check: `{"error":"invalid url"}`. */
export function refused(status: number, error: string): Refusal {
  return refuse(status, { error })
}

/** An error of the generator. `withGenerateHeaders` adds the breadcrumb and the delay, which belong to the call. */
export function generatorError(code: ErrorCode, error: string, status = 400): Refusal {
  return refuse(status, { success: false, errorType: 'GeneratorError', errorCode: code, error })
}

export const skinNotFound = () => refused(404, 'Skin not found')
