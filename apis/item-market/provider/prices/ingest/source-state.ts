// What is known of each source: whether it is read, how the last attempt went, and when the next one is due.

import { allSources } from '../connectors/sources.ts'
import type { SourceFacts } from '../feeds/source.ts'
import type { Board } from '../store/latest-prices.ts'

export interface SourceState {
  readonly source: SourceFacts
  readonly enabled: boolean
  readonly attemptedMs: number | null
  readonly succeededMs: number | null
  /** `reason: sentence` of the last attempt when it failed. */
  readonly error: string | null
  /** Items with a price of it. */
  readonly items: number
  /** Whether the last attempt got an answer, whatever it was; null when there was none. */
  readonly reachable: boolean | null
}

export function sourceStates(board: Pick<Board, 'states' | 'counts'>): SourceState[] {
  return allSources.map((source) => {
    const state = board.states.get(source.id)
    const attemptedMs = state?.attempted_ms ?? null
    const error = state?.error ?? null
    return {
      source,
      enabled: state?.enabled == null ? source.enabled : state.enabled === 1,
      attemptedMs,
      succeededMs: state?.succeeded_ms ?? null,
      error,
      items: board.counts.get(source.id) ?? 0,
      reachable: attemptedMs === null || error?.startsWith('secret:') ? null : !error?.startsWith('unreachable:'),
    }
  })
}

/** Whether a source is to be read now. A failed one is tried again after its usual time, too: the gate of its host rests longer. */
export function isDue({ source, enabled, attemptedMs }: SourceState, nowMs: number): boolean {
  return enabled && (attemptedMs === null || nowMs - attemptedMs >= source.everyMs || nowMs < attemptedMs)
}
