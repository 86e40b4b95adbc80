// What an availability is at a moment.
import type { Availability } from './records.ts'

export type Status = 'pending' | 'available' | 'revoked'

/** Pending before its start, available until its end, revoked afterwards or when it was withdrawn (SOURCES 2.8). */
export function statusOf({ start, end, isRevoked }: Availability, now: number): Status {
  if (isRevoked || (end !== undefined && now >= end)) return 'revoked'
  return start !== undefined && now < start ? 'pending' : 'available'
}
