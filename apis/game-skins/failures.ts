// Fields that the provider's clients expect in an error, added to `error` where the gateway has its own pair (SOURCES
// 6.1, 6.2).
import type { FailureInfo, FailureMembers } from '#define'

const codes: Readonly<Record<number, string>> = { 401: 'invalid_api_key', 403: 'invalid_api_key', 429: 'rate_limit' }

export const failureMembers = ({ status, code }: FailureInfo): FailureMembers => ({
  success: false,
  errorType: status === 401 || status === 403 ? 'AuthenticationError' : 'MineSkinError',
  errorCode: codes[status] ?? code,
})
