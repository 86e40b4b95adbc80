// The root elements: a page of items, the definition of the feeds, and an error.
import { attributesOnly, element, list, many, maybe } from './element-types.ts'
import {
  Broadcast,
  Contributor,
  Group,
  Image,
  Item,
  MasterBrand,
  Partner,
  Promotion,
  RawFormat,
  RawGenreGroup,
  Service,
  Window,
} from './item-elements.ts'
import { Availability, Brand, Clip, Episode, Series, Version } from './programme-elements.ts'

/** Elements of results by the name that is `item_type` in JSON. */
export const itemElements = {
  brand: Brand,
  series: Series,
  episode: Episode,
  clip: Clip,
  version: Version,
  broadcast: Broadcast,
  service: Service,
  music: Item,
  chapter: Item,
  speech: Item,
  highlight: Item,
  other: Item,
  contributor: Contributor,
  availability: Availability,
  window: Window,
  franchise: Group,
  season: Group,
  collection: Group,
  gallery: Group,
  promotion: Promotion,
  master_brand: MasterBrand,
  image: Image,
  partner: Partner,
  genre_group: RawGenreGroup,
  format: RawFormat,
} as const

const Results = element('Results', {
  attributes: { page: 'integer?', page_size: 'integer?', total: 'integer?', more_than: 'integer?' },
  variants: { member: 'items', by: 'item_type', of: itemElements },
})
const Page = attributesOnly('Page', { href: 'anyURI' })
const Deprecated = attributesOnly('Deprecated', {
  name: 'string',
  type: 'string',
  deprecated_since: 'date',
  replaced_by: 'string?',
  replacement_type: 'string?',
})
const deprecations = { deprecations: maybe(element('Deprecations', { children: { deprecated: list(Deprecated) } })) }

const releaseStatus = { release_status: 'token?' } as const
const deprecation = { deprecated: 'boolean?', deprecated_since: 'date?', replaced_by: 'string?' } as const
const Named = attributesOnly('Named', { name: 'string' })
const Prohibits = element('Prohibits', { children: { filter: list(Named), mixin: many(Named) } })
const Option = attributesOnly('Option', { value: 'string', title: 'string', href: 'anyURI?', ...releaseStatus })
const Filter = element('Filter', {
  attributes: {
    name: 'token',
    type: 'token',
    title: 'string',
    multiple_values: 'boolean?',
    required: 'boolean?',
    min_value: 'integer?',
    max_value: 'integer?',
    default: 'string?',
    depends_on: 'string?',
    prefer: 'string?',
    ...releaseStatus,
    ...deprecation,
  },
  children: { option: many(Option), prohibits: maybe(Prohibits) },
})
const SortDirection = attributesOnly('SortDirection', {
  name: 'token',
  value: 'string',
  is_default: 'token',
  href: 'anyURI',
})
const Sort = element('Sort', {
  attributes: { name: 'token', title: 'string', is_default: 'token?', ...releaseStatus },
  children: { sort_direction: many(SortDirection) },
})
const DependencyOn = attributesOnly('DependencyOn', { filter: 'string', value: 'string?' })
const AffectingFilter = attributesOnly('AffectingFilter', { name: 'string', description: 'string' })
const Mixin = element('Mixin', {
  attributes: {
    name: 'token',
    title: 'string',
    href: 'anyURI?',
    depends_on: 'string?',
    ...releaseStatus,
    ...deprecation,
  },
  children: {
    dependency_on: many(DependencyOn),
    affected_by: maybe(element('AffectedBy', { children: { filter: list(AffectingFilter) } })),
    prohibits: maybe(Prohibits),
  },
})
const Feed = element('Feed', {
  attributes: { name: 'token', rel: 'token', href: 'anyURI', title: 'string', ...releaseStatus },
  children: {
    filters: maybe(element('Filters', { children: { filter: list(Filter) } })),
    sorts: maybe(element('Sorts', { children: { sort: many(Sort) } })),
    mixins: maybe(element('Mixins', { children: { mixin: many(Mixin) } })),
    ...deprecations,
  },
})
const EngineError = element('EngineError', { children: { code: maybe('string'), message: maybe('string') } })

/** All root elements. */
export const roots = {
  nitro: element('Nitro', {
    children: {
      pagination: maybe(element('Pagination', { children: { previous: maybe(Page), next: maybe(Page) } })),
      results: maybe(Results),
      ...deprecations,
    },
  }),
  feeds: element('Feeds', { children: { feed: list(Feed), ...deprecations } }),
  errors: element('Errors', { children: { error: many(EngineError) } }),
} as const
export type RootName = keyof typeof roots
