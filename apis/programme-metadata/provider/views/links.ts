// Members of several kinds of items, and links to other feeds.
import type { Catalogue } from '../catalogue/catalogue.ts'
import { nameOf } from '../catalogue/catalogue.ts'
import { feedsRoot } from '../definition/feed-definition.ts'
import type { Contribution, Identifier, Image, Programme, RelatedLink, Span } from '../records.ts'
import { isoTime } from '../times.ts'

/** Returns an address from the root of the host. */
export const href = (feed: string, name: string, value: string) =>
  `${feedsRoot}${feed}?${name}=${encodeURIComponent(value)}`

/** Returns the member, unless its value is undefined. */
export function optional<K extends string, V>(name: K, value: V | undefined): { [key in K]?: V } {
  return value === undefined ? {} : ({ [name]: value } as { [key in K]?: V })
}

export function spanOf({ start, end }: Span) {
  return {
    ...optional('start', start === undefined ? undefined : isoTime(start)),
    ...optional('end', end === undefined ? undefined : isoTime(end)),
  }
}

const identifierOf = ({ type, authority, value }: Identifier) => ({
  ...optional('type', type),
  ...optional('authority', authority),
  $: value,
})
export function identityOf(row: {
  readonly ids?: readonly Identifier[] | undefined
  readonly identifiers?: readonly Identifier[] | undefined
}) {
  const { ids = [], identifiers = [] } = row
  return {
    ...(ids.length === 0 ? {} : { ids: { id: ids.map(identifierOf) } }),
    ...(identifiers.length === 0 ? {} : { identifiers: { identifier: identifiers.map(identifierOf) } }),
  }
}

export const masterBrandLink = (mid: string) => ({
  mid,
  href: href('master_brands', 'mid', mid),
  result_type: 'master_brand',
})
export const serviceLink = (sid: string) => ({ sid, href: href('services', 'sid', sid), result_type: 'service' })
export const pidReference = (pid: string, kind: string, feed = 'programmes') => ({
  pid,
  result_type: kind,
  href: href(feed, 'pid', pid),
})

/** Returns the address without a scheme; `$recipe` is a placeholder for a size (SOURCES 2.7). */
export const templateOf = (image: string, known: Image | undefined) =>
  known?.template ?? `ichef.bbci.co.uk/images/ic/$recipe/${image}.jpg`

/** Returns the deprecated element. */
export function oldImageOf({ images }: Catalogue, image: string | undefined) {
  if (image === undefined) return {}
  const deprecated = { deprecated: true, deprecated_since: '2014-07-09', replaced_by: 'images' }
  return { image: { ...deprecated, pid: image, template_url: templateOf(image, images.get(image)) } }
}

function imageOf({ images }: Catalogue, image: string) {
  const known = images.get(image)
  return {
    template_url: templateOf(image, known),
    type: known?.type ?? 'standard',
    href: href('images', 'pid', image),
  }
}

/** Returns the mixin; an image of the nearest ancestor with one is marked as inherited. */
export function imagesMixin(catalogue: Catalogue, row: { readonly pid?: string; readonly image?: string | undefined }) {
  const { programmes, tree } = catalogue
  if (row.image !== undefined) return { images: { image: imageOf(catalogue, row.image) } }
  const index = row.pid === undefined ? -1 : programmes.indexOf(row.pid)
  const owner = tree
    .ancestorsOf(index)
    .map((ancestor) => programmes.rows[ancestor])
    .find((ancestor) => ancestor?.image !== undefined)
  if (owner?.image === undefined) return { images: {} }
  const inherited = { result_type: owner.kind, href: href('programmes', 'pid', owner.pid) }
  return { images: { image: { ...imageOf(catalogue, owner.image), inherited_from: inherited } } }
}

export function alternateImagesMixin(catalogue: Catalogue, images: readonly string[] | undefined) {
  const alternates = (images ?? []).map((image) => imageOf(catalogue, image))
  return { alternate_images: { alternate_image: alternates } }
}

export function relatedLinksMixin(links: readonly RelatedLink[] | undefined) {
  return { related_links: { related_link: (links ?? []).map(relatedLink) } }
}

function relatedLink({ pid, type, uri, title, synopses, position, isExternal, availability }: RelatedLink) {
  return {
    pid,
    ...optional('type', type),
    ...optional('uri', uri),
    ...optional('title', title),
    ...optional('synopses', synopses),
    ...optional('position', position),
    ...optional('is_external', isExternal),
    ...optional('availability', availability && spanOf(availability)),
  }
}

export function contributionsMixin(catalogue: Catalogue, filter: string, rows: readonly Contribution[] | undefined) {
  const contribution = (rows ?? []).map(({ person, role, character }) => {
    const known = catalogue.people.get(person)
    const { presentation, given, family, nameTitle } = known ?? {}
    const name = {
      ...optional('presentation', presentation ?? (known && nameOf(known))),
      ...optional('title', nameTitle),
      ...optional('given', given),
      ...optional('family', family),
    }
    return {
      ...(role === undefined ? {} : { credit_role: { ...optional('id', role.id), ...optional('$', role.name) } }),
      ...optional('character_name', character),
      contributor: {
        ...optional('type', known?.type),
        href: href('people', 'pid', person),
        ...(known === undefined ? {} : { name }),
      },
    }
  })
  return { contributions: { href: `${feedsRoot}people?${filter}`, contribution } }
}

/** Returns the titles in the order brand, series, episode. */
export function ancestorTitlesOf({ programmes, tree }: Catalogue, index: number) {
  return tree
    .ancestorsOf(index)
    .toReversed()
    .flatMap((ancestor) => programmes.rows[ancestor] ?? [])
    .map(ancestorTitle)
}

/** Returns a programme as an ancestor. */
export function ancestorTitle({ kind, pid, title, presentationTitle }: Programme) {
  return {
    ancestor_type: kind,
    pid,
    ...optional('title', title),
    ...optional('presentation_title', kind === 'episode' ? presentationTitle : undefined),
  }
}
