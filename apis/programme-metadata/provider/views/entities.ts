// Converts groups, images, segments, people, master brands, services, promotions and versions to items.
import { statusOf } from '../availability.ts'
import { type Catalogue, nameOf, type Play } from '../catalogue/catalogue.ts'
import type {
  Availability,
  Group,
  Image,
  Item,
  MasterBrand,
  Partner,
  Person,
  Promotion,
  Service,
  Version,
} from '../records.ts'
import { isoDuration, isoTime } from '../times.ts'
import {
  alternateImagesMixin,
  contributionsMixin,
  href,
  identityOf,
  imagesMixin,
  masterBrandLink,
  oldImageOf,
  optional,
  pidReference,
  relatedLinksMixin,
  serviceLink,
  spanOf,
  templateOf,
} from './links.ts'

type Mixins = ReadonlySet<string>
const embargoed = (row: { readonly isEmbargoed?: boolean | undefined }) => String(row.isEmbargoed === true)

export function groupView(group: Group, catalogue: Catalogue, mixins: Mixins) {
  const { image, alternateImages, masterBrand, scheduled, programmes } = group
  return {
    item_type: group.kind,
    pid: group.pid,
    ...identityOf(group),
    embargoed: embargoed(group),
    partner: group.partner,
    updated_time: isoTime(group.updated),
    ...optional('master_brand', masterBrand === undefined ? undefined : masterBrandLink(masterBrand)),
    ...optional('url_key', group.urlKey),
    ...optional('title', group.title),
    ...optional('synopses', group.synopses),
    ...optional('scheduled', scheduled && spanOf(scheduled)),
    ...(mixins.has('images') ? imagesMixin(catalogue, { image }) : {}),
    ...(mixins.has('alternate_images') ? alternateImagesMixin(catalogue, alternateImages) : {}),
    ...(mixins.has('group_for')
      ? {
          for_programmes: {
            for_programme: programmes.map((pid) => ({ href: href('programmes', 'pid', pid), $: pid })),
          },
        }
      : {}),
    ...(mixins.has('related_links') ? relatedLinksMixin(group.links) : {}),
  }
}

export function imageView(image: Image) {
  const { width, height, mimeType, shot } = image
  const dimensions = { ...optional('width', width), ...optional('height', height) }
  const hasAsset = width !== undefined || height !== undefined || mimeType !== undefined
  return {
    item_type: 'image',
    pid: image.pid,
    ...identityOf({ identifiers: image.identifiers }),
    embargoed: embargoed(image),
    partner: image.partner,
    ...optional('title', image.title),
    ...optional('synopses', image.synopses),
    ...optional('author', image.author),
    ...optional('shoot_date', shot === undefined ? undefined : isoTime(shot)),
    ...(hasAsset ? { source_asset: { dimensions, ...optional('mime_type', mimeType) } } : {}),
    template_url: templateOf(image.pid, image),
    type: image.type ?? 'standard',
  }
}

interface ItemViewOptions {
  readonly catalogue: Catalogue
  readonly mixins: Mixins
  /** Plays that the call selects. */
  readonly plays: readonly Play[]
}
export function itemView(item: Item, { catalogue, mixins, plays }: ItemViewOptions) {
  return {
    item_type: item.kind,
    pid: item.pid,
    ...identityOf(item),
    partner: item.partner,
    updated_time: isoTime(item.updated),
    type: item.kind,
    ...optional('title', item.title),
    ...optional('synopses', item.synopses),
    ...item.details,
    ...optional('duration', item.duration),
    item_of: { href: href('programmes', 'item', item.pid), result_type: 'programme' },
    ...(mixins.has('offset') ? { offsets: { offset_in: plays.flatMap((play) => offsetIn(play, catalogue)) } } : {}),
    ...(mixins.has('play_event')
      ? { play_events: { play_event: plays.flatMap((play) => playEvent(play, catalogue)) } }
      : {}),
    ...(mixins.has('images') ? imagesMixin(catalogue, { image: item.image }) : {}),
    ...(mixins.has('contributions') ? contributionsMixin(catalogue, `q=pid:${item.pid}`, item.contributions) : {}),
  }
}

function offsetIn({ version, event }: Play, { versions }: Catalogue) {
  const { pid, of } = versions.rows[version] ?? {}
  if (pid === undefined || of === undefined) return []
  const link = href('versions', 'pid', pid)
  return [
    {
      programme: of,
      version: pid,
      ...optional('position', event.position),
      ...optional('offset', event.offset),
      href: link,
    },
  ]
}

function playEvent({ version, event }: Play, { versions, programmes }: Catalogue) {
  const { pid, of } = versions.rows[version] ?? {}
  if (pid === undefined || of === undefined) return []
  const kind = programmes.get(of)?.kind ?? 'episode'
  return [
    {
      pid: event.pid,
      ...optional('offset', event.offset),
      ...optional('position', event.position),
      ...optional('title', event.title),
      ...optional('synopses', event.synopses),
      played_in: [
        { result_type: kind, href: href('programmes', 'pid', of) },
        { result_type: 'version', href: href('versions', 'pid', pid) },
      ],
    },
  ]
}

export function personView(person: Person) {
  return {
    item_type: 'contributor',
    pid: person.pid,
    ...identityOf(person),
    partner: person.partner,
    ...optional('type', person.type),
    name: {
      presentation: nameOf(person),
      ...optional('title', person.nameTitle),
      ...optional('given', person.given),
      ...optional('family', person.family),
    },
    ...optional('disambiguation', person.disambiguation),
    contributor_to: [
      { result_type: 'programme', href: href('programmes', 'people', person.pid) },
      { result_type: 'item', href: href('items', 'people', person.pid) },
    ],
    href: href('people', 'pid', person.pid),
  }
}

export function masterBrandView(brand: MasterBrand, catalogue: Catalogue, mixins: Mixins) {
  return {
    item_type: 'master_brand',
    mid: brand.mid,
    ...identityOf({ identifiers: brand.identifiers }),
    partner: brand.partner,
    ...optional('name', brand.name),
    ...optional('title', brand.title),
    ...optional('synopses', brand.synopses),
    ...optional('url_key', brand.urlKey),
    ...optional('colour', brand.colour),
    ...optional('position', brand.position),
    ...oldImageOf(catalogue, brand.image),
    ...(mixins.has('images') ? imagesMixin(catalogue, { image: brand.image }) : {}),
    ...optional('master_brand_date_range', brand.dates && spanOf(brand.dates)),
  }
}

export function serviceView(service: Service) {
  const { dates, masterBrand } = service
  return {
    item_type: 'service',
    sid: service.sid,
    ...identityOf(service),
    partner: service.partner,
    updated_time: isoTime(service.updated),
    ...optional('name', service.name),
    ...optional('description', service.description),
    ...optional('region', service.region),
    ...optional('type', service.type),
    ...optional('media_type', service.mediaType),
    ...optional('is_concrete', service.isConcrete),
    ...optional('is_streamable', service.isStreamable),
    ...optional('is_downloadable', service.isDownloadable),
    ...optional('date_range', dates && spanOf(dates)),
    ...optional('master_brand', masterBrand === undefined ? undefined : masterBrandLink(masterBrand)),
  }
}

export function promotionView(promotion: Promotion, isCurrent: boolean, mixins: Mixins) {
  const { start, end, context, of } = promotion
  const groupKinds = ['season', 'collection', 'gallery', 'franchise']
  const feedOf = (type: string) => (groupKinds.includes(type) ? 'groups' : 'programmes')
  return {
    item_type: 'promotion',
    pid: promotion.pid,
    ...identityOf({ identifiers: promotion.identifiers }),
    partner: promotion.partner,
    updated_time: isoTime(promotion.updated),
    ...optional('title', promotion.title),
    ...optional('start_time', start === undefined ? undefined : isoTime(start)),
    ...optional('end_time', end === undefined ? undefined : isoTime(end)),
    ...optional('synopses', promotion.synopses),
    ...optional('uri', promotion.uri),
    ...optional('priority', promotion.priority),
    ...optional('promoted_by', promotion.promotedBy),
    ...optional('promoted_for', promotion.promotedFor),
    ...optional(
      'context',
      context && {
        ...pidReference(context.pid, context.type, feedOf(context.type)),
        cascades_to_descendants: context.cascades ?? false,
      },
    ),
    ...(isCurrent ? { status: 'current' } : {}),
    ...optional('url', promotion.url),
    ...optional('promotion_of', of && pidReference(of.pid, of.type, feedOf(of.type))),
    ...(mixins.has('related_links') ? relatedLinksMixin(promotion.links) : {}),
  }
}

export function versionView(version: Version, { programmes }: Catalogue) {
  const { duration, types, warnings = [] } = version
  const kind = programmes.get(version.of)?.kind ?? 'episode'
  const ids = types.map((id) => ({ id }))
  const warning = warnings.map(({ code, text }) => ({ ...optional('warning_code', code), $: text }))
  return {
    item_type: 'version',
    pid: version.pid,
    ...identityOf(version),
    ...optional('aspect_ratio', version.aspectRatio),
    ...optional('competition_warning', version.isCompetition),
    ...optional('duration', duration === undefined ? undefined : isoDuration(duration)),
    updated_time: isoTime(version.updated),
    version_types: { version_type: ids },
    types: { type: ids },
    ...(warning.length === 0 ? {} : { warnings: { warning } }),
    version_of: pidReference(version.of, kind),
  }
}

interface AvailabilityViewOptions {
  readonly catalogue: Catalogue
  readonly now: number
  readonly isDebug: boolean
}
export function availabilityView(availability: Availability, version: Version, options: AvailabilityViewOptions) {
  const { catalogue, now, isDebug } = options
  const programme = catalogue.programmes.get(version.of)
  const kind = programme?.kind ?? 'episode'
  const service = catalogue.services.rows.find(({ masterBrand }) => masterBrand === programme?.masterBrand)
  const [territory] = availability.mediaSets.flatMap(({ territories }) => territories)
  const { actualStart, isRevoked } = availability
  return {
    item_type: 'availability',
    status: statusOf(availability, now),
    ...optional('revocation_status', isRevoked ? 'revoked' : undefined),
    availability_type: availability.type,
    scheduled_time: spanOf(availability),
    ...optional('actual_start', actualStart === undefined || actualStart > now ? undefined : isoTime(actualStart)),
    media_set: availability.mediaSets.map(({ name }) => name),
    availability_of: [
      { ...pidReference(version.pid, 'version', 'versions'), ...optional('type', version.types[0]) },
      pidReference(version.of, kind),
    ],
    ...(isDebug
      ? {
          'availability-debug': {
            availability_of: pidReference(version.of, kind),
            ...optional('service', service && serviceLink(service.sid)),
            ...optional('territory', territory),
          },
        }
      : {}),
  }
}

export function partnerView({ pid, name, description }: Partner) {
  return { item_type: 'partner', pid, name, ...optional('description', description) }
}
