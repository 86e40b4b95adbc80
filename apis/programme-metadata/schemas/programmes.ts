// Brands, series, episodes and clips, their versions and availability.
import { anyOf, bool, int, list, obj, oneOf, opt, str } from '#define'
import {
  AncestorTitles,
  alternateImages,
  Contributions,
  deprecation,
  href,
  identity,
  images,
  MasterBrandLink,
  many,
  PidReference,
  pid,
  Reference,
  RelatedLinks,
  Synopses,
  TimeRange,
  time,
  truth,
  Warnings,
} from './links.ts'

const duration = str({ doc: 'ISO 8601 duration.' })
const AvailabilityOfVersion = obj({
  status: opt(str()),
  type: opt(str()),
  payment_type: opt(str()),
  scheduled_start: opt(time),
  scheduled_end: opt(time),
  media_availability_start: opt(time),
  media_availability_end: opt(time),
  accurate_start: opt(time),
  accurate_end: opt(time),
  availability_start: opt(time),
  availability_end: opt(time),
  media_sets: opt(
    obj({
      media_set: list(
        anyOf([
          obj({
            name: str(),
            actual_start: opt(time),
            territories: opt(obj({ territory: opt(many(str())) })),
          }),
          str(),
        ]),
      ),
    }),
  ),
})
const VersionAvailability = obj({
  available: int({ doc: 'Number of versions that are available.' }),
  version: opt(
    many(
      obj({
        pid,
        duration: opt(duration),
        types: opt(obj({ type: list(str()) })),
        competition_warning: opt(anyOf([bool(), str()])),
        warnings: opt(Warnings),
        availabilities: opt(many(obj({ type: opt(str()), availability: opt(many(AvailabilityOfVersion)) }))),
      }),
    ),
  ),
})
const ProgrammeAvailability = obj({
  status: str(),
  version_types: opt(obj({ version_type: many(obj({ id: opt(str()), start: opt(time), end: opt(time) })) })),
})
const GenreGroup = obj({
  id: str(),
  type: opt(str()),
  genres: obj({ genre: opt(many(obj({ id: str(), type: opt(str()), $: opt(str()) }))) }),
})

/** Members that are present only if their mixin is requested. */
const mixins = {
  ancestor_titles: opt(AncestorTitles),
  ...alternateImages,
  availability: opt(many(ProgrammeAvailability)),
  available_versions: opt(VersionAvailability),
  available_webcasts: opt(VersionAvailability),
  available_simulcasts: opt(VersionAvailability),
  versions: opt(many(VersionAvailability)),
  contributions: opt(Contributions),
  version: opt(obj({ pid, href, duration: opt(duration) })),
  genre_groupings: opt(obj({ genre_group: opt(many(GenreGroup)) })),
  is_embeddable: opt(bool()),
  previous_next: opt(obj({ previous: opt(Reference), next: opt(Reference) })),
  programme_type: opt(obj({ value: str() })),
  related_links: opt(RelatedLinks),
}

const members = {
  pid,
  ...identity,
  partner: pid,
  updated_time: time,
  embargoed: truth,
  title: opt(str()),
  synopses: opt(Synopses),
  uri: opt(str()),
  ...images,
  release_date: opt(str({ doc: 'YYYY-MM-DD; otherwise one of the two less exact members is present.' })),
  release_year_month: opt(str()),
  release_year: opt(str()),
  master_brand: opt(MasterBrandLink),
  ancestors: opt(Reference),
  items_for: opt(Reference),
  programme_formats: opt(obj({ format: many(obj({ format_id: str(), $: opt(str()) })) })),
  ...mixins,
  franchises: opt(Reference),
  expected_child_count: opt(int()),
  series_of: opt(PidReference),
  episode_of: opt(PidReference),
  clip_of: opt(PidReference),
  presentation_title: opt(str()),
  caption: opt(str()),
  advertising_allowed: opt(str()),
  media_type: opt(oneOf(['Audio', 'Video'])),
  is_stacked: opt(bool()),
  has_guidance: opt(bool()),
  genre_groups: opt(
    obj({ ...deprecation, href: opt(href), result_type: opt(str()), genre_group: opt(many(GenreGroup)) }),
  ),
}
/** A programme of any of the four kinds; its members depend on `item_type` and the mixins. */
export const Programme = obj({ item_type: oneOf(['brand', 'series', 'episode', 'clip']), ...members })
export const Brand = obj({ item_type: oneOf(['brand']), ...members })
export const Episode = obj({ item_type: oneOf(['episode']), ...members })

export const Version = obj({
  item_type: oneOf(['version']),
  pid,
  ...identity,
  aspect_ratio: opt(str()),
  competition_warning: opt(bool()),
  duration: opt(duration),
  updated_time: time,
  version_types: opt(obj({ version_type: many(obj({ id: str() })) })),
  types: opt(obj({ type: list(obj({ id: str() })) })),
  warnings: opt(Warnings),
  version_of: opt(PidReference),
})

export const Availability = obj({
  item_type: oneOf(['availability']),
  status: str(),
  revocation_status: opt(str()),
  availability_type: oneOf(['ondemand', 'simulcast', 'webcast']),
  scheduled_time: opt(TimeRange),
  media_availability_time: opt(TimeRange),
  accurate_programme_time: opt(TimeRange),
  actual_start: opt(time),
  media_set: opt(list(str())),
  availability_of: opt(many(obj({ pid, result_type: str(), href, type: opt(str()) }))),
  'availability-debug': opt(
    obj({
      availability_of: opt(PidReference),
      service: opt(obj({ sid: opt(str()), href: opt(href), result_type: opt(str()) })),
      territory: opt(str()),
    }),
  ),
})

/** Entities of the raw genre and format endpoints. Their titles are HTML-escaped. */
export const RawGenreGroup = obj({
  id: str(),
  type: opt(str()),
  updated_time: opt(time),
  genres: many(obj({ id: str(), type: opt(str()), title: opt(str()) })),
})
export const RawFormat = obj({ item_type: opt(oneOf(['format'])), id: str(), title: str(), updated_time: opt(time) })
