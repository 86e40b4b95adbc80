// The headers by which an answer says how it was made.

export const cacheHeader = 'x-gateway-cache'

interface Way {
  readonly attempts: number
  readonly cache: 'off' | 'hit' | 'miss'
}

/** `route`: channel and model, or who else answered. */
export function answerHeaders(route: string, attempts: number, cache: Way['cache'] = 'off'): Record<string, string> {
  const headers = {}
  addAnswerHeaders(headers, route, { attempts, cache })
  return headers
}

/** The same, added to others. */
export function addAnswerHeaders(headers: Record<string, string>, route: string, { attempts, cache }: Way): void {
  headers['x-gateway-route'] = headerValue(route)
  headers['x-gateway-attempts'] = String(attempts)
  headers[cacheHeader] = cache
}

/** A string as a header value: percent-encoded where a header cannot hold it. */
const headerValue = (text: string): string =>
  /^[\x21-\x7e]*$/.test(text)
    ? text
    : text.toWellFormed().replace(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(character))
