// What an availability is at a moment.
import type { Availability } from './records.ts'

export type Status = 'pending' | 'available' | 'revoked'

/** When an availability starts and ends, in seconds; infinite where it does not. */
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

/** Pending before its start, available until its end, revoked afterwards or when it was withdrawn (SOURCES 2.8). */
export function statusAt({ start, end, isRevoked }: Timing, now: number): Status {
  if (isRevoked || now >= end) return 'revoked'
  return now < start ? 'pending' : 'available'
}

export const statusOf = (availability: Availability, now: number): Status => statusAt(timingOf(availability), now)
