// CORS preflights (Fetch standard). Any page may call: each call carries its key in a header, and cookies are ignored.
import type { IncomingMessage, ServerResponse } from 'node:http'

/** Answers an OPTIONS request; returns false for any other. */
export function answerPreflight(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method !== 'OPTIONS') return false
  const requested = request.headers['access-control-request-headers']
  response.writeHead(204, {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers':
      typeof requested === 'string' && /^[\w\s,-]{1,1000}$/.test(requested) ? requested : 'content-type, x-gateway-key',
    'access-control-max-age': '86400',
    vary: 'access-control-request-headers',
  })
  response.end()
  return true
}
