// Recorded answers out of other records of requests and responses, such as HTTP archives.
import { readPairs } from '#derive'
import type { KeptAnswer } from '../account/answers/kept-answer.ts'
import { varying } from '../account/answers/kept-answer.ts'
import { requestOf } from './asked-for.ts'
import type { Listing } from './listings.ts'

/** A request to a provider with its response, as another program has recorded it. */
export interface Exchanged {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly method: string
  /** Path below the listing, percent-encoded, without the query. */
  readonly path: string
  /** Without a question mark. */
  readonly query: string
  /** Values by name in lower case. */
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly requestBody: Buffer | undefined
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Decoded. */
  readonly body: Buffer
}

const pairLimit = 1000
/** Headers of a response that are about its connection, its encoding or its sender's session. */
const unkept =
  /^(?:connection|keep-alive|transfer-encoding|content-encoding|content-length|set-cookie2?|date|age|expires|alt-svc)$/

/** Returns the answer that is kept of an exchange; a text says why there is none. */
export function keptFromExchange(listing: Listing, exchanged: Exchanged): KeptAnswer | string {
  const { method, path, query: rawQuery, requestHeaders, requestBody: body } = exchanged
  const found = listing.table.match(method, path)
  if (found.kind !== 'found') return `${listing.slug} has no operation ${method} ${path}`
  const { route, values: pathValues } = found.match
  const query = readPairs(rawQuery, pairLimit)
  if (!query) return 'its query is not valid'
  const header = (name: string) => requestHeaders[name]
  const { values } = listing.compiled(route).reader({ pathValues, query, header, hasStoredKey: true })
  const request = requestOf({
    listing,
    route,
    pathValues,
    query,
    values,
    body,
    header,
    bodyValue: body && jsonIn(body, header('content-type')),
  })
  const vary = exchanged.headers
    .filter(([name]) => name === 'vary')
    .flatMap(([, value]) =>
      value
        .toLowerCase()
        .split(',')
        .map((one) => one.trim()),
    )
  return {
    request,
    varies: Object.fromEntries(varying.filter((name) => vary.includes(name)).map((name) => [name, header(name) ?? ''])),
    at: exchanged.at,
    status: exchanged.status,
    headers: exchanged.headers.filter(([name]) => !unkept.test(name)),
    body: exchanged.body,
    beats: null,
  }
}

function jsonIn(body: Buffer, type = ''): unknown {
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(type)) return undefined
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
