// The errors of recorded answers and of failover, a part of the registry.
import type { ErrorInfo } from './error-info.ts'

export const answerErrors = {
  'answers.unknown': {
    status: 400,
    from: 'caller',
    retry: false,
    say: 'x-gateway-answers is live, record, replay, fill or failover.',
  },
  'answers.wider': {
    status: 403,
    from: 'caller',
    retry: false,
    say: 'x-gateway-answers: {asked} is more than the listing is set to, {set}. Send {allowed}, or change the setting with PUT /v1/me/listings/{slug}.',
  },
  'replay.missing': {
    status: 501,
    from: 'gateway',
    retry: false,
    say: 'No answer of {api} is kept for this call of {endpoint}: {why}. Record such a call first, or import an answer to it.',
  },
  'upstream.failed': { status: 502, from: 'upstream', retry: true, say: '{api} answered {status}.' },
} as const satisfies Readonly<Record<string, ErrorInfo>>
