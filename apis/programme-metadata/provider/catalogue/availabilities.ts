// All availabilities of versions in columns, ordered by start: a full scan takes a millisecond.
import { present } from '#define/present'
import type { Availability, Version } from '../records.ts'
import { columnOf } from './columns.ts'
import type { Table } from './table.ts'

export interface AvailabilityColumns {
  readonly count: number
  /** Indexes of each entry's version, and of the availability in it. */
  readonly version: Int32Array
  readonly position: Int32Array
  /** Start in seconds; infinite if open. */
  readonly start: Float64Array
  readonly end: Float64Array
  /** Set to 1 if the version is under embargo. */
  readonly embargoed: Uint8Array
  /** Set to 1 if withdrawn. */
  readonly revoked: Uint8Array
  /** Index into `traits`: type, payment and media sets. */
  readonly trait: Int32Array
  /** One availability of each trait. */
  readonly traits: readonly Availability[]
}

/** Builds the columns, ordered by start, then by the pid of the version, and by position in it. */
export function availabilityColumns({ rows }: Table<Version>): AvailabilityColumns {
  const entries = rows.flatMap(({ availabilities }, version) =>
    availabilities.map((availability, position) => ({ version, position, availability })),
  )
  // rows are ordered by pid, and sorting is stable
  entries.sort((one, other) => (one.availability.start ?? 0) - (other.availability.start ?? 0))
  const { codes, values } = columnOf(entries, ({ availability }) => traitOf(availability))
  const traits: Availability[] = []
  for (const [entry, { availability }] of entries.entries()) traits[present(codes[entry])] ??= availability
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
