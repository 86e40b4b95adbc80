// The headers by which an answer says how it was made.

export const cacheHeader = 'x-gateway-cache'

/** `route`: channel and model, or who else answered. */
export function answerHeaders(route: string, attempts: number, cache: 'off' | 'hit' | 'miss' = 'off') {
  return { 'x-gateway-route': headerValue(route), 'x-gateway-attempts': String(attempts), [cacheHeader]: cache }
}

/** A string as a header value: percent-encoded where a header cannot hold it. */
const headerValue = (text: string): string =>
  /^[\x21-\x7e]*$/.test(text)
    ? text
    : text.toWellFormed().replace(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(character))
