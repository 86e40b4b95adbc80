// Broadcasts, services, groups, images, segments, people, master brands and promotions as elements.
import { attributesOnly, element, list, many, maybe, one } from './element-types.ts'
import {
  alternateImages,
  ancestorTitles,
  BroadcastTime,
  contributions,
  described,
  identifiers,
  ids,
  images,
  masterBrand,
  Name,
  oldImage,
  PidReference,
  Reference,
  relatedLinks,
  ServiceLink,
  Span,
  Synopses,
} from './parts.ts'

const scheduleMixins = { ...images, ...ancestorTitles } as const
const TransmissionTime = attributesOnly('TransmissionTime', {
  start: 'dateTime?',
  end: 'dateTime?',
  credits_showing: 'dateTime?',
})
export const Broadcast = element('Broadcast', {
  children: {
    pid: one('pid'),
    ...identifiers,
    partner: one('pid'),
    service: maybe(ServiceLink),
    updated_time: maybe('dateTime'),
    published_time: maybe(BroadcastTime),
    tx_time: maybe(TransmissionTime),
    ...ids,
    is_blanked: maybe('boolean'),
    is_repeat: maybe('boolean'),
    is_audio_described: maybe('boolean'),
    is_critical: maybe('boolean'),
    is_simulcast: maybe('boolean'),
    broadcast_of: list(PidReference),
    ...oldImage,
    ...scheduleMixins,
  },
})
const PublicationRights = element('PublicationRights', {
  attributes: { territory: 'string?', transport: 'string?', context: 'string?', platform: 'string?' },
  text: 'string',
})
export const Window = element('Window', {
  children: {
    pid: one('pid'),
    ...identifiers,
    partner: one('pid'),
    service: maybe(ServiceLink),
    updated_time: maybe('dateTime'),
    scheduled_time: maybe(Span),
    accurate_programme_time: maybe(Span),
    media_availability_time: maybe(Span),
    ...ids,
    window_of: list(PidReference),
    ...oldImage,
    scheduled_publication_rights: maybe(
      element('ScheduledPublicationRights', { children: { publication_rights: many(PublicationRights) } }),
    ),
    ...scheduleMixins,
  },
})
export const Service = element('Service', {
  children: {
    sid: one('token'),
    ...identifiers,
    ...ids,
    partner: one('pid'),
    updated_time: maybe('dateTime'),
    name: maybe('string'),
    description: maybe('string'),
    region: maybe('string'),
    type: maybe('string'),
    media_type: maybe('token'),
    is_concrete: maybe('boolean'),
    is_streamable: maybe('boolean'),
    is_downloadable: maybe('boolean'),
    date_range: maybe(Span),
    ...masterBrand,
  },
})
const ForProgramme = element('ForProgramme', { attributes: { href: 'anyURI?' }, text: 'string' })
/** A group: season, collection, gallery or franchise. */
export const Group = element('Group', {
  children: {
    pid: one('pid'),
    ...identifiers,
    embargoed: one('string'),
    partner: one('pid'),
    updated_time: one('dateTime'),
    ...ids,
    ...masterBrand,
    url_key: maybe('string'),
    ...described,
    scheduled: maybe(Span),
    ...images,
    ...alternateImages,
    for_programmes: maybe(element('ForProgrammes', { children: { for_programme: many(ForProgramme) } })),
    ...relatedLinks,
  },
})
export const Image = element('Image', {
  children: {
    pid: one('pid'),
    ...identifiers,
    embargoed: one('string'),
    partner: one('pid'),
    ...described,
    author: maybe('string'),
    shoot_date: maybe('dateTime'),
    source_asset: maybe(
      element('SourceAsset', {
        children: {
          dimensions: maybe(attributesOnly('Dimensions', { width: 'integer?', height: 'integer?' })),
          size: maybe(element('Size', { attributes: { units: 'string?' }, text: 'string' })),
          focus_point: maybe(attributesOnly('FocusPoint', { x: 'integer?', y: 'integer?' })),
          mime_type: maybe('string'),
          uri: maybe('string'),
        },
      }),
    ),
    template_url: maybe('anyURI'),
    type: maybe('string'),
  },
})
const PlayEvent = element('PlayEvent', {
  attributes: { pid: 'pid', offset: 'integer?', position: 'decimal?' },
  children: { ...described, played_in: many(Reference) },
})
const OffsetIn = attributesOnly('OffsetIn', {
  programme: 'pid',
  version: 'pid',
  position: 'decimal?',
  offset: 'integer?',
  href: 'anyURI',
})
/** A segment: chapter, track or other. */
export const Item = element('Item', {
  children: {
    pid: one('pid'),
    ...identifiers,
    partner: one('pid'),
    updated_time: maybe('dateTime'),
    ...ids,
    type: maybe('string'),
    ...described,
    release_title: maybe('string'),
    source_media: maybe('string'),
    catalogue_number: maybe('string'),
    record_label: maybe('string'),
    publisher: maybe('string'),
    music_code: maybe('string'),
    track_number: maybe('string'),
    track_side: maybe('string'),
    recording_date: maybe('string'),
    duration: maybe('decimal'),
    item_of: maybe(Reference),
    offsets: maybe(element('Offsets', { children: { offset_in: many(OffsetIn) } })),
    play_events: maybe(element('PlayEvents', { children: { play_event: many(PlayEvent) } })),
    snippet_url: maybe('anyURI'),
    ...images,
    ...contributions,
  },
})
export const Contributor = element('Contributor', {
  attributes: { href: 'anyURI?' },
  children: {
    pid: one('pid'),
    ...identifiers,
    partner: one('pid'),
    ...ids,
    type: maybe('string'),
    name: maybe(Name),
    disambiguation: maybe('string'),
    contributor_to: many(Reference),
  },
})
export const MasterBrand = element('MasterBrand', {
  children: {
    mid: one('string'),
    ...identifiers,
    partner: one('pid'),
    name: maybe('string'),
    title: maybe('string'),
    synopses: maybe(Synopses),
    url_key: maybe('string'),
    colour: maybe('string'),
    position: maybe('integer'),
    ident: maybe('string'),
    ...oldImage,
    ...images,
    master_brand_date_range: maybe(Span),
    competition_warning: maybe(attributesOnly('CompetitionWarning', { pid: 'pid', href: 'anyURI' })),
  },
})
export const Promotion = element('Promotion', {
  children: {
    pid: one('pid'),
    ...identifiers,
    partner: one('pid'),
    updated_time: one('dateTime'),
    title: maybe('string'),
    start_time: maybe('dateTime'),
    end_time: maybe('dateTime'),
    synopses: maybe(Synopses),
    uri: maybe('anyURI'),
    priority: maybe('integer'),
    promoted_by: maybe('string'),
    promoted_for: maybe('string'),
    context: maybe(
      attributesOnly('Context', {
        cascades_to_descendants: 'boolean?',
        href: 'anyURI?',
        pid: 'pid',
        result_type: 'token',
      }),
    ),
    status: maybe('string'),
    url: maybe('anyURI'),
    promotion_of: maybe(PidReference),
    ...relatedLinks,
  },
})
/** A partner of the identifier store. */
export const Partner = element('Partner', {
  children: { pid: one('pid'), name: maybe('string'), title: maybe('string'), description: maybe('string') },
})
const RawGenre = attributesOnly('RawGenre', { id: 'string', type: 'string?', title: 'string?' })
export const RawGenreGroup = element('RawGenreGroup', {
  attributes: { id: 'string', type: 'string?', updated_time: 'dateTime?' },
  children: { genres: list(RawGenre) },
})
export const RawFormat = attributesOnly('RawFormat', { id: 'string', title: 'string', updated_time: 'dateTime?' })
