// Members that clients of the provider read in an error of the gateway: problem details (RFC 9457; SOURCES 4).
import type { FailureInfo, FailureMembers } from '#define'

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
}

export const failureMembers = ({ status, message, requestId }: FailureInfo): FailureMembers => ({
  type: 'about:blank',
  title: titles[status] ?? (status < 500 ? 'Bad Request' : 'Internal Server Error'),
  status,
  detail: message,
  traceId: requestId,
})
