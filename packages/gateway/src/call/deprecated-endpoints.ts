// Notices that an account calls an endpoint that is deprecated: by its declaration, or by a header of a live answer.
import type { IncomingHttpHeaders } from 'node:http'
import type { RoutedCall } from './call.ts'

/** A deprecated endpoint, and an account that calls it. */
export interface DeprecatedUse {
  readonly account: string
  readonly listing: string
  readonly endpoint: string
  /** The sentence of the declaration. */
  readonly advice: string | null
  /** Milliseconds since the epoch, from the header `deprecation`. */
  readonly deprecatedAt: number | null
  /** Milliseconds since the epoch, from the header `sunset`. */
  readonly endsAt: number | null
}
export interface DeprecatedEndpoints {
  /** Notes a call whose endpoint is deprecated by its declaration. */
  noteDeclared(call: RoutedCall): void
  /** Notes a live answer whose headers say that the endpoint is deprecated. */
  noteAnswer(call: RoutedCall, headers: IncomingHttpHeaders): void
  /** Returns the findings since the last call. */
  take(): DeprecatedUse[]
}

const maxEntries = 10_000

/** Creates the observer of a process. It names each use once; claims keep uses single among processes and starts. */
export function createDeprecatedEndpoints(): DeprecatedEndpoints {
  // in order of their first use, so that the oldest is forgotten
  const seen = new Set<string>()
  let found: DeprecatedUse[] = []

  function note({ caller, listing, route }: RoutedCall, headers: IncomingHttpHeaders): void {
    if (!caller) return
    const use = { account: caller.accountId, listing: listing.slug, endpoint: route.id }
    const name = nameOf(use)
    if (seen.has(name) || found.length >= maxEntries) return
    const oldest = seen.size >= maxEntries ? seen.values().next().value : undefined
    if (oldest !== undefined) seen.delete(oldest)
    seen.add(name)
    found.push({
      ...use,
      advice: route.endpoint.deprecated ?? null,
      deprecatedAt: deprecationOf(headers.deprecation),
      endsAt: sunsetOf(headers.sunset),
    })
  }

  return {
    noteDeclared(call) {
      if (call.route.endpoint.deprecated !== undefined) note(call, {})
    },
    noteAnswer(call, headers) {
      if (headers.deprecation !== undefined || headers.sunset !== undefined) note(call, headers)
    },
    take() {
      const taken = found
      found = []
      return taken
    },
  }
}

/** Returns the identity of a use. */
export function nameOf({
  account,
  listing,
  endpoint,
}: Pick<DeprecatedUse, 'account' | 'listing' | 'endpoint'>): string {
  return `${account}/${listing}/${endpoint}`
}

type HeaderValue = IncomingHttpHeaders[string]

/** Reads a date of structured fields (RFC 9745, section 2.1); null for anything else. */
function deprecationOf(value: HeaderValue): number | null {
  const [, seconds] = /^@(-?\d{1,12})$/.exec(String(value)) ?? []
  return seconds === undefined ? null : Number(seconds) * 1000
}

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** Reads an HTTP date (RFC 8594, section 3); null for anything else. */
function sunsetOf(value: HeaderValue): number | null {
  const text = String(value)
  const at = httpDate.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : at
}
