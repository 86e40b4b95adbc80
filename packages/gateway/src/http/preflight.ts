// CORS preflights (Fetch standard). Any page may ask, because every call carries its key in a header and no cookie is read.
import type { IncomingMessage, ServerResponse } from 'node:http'

/** Answers an OPTIONS request of a browser; false when it is none. */
export function answerPreflight(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method !== 'OPTIONS') return false
  const asked = request.headers['access-control-request-headers']
  response.writeHead(204, {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers':
      typeof asked === 'string' && /^[\w\s,-]{1,1000}$/.test(asked) ? asked : 'content-type, x-gateway-key',
    'access-control-max-age': '86400',
    vary: 'access-control-request-headers',
  })
  response.end()
  return true
}
