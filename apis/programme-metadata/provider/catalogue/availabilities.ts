// All availabilities of versions in columns, in the order of their start: a scan over all takes a millisecond.
import type { Availability, Version } from '../records.ts'
import { columnOf } from './columns.ts'
import type { Table } from './table.ts'

export interface AvailabilityColumns {
  readonly count: number
  /** Index of the version of an entry, and of the availability in it. */
  readonly version: Int32Array
  readonly position: Int32Array
  /** In seconds; infinite where there is none. */
  readonly start: Float64Array
  readonly end: Float64Array
  /** 1 where the version is under embargo. */
  readonly embargoed: Uint8Array
  /** 1 for what was withdrawn. */
  readonly revoked: Uint8Array
  /** Index into `traits`: type, payment and media sets. */
  readonly trait: Int32Array
  /** One availability of each trait. */
  readonly traits: readonly Availability[]
}

/** By start; then by the pid of the version, and by position in it. */
export function availabilityColumns({ rows }: Table<Version>): AvailabilityColumns {
  const entries = rows.flatMap(({ availabilities }, version) =>
    availabilities.map((availability, position) => ({ version, position, availability })),
  )
  // rows are in the order of their pids, and sorting is stable
  entries.sort((one, other) => (one.availability.start ?? 0) - (other.availability.start ?? 0))
  const { codes, values } = columnOf(entries, ({ availability }) => traitOf(availability))
  const traits: Availability[] = []
  for (const [entry, { availability }] of entries.entries()) traits[codes[entry] ?? 0] ??= availability
  traits.length = values.length
  return {
    count: entries.length,
    version: Int32Array.from(entries, ({ version }) => version),
    position: Int32Array.from(entries, ({ position }) => position),
    start: Float64Array.from(entries, ({ availability: { start = -Infinity } }) => start),
    end: Float64Array.from(entries, ({ availability: { end = Infinity } }) => end),
    embargoed: Uint8Array.from(entries, ({ version }) => (rows[version]?.isEmbargoed ? 1 : 0)),
    revoked: Uint8Array.from(entries, ({ availability: { isRevoked } }) => (isRevoked ? 1 : 0)),
    trait: codes,
    traits,
  }
}

const traitOf = ({ type, payment, mediaSets }: Availability): string => JSON.stringify([type, payment, mediaSets])
