// All feeds in the provider's order, and their description, the response of `/`.
import { type FeedDefinition, type FilterDefinition, feedsRoot, type MixinDefinition } from './feed-definition.ts'
import * as other from './other-feeds.ts'
import * as programme from './programme-feeds.ts'

export const feedDefinitions: readonly FeedDefinition[] = [
  programme.programmes,
  programme.availabilities,
  other.broadcasts,
  other.groups,
  other.images,
  other.items,
  other.masterBrands,
  other.people,
  other.pips,
  programme.programmeDetails,
  other.promotions,
  other.schedules,
  other.services,
  programme.versions,
]

/** Hosts that the provider no longer uses (SOURCES 3.3). */
const hosts = ['nitro.api.bbci.co.uk', 'data.bbc.co.uk', 'd.bbc.co.uk'].map((name) => ({
  name,
  type: 'host',
  deprecated_since: '2015-12-24',
  replaced_by: 'programmes.api.bbc.com',
  replacement_type: 'host',
}))

/** Returns the value of the element `feeds`. */
export function describeFeeds() {
  return { feed: feedDefinitions.map(describeFeed), deprecations: { deprecated: hosts } }
}

function describeFeed(feed: FeedDefinition) {
  const href = feedsRoot + feed.path
  return {
    name: feed.name,
    rel: 'feed',
    href,
    title: feed.title,
    ...statusOf(feed.status),
    filters: { filter: Object.entries(feed.filters).flatMap(([name, filter]) => describeFilter(href, name, filter)) },
    ...unlessEmpty('sorts', 'sort', describeSorts(href, feed)),
    ...unlessEmpty(
      'mixins',
      'mixin',
      Object.entries(feed.mixins).map(([name, mixin]) => describeMixin(href, name, mixin)),
    ),
    ...unlessEmpty('deprecations', 'deprecated', feed.deprecations.map(describeDeprecation)),
  }
}

/** Returns the value of an element `deprecated`. */
export function describeDeprecation(deprecation: FeedDefinition['deprecations'][number]) {
  const { name, type, since, replacedBy, replacementType } = deprecation
  return {
    name,
    type,
    deprecated_since: since,
    ...(replacedBy === undefined ? {} : { replaced_by: replacedBy }),
    ...(replacementType === undefined ? {} : { replacement_type: replacementType }),
  }
}

function describeFilter(href: string, name: string, filter: FilterDefinition) {
  if (filter.isUndocumented) return []
  const { type, title, multiple, options, orType, deprecatedSince } = filter
  const common = multiple ? { multiple_values: true } : {}
  const described = {
    name,
    type,
    title,
    ...common,
    ...statusOf(deprecatedSince === undefined ? 'supported' : 'deprecated'),
    ...deprecatedMembers(deprecatedSince),
    ...(filter.required ? { required: true } : {}),
    ...(filter.min === undefined ? {} : { min_value: filter.min }),
    ...(filter.max === undefined ? {} : { max_value: filter.max }),
    ...(filter.default === undefined ? {} : { default: filter.default }),
    ...(filter.dependsOn === undefined ? {} : { depends_on: filter.dependsOn }),
    ...(filter.prefer === undefined ? {} : { prefer: filter.prefer }),
    ...(options === undefined
      ? {}
      : {
          option: options.map((value) => ({
            value,
            title: `${title}: ${value}`,
            href: `${href}?${name}=${encodeURIComponent(value)}`,
          })),
        }),
    ...(filter.prohibits === undefined ? {} : { prohibits: { filter: filter.prohibits.map(named) } }),
  }
  return orType === undefined ? [described] : [described, { name, ...orType, ...common, ...statusOf('supported') }]
}

function describeSorts(href: string, { sorts }: FeedDefinition) {
  return Object.entries(sorts).map(([name, { title, directions, isDefault }]) => ({
    name,
    is_default: String(isDefault === true),
    title,
    ...statusOf('supported'),
    sort_direction: directions.toSorted().map((value) => ({
      name: 'sort_direction',
      value,
      is_default: String(value === directions[0]),
      href: `${href}?sort=${name}&sort_direction=${value}`,
    })),
  }))
}

function describeMixin(href: string, name: string, mixin: MixinDefinition) {
  const { title, dependsOn, dependencyOn, prohibits, affectedBy, deprecatedSince, replacedBy } = mixin
  const isFree = dependsOn === undefined && dependencyOn === undefined
  return {
    name,
    title,
    ...statusOf(deprecatedSince === undefined ? 'supported' : 'deprecated'),
    ...deprecatedMembers(deprecatedSince, replacedBy),
    ...(isFree ? { href: `${href}?mixin=${name}` } : {}),
    ...(dependsOn === undefined ? {} : { depends_on: dependsOn }),
    ...(dependencyOn === undefined ? {} : { dependency_on: dependencyOn }),
    ...(affectedBy === undefined ? {} : { affected_by: { filter: [affectedBy] } }),
    ...(prohibits === undefined ? {} : { prohibits: { mixin: [named(prohibits)] } }),
  }
}

const named = (name: string) => ({ name })
const statusOf = (status: string | undefined) => (status === undefined ? {} : { release_status: status })

function deprecatedMembers(since: string | undefined, replacedBy?: string) {
  if (since === undefined) return {}
  return {
    deprecated: true,
    deprecated_since: since,
    ...(replacedBy === undefined ? {} : { replaced_by: replacedBy }),
  }
}

function unlessEmpty(outer: string, inner: string, values: readonly object[]) {
  return values.length === 0 ? {} : { [outer]: { [inner]: values } }
}
