// The status of an availability at a moment.
import type { Availability } from './records.ts'

export type Status = 'pending' | 'available' | 'revoked'

/** Start and end of an availability in seconds; infinite if open. */
export interface Timing {
  readonly start: number
  readonly end: number
  readonly isRevoked: boolean
}

export const timingOf = ({ start = -Infinity, end = Infinity, isRevoked = false }: Availability): Timing => ({
  start,
  end,
  isRevoked,
})

/**
 * Returns pending before the start, available until the end, and revoked afterwards or after withdrawal (SOURCES 2.8).
 */
export function statusAt({ start, end, isRevoked }: Timing, now: number): Status {
  if (isRevoked || now >= end) return 'revoked'
  return now < start ? 'pending' : 'available'
}

export const statusOf = (availability: Availability, now: number): Status => statusAt(timingOf(availability), now)
