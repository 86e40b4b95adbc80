// Adds the provider's code and message to errors of the gateway itself, because its clients read nothing else (SOURCES
// 1.3).
import type { FailureInfo, FailureMembers } from '#define'

const known: Readonly<Record<number, readonly [code: number, message: string]>> = {
  400: [4000, 'Invalid syntax submitted'],
  401: [4010, 'Invalid Key'],
  404: [404, '404 Page not found'],
  415: [4150, 'Unsupported Media Type. Our POST, PATCH and PUT endpoints only support application/json'],
  429: [4291, 'Too many requests. Please slow down'],
  504: [4290, 'Request timed out. Please try again'],
}

export function failureMembers({ status }: FailureInfo): FailureMembers {
  const [code, message] = known[status] ?? [Number(`${status}1`), 'Uncatalogued Error']
  return { code, message }
}
