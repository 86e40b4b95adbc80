// Entities around programmes: broadcasts and webcasts, groups, images, items, people, master brands, services,
// promotions.
import { anyOf, bool, int, list, num, obj, oneOf, opt, str } from '#define'
import {
  AncestorTitles,
  alternateImages,
  Contributions,
  href,
  identity,
  images,
  MasterBrandLink,
  many,
  Name,
  PidReference,
  pid,
  Reference,
  RelatedLinks,
  ServiceLink,
  Synopses,
  TimeRange,
  time,
  truth,
} from './links.ts'

export const Broadcast = obj({
  item_type: oneOf(['broadcast']),
  pid,
  ...identity,
  partner: pid,
  service: opt(ServiceLink),
  updated_time: opt(time),
  published_time: opt(obj({ start: opt(time), end: opt(time), duration: opt(str()) })),
  tx_time: opt(obj({ start: opt(time), end: opt(time), credits_showing: opt(time) })),
  is_blanked: opt(bool()),
  is_repeat: opt(bool()),
  is_audio_described: opt(bool()),
  is_critical: opt(bool()),
  is_simulcast: opt(bool()),
  broadcast_of: opt(list(PidReference, { doc: 'The episode or clip, and the version.' })),
  ...images,
  ancestor_titles: opt(AncestorTitles),
})

/** A webcast. */
const Window = obj({
  item_type: oneOf(['window']),
  pid,
  ...identity,
  partner: pid,
  service: opt(ServiceLink),
  updated_time: opt(time),
  scheduled_time: opt(TimeRange),
  accurate_programme_time: opt(TimeRange),
  media_availability_time: opt(TimeRange),
  window_of: opt(list(PidReference)),
  scheduled_publication_rights: opt(
    obj({
      publication_rights: opt(
        many(
          obj({
            territory: opt(str()),
            transport: opt(str()),
            context: opt(str()),
            platform: opt(str()),
            $: opt(str()),
          }),
        ),
      ),
    }),
  ),
  ...images,
  ancestor_titles: opt(AncestorTitles),
})
export const ScheduleEntry = anyOf([Broadcast, Window])

export const Group = obj({
  item_type: oneOf(['season', 'collection', 'gallery', 'franchise']),
  pid,
  ...identity,
  embargoed: truth,
  partner: pid,
  updated_time: time,
  master_brand: opt(MasterBrandLink),
  url_key: opt(str()),
  title: opt(str()),
  synopses: opt(Synopses),
  scheduled: opt(TimeRange),
  ...images,
  ...alternateImages,
  for_programmes: opt(obj({ for_programme: opt(many(obj({ href: opt(href), $: opt(str()) }))) })),
  related_links: opt(RelatedLinks),
})

export const Image = obj({
  item_type: oneOf(['image']),
  pid,
  ...identity,
  embargoed: truth,
  partner: pid,
  title: opt(str()),
  synopses: opt(Synopses),
  author: opt(str()),
  shoot_date: opt(time),
  source_asset: opt(
    obj({
      dimensions: opt(obj({ width: opt(int()), height: opt(int()) })),
      size: opt(anyOf([str(), num(), obj({ units: opt(str()), $: opt(anyOf([str(), num()])) })])),
      focus_point: opt(obj({ x: opt(int()), y: opt(int()) })),
      mime_type: opt(str()),
      uri: opt(str()),
    }),
  ),
  template_url: opt(str({ doc: 'Address without scheme; `$recipe` is a placeholder for a size.' })),
  type: opt(str()),
})

/** A segment of a programme, such as a chapter or a track. */
export const Item = obj({
  item_type: oneOf(['music', 'chapter', 'speech', 'highlight', 'other']),
  pid,
  ...identity,
  partner: pid,
  updated_time: opt(time),
  type: opt(str()),
  title: opt(str()),
  synopses: opt(Synopses),
  release_title: opt(str()),
  source_media: opt(str()),
  catalogue_number: opt(str()),
  record_label: opt(str()),
  publisher: opt(str()),
  music_code: opt(str()),
  track_number: opt(str()),
  track_side: opt(str()),
  recording_date: opt(str()),
  duration: opt(num({ doc: 'Seconds.' })),
  item_of: opt(Reference),
  offsets: opt(
    obj({
      offset_in: opt(many(obj({ programme: pid, version: pid, href, position: opt(num()), offset: opt(int()) }))),
    }),
  ),
  play_events: opt(
    obj({
      play_event: opt(
        many(
          obj({
            pid,
            title: opt(str()),
            synopses: opt(Synopses),
            offset: opt(int({ doc: 'Seconds from the start.' })),
            position: opt(num()),
            played_in: opt(many(obj({ result_type: opt(str()), href: opt(href) }))),
          }),
        ),
      ),
    }),
  ),
  snippet_url: opt(str()),
  ...images,
  contributions: opt(Contributions),
})

/** A person or band. */
export const Contributor = obj({
  item_type: oneOf(['contributor']),
  pid,
  ...identity,
  partner: pid,
  type: opt(str()),
  name: opt(Name),
  disambiguation: opt(str()),
  contributor_to: opt(many(Reference)),
  href: opt(href),
})

export const MasterBrand = obj({
  item_type: oneOf(['master_brand']),
  mid: str(),
  ...identity,
  partner: pid,
  name: opt(str()),
  title: opt(str()),
  synopses: opt(Synopses),
  url_key: opt(str()),
  colour: opt(str()),
  position: opt(int()),
  ident: opt(str()),
  ...images,
  master_brand_date_range: opt(TimeRange),
  competition_warning: opt(obj({ pid, href })),
})

export const Service = obj({
  item_type: oneOf(['service']),
  sid: str(),
  ...identity,
  partner: pid,
  updated_time: opt(time),
  name: opt(str()),
  description: opt(str()),
  region: opt(str()),
  type: opt(str()),
  media_type: opt(oneOf(['Audio', 'Video'])),
  is_concrete: opt(bool()),
  is_streamable: opt(bool()),
  is_downloadable: opt(bool()),
  date_range: opt(TimeRange),
  master_brand: opt(MasterBrandLink),
})

export const Promotion = obj({
  item_type: oneOf(['promotion']),
  pid,
  ...identity,
  partner: pid,
  updated_time: time,
  title: opt(str()),
  start_time: opt(time),
  end_time: opt(time),
  synopses: opt(Synopses),
  uri: opt(str()),
  priority: opt(int()),
  promoted_by: opt(str()),
  promoted_for: opt(str()),
  context: opt(obj({ pid, result_type: str(), href: opt(href), cascades_to_descendants: opt(bool()) })),
  status: opt(str()),
  url: opt(str()),
  promotion_of: opt(PidReference),
  related_links: opt(RelatedLinks),
})

/** An entity of the identifier store; members differ by kind. */
export const RawEntity = obj({
  item_type: opt(str()),
  pid: opt(str()),
  name: opt(str()),
  title: opt(str()),
  description: opt(str()),
})
