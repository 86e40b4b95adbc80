// Recorded answers as exchanges of a HAR file, with the addresses at which callers of this gateway ask for them.
import { addressOf } from '#derive'
import { type KeptAnswer, keptHeader } from '../../account/answers/kept-answer.ts'
import type { Listing } from '../../call/listings.ts'
import type { Exchange } from '../../record/har/exchange.ts'
import { gatewayPlace } from '../../upstream/keep.ts'

/**
 * Returns the exchange of an answer. Undefined for one whose request cannot be written again: a body, of which only a
 * digest is kept, an undeclared pair, or an address that holds a key.
 */
export function exchangeOf(
  { request, ...answer }: KeptAnswer,
  listing: Listing,
  baseUrl: string,
): Exchange | undefined {
  const endpoint = listing.api.endpoints[request.endpoint]
  if (!endpoint || request.body !== null || request.other !== null) return undefined
  const address = writtenAddress(listing, endpoint, request.params)
  if (address === undefined) return undefined
  return {
    startedAt: answer.at,
    method: endpoint.method,
    url: baseUrl + listing.mount + address,
    status: answer.status,
    contentType: keptHeader(answer, 'content-type') ?? '',
    headers: answer.headers
      .filter(([name]) => name !== 'content-type')
      .map(([name, value]) => [name, value.replaceAll(gatewayPlace, baseUrl)] as const),
    body: answer.body,
    ms: 0,
  }
}

function writtenAddress(
  { api }: Listing,
  endpoint: Listing['api']['endpoints'][string],
  params: KeptAnswer['request']['params'],
): string | undefined {
  try {
    const address = addressOf(api, endpoint, params)
    return address.split('?', 1)[0]?.split('/').slice(1).includes('') ? undefined : address
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}
