// Reads the parameters of a feed by its definition. Any mismatch is a 400.
import { isDay } from '#provider'
import type { Deprecation, Direction, FeedDefinition, FilterDefinition } from '../definition/feed-definition.ts'
import { engineError, invalidParameter } from '../errors.ts'
import { parseDuration, parseTime } from '../times.ts'

export interface FeedQuery {
  readonly page: number
  readonly pageSize: number
  /** Returns the values sent for a filter; empty if it was not sent. */
  values(name: string): readonly string[]
  /** Returns the value of a filter, or its default. */
  value(name: string): string | undefined
  readonly sort: string | undefined
  readonly direction: Direction
  readonly mixins: ReadonlySet<string>
  /** Deprecated names that the call used. */
  readonly deprecations: readonly Deprecation[]
  /** Parameters sent, except the page and the key, for links to other pages. */
  readonly pairs: readonly (readonly [string, string])[]
}

/** The limit of values, which bounds the work of one call. */
const maxValues = 400
/** The provider key, which a caller's client can send. */
const keyName = 'api_key'
const ordering = ['sort', 'sort_direction', 'mixin']

export function readQuery(feed: FeedDefinition, search: URLSearchParams): FeedQuery {
  const given = new Map<string, string[]>()
  const pairs: [string, string][] = []
  let count = 0
  for (const [name, value] of search) {
    if (name === keyName || value === '') continue
    if (!isKnown(feed, name)) throw engineError('unknown_parameter', `The feed ${feed.path} has no parameter ${name}.`)
    if (++count > maxValues) throw engineError('invalid_parameter', `There are more than ${maxValues} parameters.`)
    given.set(name, [...(given.get(name) ?? []), value])
    if (name !== 'page') pairs.push([name, value])
  }
  for (const [name, filter] of Object.entries(feed.filters)) checkFilter(name, filter, given)
  const sort = sortOf(feed, given)
  const mixins = mixinsOf(feed, given)
  const value = (name: string) => given.get(name)?.[0] ?? feed.filters[name]?.default
  return {
    page: Number(value('page') ?? 1),
    pageSize: Number(value('page_size') ?? 10),
    values: (name) => given.get(name) ?? [],
    value,
    ...sort,
    mixins,
    deprecations: feed.deprecations.filter(
      ({ name, type }) => (type === 'filter' && given.has(name)) || (type === 'mixin' && mixins.has(name)),
    ),
    pairs,
  }
}

function isKnown(feed: FeedDefinition, name: string): boolean {
  if (Object.hasOwn(feed.filters, name)) return true
  const { length } = Object.keys(name === 'mixin' ? feed.mixins : feed.sorts)
  return ordering.includes(name) && length > 0
}

type Given = ReadonlyMap<string, readonly string[]>

function checkFilter(name: string, filter: FilterDefinition, given: Given): void {
  const values = given.get(name) ?? []
  const [first] = values
  if (first === undefined) {
    if (filter.required) throw engineError('missing_parameter', `The parameter ${name} is required.`)
    return
  }
  // alternatives of a closed set do no harm if the provider takes one value
  if (values.length > 1 && !filter.multiple && filter.options === undefined)
    throw invalidParameter(name, 'takes one value')
  for (const value of values) {
    const problem = problemOf(value, filter)
    const orProblem = problem !== undefined && filter.orType ? problemOf(value, filter.orType) : problem
    if (problem !== undefined && orProblem !== undefined) throw invalidParameter(name, problem)
  }
  if (filter.dependsOn !== undefined && !given.has(filter.dependsOn))
    throw invalidParameter(name, `needs the parameter ${filter.dependsOn}`)
  const other = filter.prohibits?.find((prohibited) => given.has(prohibited))
  if (other !== undefined) throw invalidParameter(name, `excludes the parameter ${other}`)
}

const pidPattern = /^(?:[0-9a-z._-]{1,64}|\*)$/i

function problemOf(value: string, filter: Pick<FilterDefinition, 'type' | 'options' | 'min' | 'max'>) {
  const { type, options, min = 0, max = 1_000_000 } = filter
  if (options && !options.includes(value)) return `has to be one of ${options.join(', ')}`
  switch (type) {
    case 'PID':
      return pidPattern.test(value) ? undefined : 'is not a pid'
    case 'boolean':
      return value === 'true' || value === 'false' ? undefined : 'has to be true or false'
    case 'character':
      return [...value].length === 1 || value === '0-9' ? undefined : 'has to be one character'
    case 'datetime':
      return parseTime(value) === undefined ? 'is not an ISO 8601 time such as 2026-11-02T06:00:00Z' : undefined
    case 'date':
      return isDay(value) ? undefined : 'is not a day such as 2026-11-02'
    case 'daytime_duration':
      return parseDuration(value) === undefined ? 'is not an ISO 8601 duration such as P7D' : undefined
    case 'integer': {
      const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
      return number >= min && number <= max ? undefined : `has to be a number from ${min} to ${max}`
    }
    default:
      return value.length <= 1000 ? undefined : 'has more than 1000 characters'
  }
}

function sortOf({ sorts }: FeedDefinition, given: Given): Pick<FeedQuery, 'sort' | 'direction'> {
  const [direction] = given.get('sort_direction') ?? []
  const name = given.get('sort')?.[0] ?? Object.keys(sorts).find((key) => sorts[key]?.isDefault)
  if (name === undefined) return { sort: undefined, direction: 'ascending' }
  const sort = Object.hasOwn(sorts, name) ? sorts[name] : undefined
  if (!sort) throw invalidParameter('sort', `has to be one of ${Object.keys(sorts).join(', ')}`)
  if (sort.needs !== undefined && !given.has(sort.needs))
    throw invalidParameter('sort', `${name} needs the parameter ${sort.needs}`)
  if (direction === undefined) return { sort: name, direction: sort.directions[0] ?? 'ascending' }
  const known = sort.directions.find((each) => each === direction)
  if (!known)
    throw invalidParameter(
      'sort_direction',
      sort.directions.length === 0 ? `does not go with the sort ${name}` : `has to be ${sort.directions.join(' or ')}`,
    )
  return { sort: name, direction: known }
}

function mixinsOf({ mixins }: FeedDefinition, given: Given): Set<string> {
  const wanted = new Set(given.get('mixin') ?? [])
  for (const name of wanted) {
    const mixin = Object.hasOwn(mixins, name) ? mixins[name] : undefined
    if (!mixin) throw invalidParameter('mixin', `has to be one of ${Object.keys(mixins).join(', ')}`)
    const { dependsOn, dependencyOn, prohibits } = mixin
    if (dependsOn !== undefined && !given.has(dependsOn))
      throw invalidParameter('mixin', `${name} needs the parameter ${dependsOn}`)
    if (dependencyOn && !dependencyOn.some(({ filter, value }) => isGiven(given, filter, value)))
      throw invalidParameter('mixin', `${name} needs ${dependencyOn.map(dependencyText).join(' or ')}`)
    if (prohibits !== undefined && wanted.has(prohibits))
      throw invalidParameter('mixin', `${name} excludes ${prohibits}`)
  }
  return wanted
}

function isGiven(given: Given, filter: string, value: string | undefined): boolean {
  const values = given.get(filter) ?? []
  return value === undefined ? values.length > 0 : values.includes(value)
}

const dependencyText = ({ filter, value }: { filter: string; value?: string }) =>
  value === undefined ? `the parameter ${filter}` : `${filter}=${value}`
