// defineLive: adapts calls of a live provider that differs from the declared wire in more than a name or a path.
import type { Api } from './api.ts'
import type { Endpoints } from './endpoints.ts'

/** A live call before it is sent; the provider's path (still percent-encoded) and query can be changed. */
export interface LiveRequest {
  path: string
  readonly query: URLSearchParams
  readonly headers: Record<string, string>
}
export interface LiveAdaptation {
  /**
   * Changes path, query or headers before the call is sent. The endpoint's `upstream` has been applied by then.
   */
  readonly request?: (request: LiveRequest) => void
  /**
   * Translates the JSON of a successful response into the declared form. The response is then buffered, up to the
   * gateway's limit. `query` is the query that was sent to the provider.
   */
  readonly answer?: (body: unknown, request: { readonly query: URLSearchParams }) => unknown
}
export type Live = Readonly<Record<string, LiveAdaptation>>

/** Adaptations by endpoint id; an unknown id does not compile. */
export function defineLive<E extends Endpoints>(
  _api: Api<E>,
  adaptations: { readonly [K in keyof E]?: LiveAdaptation },
): Live {
  const live: Record<string, LiveAdaptation> = {}
  for (const [id, adaptation] of Object.entries<LiveAdaptation | undefined>(adaptations))
    if (adaptation) live[id] = adaptation
  return live
}
