// A programme as an item, with the requested mixins (SOURCES 4.1).
import type { Catalogue } from '../catalogue/catalogue.ts'
import { feedsRoot } from '../definition/feed-definition.ts'
import type { Availability, Programme } from '../records.ts'
import { isoDuration, isoTime } from '../times.ts'
import { formatsOf, genreGroupsOf } from './genres.ts'
import {
  alternateImagesMixin,
  ancestorTitlesOf,
  contributionsMixin,
  href,
  identityOf,
  imagesMixin,
  masterBrandLink,
  oldImageOf,
  optional,
  pidReference,
  relatedLinksMixin,
} from './links.ts'
import { allVersions, availabilityByStatus, availableVersions } from './programme-versions.ts'

interface ProgrammeViewOptions {
  readonly catalogue: Catalogue
  readonly mixins: ReadonlySet<string>
  readonly now: number
  /** Test for the availabilities that the call's filter selects. */
  readonly matches?: ((availability: Availability) => boolean) | undefined
  /** Test for the payment of the available versions. */
  readonly isPaid?: ((availability: Availability) => boolean) | undefined
  readonly neighbours?: { readonly previous: Programme | undefined; readonly next: Programme | undefined }
  readonly originalOf: (index: number) => { readonly pid: string; readonly duration?: number | undefined } | undefined
}

/** Returns the item; `index` is the programme's in the catalogue. */
export function programmeView(programme: Programme, index: number, options: ProgrammeViewOptions) {
  const { catalogue } = options
  const { kind, pid, title, synopses, uri } = programme
  return {
    item_type: kind,
    pid,
    ...identityOf(programme),
    partner: programme.partner,
    updated_time: isoTime(programme.updated),
    embargoed: String(programme.isEmbargoed === true),
    ...optional('title', title),
    ...optional('synopses', synopses),
    ...optional('uri', uri),
    ...oldImageOf(catalogue, programme.image),
    ...releaseOf(programme),
    ...optional(
      'master_brand',
      programme.masterBrand === undefined ? undefined : masterBrandLink(programme.masterBrand),
    ),
    ...ownMembers(catalogue, programme),
    ...formatsOf(catalogue, programme),
    ...plainMixins(programme, index, options),
    ...versionMixins(programme, index, options),
  }
}

function releaseOf({ release = '' }: Programme) {
  if (release.length === 10) return { release_date: release }
  if (release.length === 7) return { release_year_month: release }
  return release.length === 4 ? { release_year: release } : {}
}

/** Members that depend on the kind. */
function ownMembers({ programmes, groups }: Catalogue, programme: Programme) {
  const { kind, pid, parent, position } = programme
  const items = { items_for: { href: href('items', 'programme', pid), result_type: 'item' } }
  const above = parent === undefined ? undefined : programmes.get(parent)
  const reference =
    parent === undefined
      ? undefined
      : { ...pidReference(parent, above?.kind ?? 'brand'), ...optional('position', position) }
  const ancestors =
    parent === undefined
      ? {}
      : { ancestors: { href: `${feedsRoot}programmes?pid=${encodeURIComponent(parent)}`, result_type: 'programme' } }
  const children = optional('expected_child_count', programme.expectedChildren)
  switch (kind) {
    case 'brand': {
      const isInFranchise = groups.rows.some((group) => group.kind === 'franchise' && group.members.includes(pid))
      const franchises = { href: `${href('groups', 'member', pid)}&group_type=franchise`, result_type: 'group' }
      return { ...items, ...(isInFranchise ? { franchises } : {}), ...children }
    }
    case 'series':
      return { ...items, ...ancestors, ...optional('series_of', reference), ...children }
    case 'episode':
      return {
        ...items,
        ...ancestors,
        ...optional('episode_of', reference),
        ...optional('presentation_title', programme.presentationTitle),
        ...optional('is_stacked', programme.isStacked),
        ...optional('has_guidance', programme.hasGuidance),
        ...playable(programme),
      }
    case 'clip':
      return {
        ...items,
        ...ancestors,
        ...optional('clip_of', reference),
        ...optional('caption', programme.caption),
        ...playable(programme),
      }
  }
}

function playable({ advertising = 'yes', mediaType }: Programme) {
  return { advertising_allowed: advertising, ...optional('media_type', mediaType) }
}

function plainMixins(programme: Programme, index: number, options: ProgrammeViewOptions) {
  const { catalogue, mixins, neighbours } = options
  const { kind, pid } = programme
  const has = (name: string) => mixins.has(name)
  const titles = has('ancestor_titles') || has('titles') ? ancestorTitlesOf(catalogue, index) : []
  const reference = (neighbour: Programme | undefined) =>
    neighbour && { href: href('programmes', 'pid', neighbour.pid), result_type: neighbour.kind }
  return {
    ...(has('images') ? imagesMixin(catalogue, programme) : {}),
    ...(has('alternate_images') ? alternateImagesMixin(catalogue, programme.alternateImages) : {}),
    ...(has('is_embeddable') ? { is_embeddable: programme.isEmbeddable ?? false } : {}),
    ...(titles.length === 0 ? {} : { ancestor_titles: titles }),
    ...(has('related_links') ? relatedLinksMixin(programme.links) : {}),
    ...(has('contributions') ? contributionsMixin(catalogue, `programme=${pid}`, programme.contributions) : {}),
    ...(has('previous_next') && neighbours
      ? {
          previous_next: {
            ...optional('previous', reference(neighbours.previous)),
            ...optional('next', reference(neighbours.next)),
          },
        }
      : {}),
    ...(has('genre_groupings') ? { genre_groupings: { genre_group: genreGroupsOf(catalogue, programme) } } : {}),
    ...(has('genre_groups')
      ? {
          genre_groups: {
            href: `${href('programmes', 'pid', pid)}&mixin=genre_groupings`,
            result_type: 'genre_group',
            deprecated: true,
            deprecated_since: '2015-03-23',
            replaced_by: 'genre_groupings',
            genre_group: genreGroupsOf(catalogue, programme),
          },
        }
      : {}),
    ...(has('programme_type') && kind !== 'clip' ? { programme_type: { value: kind } } : {}),
  }
}

function versionMixins(programme: Programme, index: number, options: ProgrammeViewOptions) {
  const { catalogue, mixins, now, matches, isPaid = () => true, originalOf } = options
  const has = (name: string) => mixins.has(name)
  const own = catalogue.versionsOf(index).flatMap((version) => catalogue.versions.rows[version] ?? [])
  const isPlayable = programme.kind === 'episode' || programme.kind === 'clip'
  const original = has('duration') && isPlayable ? originalOf(index) : undefined
  return {
    ...(has('availability') && matches ? { availability: availabilityByStatus(own, matches, now) } : {}),
    ...(original
      ? {
          version: {
            pid: original.pid,
            href: href('versions', 'pid', original.pid),
            ...optional('duration', original.duration === undefined ? undefined : isoDuration(original.duration)),
          },
        }
      : {}),
    ...(isPlayable
      ? {
          ...(has('available_versions')
            ? { available_versions: availableVersions(own, { type: 'ondemand', isPaid, now }) }
            : {}),
          ...(has('available_webcasts')
            ? { available_webcasts: availableVersions(own, { type: 'webcast', isPaid, now }) }
            : {}),
          ...(has('available_simulcasts')
            ? { available_simulcasts: availableVersions(own, { type: 'simulcast', isPaid, now }) }
            : {}),
          ...(has('versions_availability') ? { versions: [allVersions(own, now)] } : {}),
        }
      : {}),
  }
}
