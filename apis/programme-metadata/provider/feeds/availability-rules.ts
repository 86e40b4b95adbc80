// Selects the requested availabilities, and the programmes that have one of them.
import { present } from '#define/present'
import { type Status, statusAt, type Timing, timingOf } from '../availability.ts'
import type { AvailabilityColumns } from '../catalogue/availabilities.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Mask } from '../catalogue/columns.ts'
import type { FeedQuery } from '../query/read-query.ts'
import type { Availability } from '../records.ts'
import { parseDuration } from '../times.ts'

const paymentOf = ({ payment = 'free' }: Availability) => payment

/** A condition on availabilities in two parts; the first is evaluated once for many of them. */
export interface AvailabilityFilter {
  /** Tests type, payment and media sets. */
  readonly hasTraits: (availability: Availability) => boolean
  readonly hasStatus: (timing: Timing) => boolean
}

/** Creates the test for availabilities; undefined if the filters request none. */
export function availabilityFilter(query: FeedQuery, now: number): AvailabilityFilter | undefined {
  const wanted = query.values('availability')
  const mediaSets = query.values('media_set')
  if (wanted.length === 0 && mediaSets.length === 0) return undefined
  const types = query.values('availability_type')
  const isOfType = (availability: Availability) =>
    types.length === 0 ? availability.type === 'ondemand' : types.includes(availability.type)
  const isPaid = paymentFilter(query)
  return {
    hasTraits: (availability) =>
      (wanted.length === 0 || (isOfType(availability) && isPaid(availability))) &&
      (mediaSets.length === 0 || availability.mediaSets.some(({ name }) => mediaSets.includes(name))),
    hasStatus: wanted.length === 0 ? () => true : statusFilter(wanted, now),
  }
}

export const matching =
  ({ hasTraits, hasStatus }: AvailabilityFilter) =>
  (availability: Availability): boolean =>
    hasTraits(availability) && hasStatus(timingOf(availability))

/** Creates the test for `payment_type`; free unless specified. */
export function paymentFilter(query: FeedQuery): (availability: Availability) => boolean {
  const sent = query.values('payment_type')
  const payments = sent.length === 0 ? ['free'] : sent
  return (availability) => payments.includes(paymentOf(availability))
}

function statusFilter(wanted: readonly string[], now: number): (timing: Timing) => boolean {
  const horizons = wanted.flatMap((value) => parseDuration(value) ?? [])
  const horizon = horizons.length === 0 ? undefined : now + Math.max(...horizons)
  const statuses = new Set<Status>(
    (['pending', 'available', 'revoked'] as const).filter((each) => wanted.includes(each)),
  )
  return (timing) => {
    const status = statusAt(timing, now)
    if (statuses.has(status)) return true
    return status === 'pending' && horizon !== undefined && timing.start <= horizon
  }
}

/** Returns the condition on entries of the columns. */
export function entryFilter(
  { trait, traits, start, end, revoked }: AvailabilityColumns,
  { hasTraits, hasStatus }: AvailabilityFilter,
): (entry: number) => boolean {
  const wanted = Uint8Array.from(traits, (availability) => (hasTraits(availability) ? 1 : 0))
  return (entry) =>
    wanted[present(trait[entry])] === 1 &&
    hasStatus({ start: present(start[entry]), end: present(end[entry]), isRevoked: revoked[entry] === 1 })
}

/**
 * Returns the programmes that have such an availability: episodes and clips by their own versions, containers by any
 * episode or clip below them. With `kinds`, programmes with one of these kinds available in themselves or below.
 */
export function availableProgrammes(catalogue: Catalogue, filter: AvailabilityFilter, kinds: readonly string[]): Mask {
  const { availabilities, columns, programmeOf, tree } = catalogue
  const { codes, values } = columns.kind()
  const result = new Uint8Array(codes.length)
  const isWanted = entryFilter(availabilities, filter)
  const hasKind = values.map((kind) => kinds.length === 0 || kinds.includes(kind ?? ''))
  // with kinds, an episode also contains its clips
  const isContainer = values.map((kind) => kinds.length > 0 || kind !== 'episode')
  for (let entry = 0; entry < availabilities.count; entry++) {
    if (!isWanted(entry)) continue
    const programme = programmeOf(present(availabilities.version[entry]))
    if (programme < 0 || !hasKind[present(codes[programme])]) continue
    result[programme] = 1
    // the ancestors of a marked container are marked already
    for (let above = tree.parentOf(programme); above >= 0; above = tree.parentOf(above)) {
      if (!isContainer[present(codes[above])]) continue
      if (result[above] === 1) break
      result[above] = 1
    }
  }
  return result
}
