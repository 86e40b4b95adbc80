// Errors for callers whose call to a provider got no answer.
import { OutboundFailure } from '#define/outbound'
import { ModelError } from '../../wire/model-error.ts'

/** Returns an error that another channel may avoid. An abort for the caller and any other error stay unchanged. */
export function modelErrorOf(error: unknown): unknown {
  if (!(error instanceof OutboundFailure) || error.reason === 'aborted') return error
  const options = { retry: true, cause: error }
  switch (error.reason) {
    case 'slow':
      return new ModelError('timeout', 'The provider of this model did not answer in time.', {
        ...options,
        code: 'slow_answer',
      })
    case 'large':
      return new ModelError('unavailable', 'The answer of the model is too large.', {
        cause: error,
        status: 502,
        code: 'large_answer',
      })
    case 'secret':
    case 'address':
      return new ModelError(
        'unavailable',
        'A channel of this model is not set up correctly; the operator must check it.',
        { ...options, code: 'channel_not_ready' },
      )
    default:
      return new ModelError('unavailable', 'The provider of this model could not be reached.', {
        ...options,
        code: error.reason === 'cut' ? 'cut_answer' : 'unreachable',
      })
  }
}
