// Versions and availability as mixins of a programme.
import { statusOf } from '../availability.ts'
import type { Availability, AvailabilityType, Version } from '../records.ts'
import { isoDuration, isoTime } from '../times.ts'
import { optional } from './links.ts'

const timeOf = (seconds: number | undefined) => (seconds === undefined ? undefined : isoTime(seconds))

/** Returns the mixin `availability`: the matching ones by status, with the times of each type of version. */
export function availabilityByStatus(
  versions: readonly Version[],
  matches: (availability: Availability) => boolean,
  now: number,
) {
  const byStatus = new Map<string, object[]>()
  for (const version of versions)
    for (const availability of version.availabilities.filter(matches)) {
      const status = statusOf(availability, now)
      const times = {
        id: version.types[0] ?? 'Original',
        ...optional('start', timeOf(availability.start)),
        ...optional('end', timeOf(availability.end)),
      }
      byStatus.set(status, [...(byStatus.get(status) ?? []), times])
    }
  return [...byStatus].map(([status, types]) => ({ status, version_types: { version_type: types } }))
}

interface AvailableOptions {
  readonly type: AvailabilityType
  readonly isPaid: (availability: Availability) => boolean
  readonly now: number
}

/** Returns the versions that are available now, with their availabilities. */
export function availableVersions(versions: readonly Version[], { type, isPaid, now }: AvailableOptions) {
  const isAvailable = (availability: Availability) =>
    availability.type === type && statusOf(availability, now) === 'available' && isPaid(availability)
  const available = versions.filter((version) => version.availabilities.some(isAvailable))
  return {
    available: available.length,
    version: available.map((version) => ({
      ...versionMembers(version),
      competition_warning: version.isCompetition ?? false,
      availabilities: { availability: version.availabilities.filter(isAvailable).map(availableTimes) },
    })),
  }
}

function versionMembers(version: Version) {
  const { pid, duration, types, warnings = [] } = version
  const warning = warnings.map(({ code, text }) => ({ ...optional('warning_code', code), $: text }))
  return {
    pid,
    ...optional('duration', duration === undefined ? undefined : isoDuration(duration)),
    ...(warning.length === 0 ? {} : { warnings: { warning_items: { warning } } }),
    types: { type: types },
  }
}

function availableTimes(availability: Availability) {
  const { start, end, type, payment = 'free', actualStart, mediaSets } = availability
  return {
    status: 'available',
    type,
    payment_type: payment,
    ...optional('scheduled_start', timeOf(start)),
    ...optional('scheduled_end', timeOf(end)),
    ...(mediaSets.length === 0
      ? {}
      : {
          media_sets: {
            media_set: mediaSets.map(({ name, territories }) => ({
              name,
              ...optional('actual_start', timeOf(actualStart)),
              territories: { territory: territories },
            })),
          },
        }),
  }
}

/** Returns the deprecated mixin: every version with its availabilities in any state. */
export function allVersions(versions: readonly Version[], now: number) {
  const isAvailable = ({ availabilities }: Version) =>
    availabilities.some((each) => statusOf(each, now) === 'available')
  return {
    available: versions.filter(isAvailable).length,
    version: versions.map((version) => ({
      ...versionMembers(version),
      competition_warning: String(version.isCompetition ?? false),
      ...(version.availabilities.length === 0
        ? {}
        : {
            availabilities: [
              {
                availability: version.availabilities.map((availability) => ({
                  status: statusOf(availability, now),
                  ...optional('availability_start', timeOf(availability.start)),
                  ...optional('availability_end', timeOf(availability.end)),
                  ...(availability.mediaSets.length === 0
                    ? {}
                    : { media_sets: { media_set: availability.mediaSets.map(({ name }) => name) } }),
                })),
              },
            ],
          }),
    })),
  }
}
