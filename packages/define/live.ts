// defineLive: where a live provider differs from the declared wire in more than a name or a path.
import type { Api } from './api.ts'
import type { Endpoints } from './endpoints.ts'

/**
 * A live call about to leave: the provider's path (still percent-encoded) and query, which the adaptation may change.
 */
export interface LiveRequest {
  path: string
  readonly query: URLSearchParams
  readonly headers: Record<string, string>
}
export interface LiveAdaptation {
  /**
   * Changes path, query or headers before the call leaves; both are given as they would leave, after `upstream` of the
   * endpoint was applied.
   */
  readonly request?: (request: LiveRequest) => void
  /**
   * Turns the provider's JSON of a success into the declared one; the answer is then read whole, up to the gateway's
   * limit. `query` is the query as it left for the provider.
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
