// Members that clients of the provider read in an error of the gateway: a fault of the key layer, or an error of the
// engine (SOURCES 2.6).
import type { FailureInfo, FailureMembers } from '#define'

const faults: Readonly<Record<number, string>> = {
  401: 'oauth.v2.InvalidApiKey',
  429: 'policies.ratelimit.QuotaViolation',
}

export function failureMembers({ status, code, message }: FailureInfo): FailureMembers {
  const errorcode = faults[status]
  if (errorcode !== undefined) return { fault: { faultstring: message, detail: { errorcode } } }
  return { errors: { error: { code, message } } }
}
