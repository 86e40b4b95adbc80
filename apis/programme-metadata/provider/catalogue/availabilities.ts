// All availabilities of versions in the order of their start.
import type { Version } from '../records.ts'
import type { Table } from './table.ts'

export interface AvailabilityList {
  readonly count: number
  /** Index of the version of an entry, and of the availability in it. */
  readonly version: Int32Array
  readonly position: Int32Array
}

/** By start; then by the pid of the version, and by position in it. */
export function listAvailabilities({ rows }: Table<Version>): AvailabilityList {
  const entries = rows.flatMap(({ availabilities }, version) =>
    availabilities.map(({ start = 0 }, position) => ({ version, position, start })),
  )
  // rows are in the order of their pids, and sorting is stable
  entries.sort((one, other) => one.start - other.start)
  return {
    count: entries.length,
    version: Int32Array.from(entries, ({ version }) => version),
    position: Int32Array.from(entries, ({ position }) => position),
  }
}
