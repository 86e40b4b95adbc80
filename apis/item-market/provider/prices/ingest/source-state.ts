// The state of each source: whether it is enabled, the result of the last attempt, and when the next one is due.
import { allSources } from '../connectors/sources.ts'
import type { SourceInfo } from '../feeds/source.ts'
import type { LatestPrices } from '../store/latest-prices.ts'

export interface SourceState {
  readonly source: SourceInfo
  readonly enabled: boolean
  readonly attemptedMs: number | null
  readonly succeededMs: number | null
  /** `reason: message` of a failed last attempt. */
  readonly error: string | null
  /** Number of items with a price from it. */
  readonly items: number
  /** True if the last attempt got any response; null before the first attempt. */
  readonly reachable: boolean | null
}

export function sourceStates(latest: Pick<LatestPrices, 'states' | 'counts'>): SourceState[] {
  return allSources.map((source) => {
    const state = latest.states.get(source.id)
    const attemptedMs = state?.attempted_ms ?? null
    const error = state?.error ?? null
    return {
      source,
      enabled: state?.enabled == null ? source.enabled : state.enabled === 1,
      attemptedMs,
      succeededMs: state?.succeeded_ms ?? null,
      error,
      items: latest.counts.get(source.id) ?? 0,
      reachable: attemptedMs === null || error?.startsWith('secret:') ? null : !error?.startsWith('unreachable:'),
    }
  })
}

/**
 * Reports whether a source should be read now. A failed one is also retried at its usual interval: the rate limiter of
 * its host pauses longer.
 */
export function isDue({ source, enabled, attemptedMs }: SourceState, nowMs: number): boolean {
  return enabled && (attemptedMs === null || nowMs - attemptedMs >= source.everyMs || nowMs < attemptedMs)
}
