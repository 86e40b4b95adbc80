// Fields that the provider's clients expect in an error of the gateway: a list of errors, with a code where the
// provider has one (SOURCES 1.4, 4).
import type { FailureInfo, FailureMembers } from '#define'

const codes: Readonly<Record<number, string>> = {
  401: 'auth_failed',
  403: 'auth_failed',
  413: 'file_too_large',
  429: 'rate_limit_exceeded',
}

export function failureMembers({ status, message }: FailureInfo): FailureMembers {
  const code = codes[status]
  return { errors: [code === undefined ? { title: message } : { title: message, code }] }
}
