// Which availabilities a call asks for, and which programmes have one of them.
import { statusOf } from '../availability.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { FeedQuery } from '../query/read-query.ts'
import type { Availability } from '../records.ts'
import { parseDuration } from '../times.ts'

export const paymentOf = ({ payment = 'free' }: Availability) => payment

/** Whether an availability is one that the filters ask for; undefined when they ask for none. */
export function availabilityFilter(
  query: FeedQuery,
  now: number,
): ((availability: Availability) => boolean) | undefined {
  const wanted = query.values('availability')
  const mediaSets = query.values('media_set')
  if (wanted.length === 0 && mediaSets.length === 0) return undefined
  const types = query.values('availability_type')
  const hasStatus = statusFilter(wanted, now)
  const isOfType = (availability: Availability) =>
    types.length === 0 ? availability.type === 'ondemand' : types.includes(availability.type)
  const isPaid = paymentFilter(query)
  return (availability) =>
    (wanted.length === 0 || (hasStatus(availability) && isOfType(availability) && isPaid(availability))) &&
    (mediaSets.length === 0 || availability.mediaSets.some(({ name }) => mediaSets.includes(name)))
}

/** By `payment_type`, which is free unless the call says otherwise. */
export function paymentFilter(query: FeedQuery): (availability: Availability) => boolean {
  const sent = query.values('payment_type')
  const payments = sent.length === 0 ? ['free'] : sent
  return (availability) => payments.includes(paymentOf(availability))
}

function statusFilter(wanted: readonly string[], now: number): (availability: Availability) => boolean {
  const horizons = wanted.flatMap((value) => parseDuration(value) ?? [])
  const horizon = horizons.length === 0 ? undefined : now + Math.max(...horizons)
  return (availability) => {
    const status = statusOf(availability, now)
    if (wanted.includes(status)) return true
    return status === 'pending' && horizon !== undefined && (availability.start ?? now) <= horizon
  }
}

/**
 * The programmes that have such an availability: episodes and clips by their own versions, containers by any episode
 * or clip below them. With `kinds`, whatever has one of these kinds available in itself or below.
 */
export function availableProgrammes(
  catalogue: Catalogue,
  matches: (availability: Availability) => boolean,
  kinds: readonly string[],
): Uint8Array {
  const { programmes, versions, programmeOf, tree } = catalogue
  const result = new Uint8Array(programmes.rows.length)
  // with kinds, an episode is a container of its clips too
  const isContainer = (index: number) => kinds.length > 0 || programmes.rows[index]?.kind !== 'episode'
  for (let index = 0; index < versions.rows.length; index++) {
    if (!versions.rows[index]?.availabilities.some(matches)) continue
    const programme = programmeOf(index)
    const { kind } = programmes.rows[programme] ?? {}
    if (kind === undefined || (kinds.length > 0 && !kinds.includes(kind))) continue
    result[programme] = 1
    // what is above a marked container is marked already
    for (let above = tree.parentOf(programme); above >= 0; above = tree.parentOf(above)) {
      if (!isContainer(above)) continue
      if (result[above] === 1) break
      result[above] = 1
    }
  }
  return result
}
