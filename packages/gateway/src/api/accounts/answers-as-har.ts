// Recorded answers as exchanges of a HAR file, with the addresses at which callers of this gateway ask for them.
import { pathNames } from '#define/reflect'
import { addressOf } from '#derive'
import { headOf } from '../../account/answers/answer-line.ts'
import { type KeptAnswer, keptHeader } from '../../account/answers/kept-answer.ts'
import type { Listing } from '../../call/listings.ts'
import type { Exchange } from '../../record/har/exchange.ts'
import { gatewayPlace } from '../../upstream/keep.ts'

/**
 * Returns the exchange of an answer, and beside it all that is kept of the request. Undefined for an operation that the
 * listing no longer has.
 */
export function exchangeOf(answer: KeptAnswer, listing: Listing, baseUrl: string): Exchange | undefined {
  const { request, at, status, body } = answer
  const endpoint = listing.api.endpoints[request.endpoint]
  if (!endpoint) return undefined
  return {
    startedAt: at,
    method: endpoint.method,
    url: baseUrl + listing.mount + writtenAddress(listing, endpoint, request.params),
    status,
    contentType: keptHeader(answer, 'content-type') ?? '',
    headers: answer.headers
      .filter(([name]) => name !== 'content-type')
      .map(([name, value]) => [name, value.replaceAll(gatewayPlace, baseUrl)] as const),
    body,
    ms: 0,
    recorded: headOf(answer),
  }
}

/** Returns the address of a request, with the name of each part of the path that is not kept, such as a key. */
function writtenAddress(
  { api }: Listing,
  endpoint: Listing['api']['endpoints'][string],
  params: KeptAnswer['request']['params'],
): string {
  const names = Object.fromEntries(pathNames(endpoint.path).map((name) => [name, `{${name}}`]))
  const known = Object.fromEntries(Object.entries(params).filter(([, value]) => value !== ''))
  try {
    return addressOf(api, endpoint, { ...names, ...known })
  } catch (error) {
    // of a text that no address holds
    if (error instanceof URIError) return addressOf(api, endpoint, names)
    throw error
  }
}
