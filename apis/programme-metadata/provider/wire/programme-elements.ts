// Brands, series, episodes, clips, versions and availabilities as elements.
import { attributesOnly, type Child, element, list, many, maybe, one } from './element-types.ts'
import {
  alternateImages,
  ancestorTitles,
  contributions,
  described,
  formats,
  genreGroupings,
  genreGroups,
  groupedWarnings,
  identifiers,
  ids,
  images,
  masterBrand,
  oldImage,
  PidReference,
  Reference,
  relatedLinks,
  releaseDate,
  ServiceLink,
  Span,
  typeNames,
  warnings,
} from './parts.ts'

const identity = {
  pid: one('pid'),
  ...identifiers,
  partner: one('pid'),
  updated_time: one('dateTime'),
  embargoed: one('string'),
  ...described,
  uri: maybe('anyURI'),
} as const

const VersionType = attributesOnly('VersionTypeTimes', { id: 'string', start: 'dateTime?', end: 'dateTime?' })
const ProgrammeAvailability = element('ProgrammeAvailability', {
  children: {
    status: one('string'),
    version_types: one(element('VersionTypesTimes', { children: { version_type: many(VersionType) } })),
  },
})
const MediaSet = element('MediaSet', {
  children: {
    actual_start: maybe('dateTime'),
    name: one('string'),
    territories: maybe(element('Territories', { children: { territory: many('string') } })),
  },
})
const AvailableVersionTimes = element('AvailableVersionTimes', {
  attributes: { status: 'string?', type: 'string?', payment_type: 'string?' },
  children: {
    scheduled_start: maybe('dateTime'),
    scheduled_end: maybe('dateTime'),
    media_availability_start: maybe('dateTime'),
    media_availability_end: maybe('dateTime'),
    accurate_start: maybe('dateTime'),
    accurate_end: maybe('dateTime'),
    media_sets: maybe(element('AvailableMediaSets', { children: { media_set: list(MediaSet) } })),
  },
})
const AvailableVersion = element('AvailableVersion', {
  attributes: { pid: 'pid' },
  children: {
    duration: maybe('duration'),
    competition_warning: maybe('boolean'),
    ...groupedWarnings,
    ...typeNames,
    availabilities: maybe(
      element('AvailableVersionAvailabilities', {
        attributes: { type: 'string?' },
        children: { availability: many(AvailableVersionTimes) },
      }),
    ),
  },
})
const AvailableVersions = element('AvailableVersions', {
  attributes: { available: 'integer' },
  children: { version: many(AvailableVersion) },
})
const PlainAvailability = element('PlainAvailability', {
  attributes: { status: 'string?' },
  children: {
    availability_start: maybe('dateTime'),
    availability_end: maybe('dateTime'),
    media_sets: maybe(element('MediaSetNames', { children: { media_set: list('string') } })),
  },
})
const PlainVersion = element('PlainVersion', {
  attributes: { pid: 'pid' },
  children: {
    duration: maybe('duration'),
    competition_warning: maybe('string'),
    ...groupedWarnings,
    ...typeNames,
    availabilities: many(element('PlainAvailabilities', { children: { availability: many(PlainAvailability) } })),
  },
})
/** The deprecated mixin of all versions. */
const Versions = element('Versions', {
  attributes: { available: 'integer' },
  children: { version: many(PlainVersion) },
})

const mixedIn = {
  ...images,
  ...alternateImages,
  is_embeddable: maybe('boolean'),
  ...ancestorTitles,
} as const
const originalVersion = {
  version: maybe(
    element('OriginalVersion', {
      attributes: { pid: 'pid', href: 'anyURI' },
      children: { duration: maybe('duration') },
    }),
  ),
} as const
const lastMixins: Readonly<Record<string, Child>> = {
  ...relatedLinks,
  ...contributions,
  previous_next: maybe(element('PreviousNext', { children: { previous: maybe(Reference), next: maybe(Reference) } })),
  availability: many(ProgrammeAvailability),
  versions: many(Versions),
  available_versions: maybe(AvailableVersions),
  available_webcasts: maybe(AvailableVersions),
  available_simulcasts: maybe(AvailableVersions),
  ...genreGroupings,
  programme_type: maybe(attributesOnly('ProgrammeType', { value: 'string' })),
}

export const Brand = element('Brand', {
  children: {
    ...identity,
    ...oldImage,
    ...releaseDate,
    ...masterBrand,
    franchises: maybe(Reference),
    items_for: maybe(Reference),
    expected_child_count: maybe('integer'),
    ...formats,
    ...mixedIn,
    ...lastMixins,
    ...genreGroups,
  },
})
export const Series = element('Series', {
  children: {
    ...identity,
    ...oldImage,
    ...releaseDate,
    ...masterBrand,
    series_of: maybe(PidReference),
    ancestors: maybe(Reference),
    items_for: maybe(Reference),
    expected_child_count: maybe('integer'),
    ...formats,
    ...mixedIn,
    ...lastMixins,
    ...genreGroups,
  },
})
export const Episode = element('Episode', {
  children: {
    ...identity,
    advertising_allowed: one('string'),
    presentation_title: maybe('string'),
    media_type: maybe('token'),
    ...oldImage,
    ...releaseDate,
    is_stacked: maybe('boolean'),
    has_guidance: maybe('boolean'),
    ...masterBrand,
    episode_of: maybe(PidReference),
    ...genreGroups,
    ancestors: maybe(Reference),
    items_for: maybe(Reference),
    ...formats,
    ...mixedIn,
    ...originalVersion,
    ...lastMixins,
  },
})
export const Clip = element('Clip', {
  children: {
    ...identity,
    caption: maybe('string'),
    advertising_allowed: one('string'),
    media_type: maybe('token'),
    ...oldImage,
    ...releaseDate,
    ...masterBrand,
    clip_of: maybe(PidReference),
    ...genreGroups,
    ancestors: maybe(Reference),
    items_for: maybe(Reference),
    ...formats,
    ...mixedIn,
    ...originalVersion,
    ...lastMixins,
  },
})

const TypeId = attributesOnly('TypeId', { id: 'string' })
export const Version = element('Version', {
  children: {
    pid: one('pid'),
    ...ids,
    ...identifiers,
    aspect_ratio: maybe('string'),
    competition_warning: maybe('boolean'),
    duration: maybe('duration'),
    updated_time: one('dateTime'),
    version_types: maybe(element('VersionTypes', { children: { version_type: many(TypeId) } })),
    types: maybe(element('Types', { children: { type: list(TypeId) } })),
    ...warnings,
    version_of: maybe(PidReference),
  },
})

const AvailabilityOf = attributesOnly('AvailabilityOf', {
  result_type: 'token',
  pid: 'pid',
  href: 'anyURI',
  type: 'token?',
})
const AvailabilityDebug = element('AvailabilityDebug', {
  children: { availability_of: maybe(PidReference), service: maybe(ServiceLink), territory: maybe('token') },
})
export const Availability = element('Availability', {
  children: {
    status: one('string'),
    revocation_status: maybe('string'),
    availability_type: one('string'),
    scheduled_time: maybe(Span),
    media_availability_time: maybe(Span),
    accurate_programme_time: maybe(Span),
    actual_start: maybe('dateTime'),
    media_set: list('token'),
    availability_of: list(AvailabilityOf),
    'availability-debug': maybe(AvailabilityDebug),
  },
})
