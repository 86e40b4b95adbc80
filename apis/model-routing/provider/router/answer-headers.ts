// Headers that say how an answer was made.

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

/** Adds the headers of an answer to others. */
export function addAnswerHeaders(headers: Record<string, string>, route: string, { attempts, cache }: Way): void {
  headers['x-gateway-route'] = headerValue(route)
  headers['x-gateway-attempts'] = String(attempts)
  headers[cacheHeader] = cache
}

/** A model's name can be as long as a body, and clients refuse long headers. */
const longestValue = 300

/** Returns the beginning of a string as a header value; other characters are percent-encoded. */
function headerValue(text: string): string {
  const value = text.length > longestValue ? `${text.slice(0, longestValue)}…` : text
  return /^[\x21-\x7e]*$/.test(value)
    ? value
    : value.toWellFormed().replace(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(character))
}
