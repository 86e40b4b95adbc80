// The feeds of groups, images, segments, people, master brands, services, promotions, versions, availability and pips:
// each filters a table and returns one page of it.
import { present } from '#define/present'
import { byKey } from '#provider'
import { statusAt } from '../availability.ts'
import type { Catalogue, Play } from '../catalogue/catalogue.ts'
import { originalVersion } from '../catalogue/programme-columns.ts'
import type { Table } from '../catalogue/table.ts'
import { parseKeywords } from '../query/keywords.ts'
import type { FeedQuery } from '../query/read-query.ts'
import type { Group, Image, Item, MasterBrand, Person, Promotion, Service, Version } from '../records.ts'
import { parseTime } from '../times.ts'
import {
  availabilityView,
  groupView,
  imageView,
  itemView,
  masterBrandView,
  partnerView,
  personView,
  promotionView,
  serviceView,
  versionView,
} from '../views/entities.ts'
import { programmeView } from '../views/programme.ts'
import { type AvailabilityFilter, availabilityFilter, entryFilter, matching } from './availability-rules.ts'
import { type FindItems, pageRows } from './feed.ts'
import { isCurrent } from './programme-filters.ts'
import { embargoFilter, identifierFilter, identifiersOf, partnerFilter } from './shared-conditions.ts'
import { selfAndDescendants } from './transmissions.ts'

/** Returns the rows that meet all conditions and `q`, in the requested direction of their ids. */
async function filtered<T>(
  table: Table<T>,
  query: FeedQuery,
  conditions: readonly ((row: T, index: number) => boolean)[],
): Promise<T[]> {
  const q = query.value('q')
  const matched = q === undefined ? undefined : (await table.words()).match(parseKeywords(q))
  const rows = table.rows.filter(
    (row, index) => (!matched || matched[index] === 1) && conditions.every((condition) => condition(row, index)),
  )
  return query.direction === 'descending' ? rows.reverse() : rows
}

/** Returns the condition that a value is among those sent; undefined if the filter was not sent. */
function among<T>(query: FeedQuery, name: string, fieldOf: (row: T) => string | undefined): ((row: T) => boolean)[] {
  const wanted = query.values(name)
  if (wanted.length === 0) return []
  return [
    (row) => {
      const value = fieldOf(row)
      return value !== undefined && wanted.includes(value)
    },
  ]
}

/** Returns the condition that `test` creates from the value of a filter; undefined if it was not sent. */
function when<T>(
  query: FeedQuery,
  name: string,
  test: (value: string) => (row: T) => boolean,
): ((row: T) => boolean)[] {
  const [value] = query.values(name)
  return value === undefined ? [] : [test(value)]
}

const mapped = <T>(rows: readonly T[], query: FeedQuery, view: (row: T) => object) => {
  const { total, items } = pageRows(rows, query)
  return { total, items: items.map(view) }
}

export const findGroups: FindItems = async (query, { catalogue }) => {
  const rows = await filtered(catalogue.groups, query, [
    partnerFilter(query),
    embargoFilter(query),
    ...among<Group>(query, 'pid', (group) => group.pid),
    ...among<Group>(query, 'group_type', (group) => group.kind),
    ...when<Group>(query, 'member', (pid) => (group) => group.members.includes(pid)),
    ...when<Group>(query, 'group', (pid) => {
      const members = new Set(catalogue.groups.get(pid)?.members)
      return (group) => members.has(group.pid)
    }),
    ...when<Group>(query, 'for_programme', (pid) => (group) => group.programmes.includes(pid)),
    ...when<Group>(query, 'for_descendants_of', (pid) => {
      const mask = selfAndDescendants(catalogue, [pid])
      return (group) => group.programmes.some((each) => mask[catalogue.programmes.indexOf(each)] === 1)
    }),
  ])
  return mapped(rows, query, (group) => groupView(group, catalogue, query.mixins))
}

export const findImages: FindItems = async (query, { catalogue }) => {
  const { imageOwners, groups } = catalogue
  const members = groups.get(query.value('group') ?? '')?.members ?? []
  const rows = await filtered(catalogue.images, query, [
    partnerFilter(query),
    embargoFilter(query),
    ...among<Image>(query, 'pid', (image) => image.pid),
    ...among<Image>(query, 'image_type', (image) => image.type ?? 'standard'),
    ...when<Image>(query, 'group', () => (image) => members.includes(image.pid)),
    ...when<Image>(query, 'is_image_for', (pid) => (image) => imageOwners.get(pid)?.image === image.pid),
    ...when<Image>(query, 'is_alternate_image_for', (pid) => {
      const alternates = new Set(imageOwners.get(pid)?.alternates)
      return (image) => alternates.has(image.pid)
    }),
  ])
  const inGroup = query.sort === 'group_position'
  return mapped(inGroup ? rows.sort(byKey(({ pid }) => members.indexOf(pid))) : rows, query, imageView)
}

export const findItems: FindItems = async (query, { catalogue }) => {
  const identifiers = identifierFilter(query)
  const playsOf = (pid: string) => catalogue.playsOf(pid).filter((play) => isAskedFor(play, query, catalogue))
  const isPlaced = ['programme', 'segment_event'].some((name) => query.values(name).length > 0)
  const rows = await filtered(catalogue.items, query, [
    partnerFilter(query),
    ...(identifiers ? [identifiers] : []),
    ...among<Item>(query, 'pid', (item) => item.pid),
    ...among<Item>(query, 'item_type', (item) => item.kind),
    ...when<Item>(
      query,
      'people',
      (pid) => (item) => item.contributions?.some(({ person }) => person === pid) ?? false,
    ),
    ...(isPlaced ? [({ pid }: { pid: string }) => playsOf(pid).length > 0] : []),
  ])
  const { mixins } = query
  return mapped(rows, query, (item) => itemView(item, { catalogue, mixins, plays: playsOf(item.pid) }))
}

function isAskedFor({ version, event }: Play, query: FeedQuery, { versions }: Catalogue): boolean {
  const [programme, segment] = [query.value('programme'), query.value('segment_event')]
  const isInProgramme = programme === undefined || versions.rows[version]?.of === programme
  return isInProgramme && (segment === undefined || event.pid === segment)
}

export const findPeople: FindItems = async (query, { catalogue }) => {
  const identifiers = identifierFilter(query)
  const rows = await filtered(catalogue.people, query, [
    partnerFilter(query),
    ...(identifiers ? [identifiers] : []),
    ...among<Person>(query, 'pid', (person) => person.pid),
    ...among<Person>(query, 'has_external_id', (person) => String(identifiersOf(person).length > 0)),
    ...when<Person>(query, 'programme', (pid) => {
      const contributors = new Set(catalogue.programmes.get(pid)?.contributions?.map(({ person }) => person))
      return (person) => contributors.has(person.pid)
    }),
  ])
  return mapped(rows, query, personView)
}

export const findMasterBrands: FindItems = async (query, { catalogue }) => {
  const rows = await filtered(catalogue.masterBrands, query, [
    partnerFilter(query),
    ...among<MasterBrand>(query, 'mid', (brand) => brand.mid),
  ])
  return mapped(rows, query, (brand) => masterBrandView(brand, catalogue, query.mixins))
}

export const findServices: FindItems = async (query, { catalogue }) => {
  const time = (name: string) => parseTime(query.value(name) ?? '')
  const [startFrom, startTo, endFrom, endTo] = ['start_from', 'start_to', 'end_from', 'end_to'].map(time)
  const within = (value: number | undefined, from: number | undefined, to: number | undefined) =>
    (from === undefined || (value !== undefined && value >= from)) &&
    (to === undefined || (value !== undefined && value <= to))
  const rows = await filtered(catalogue.services, query, [
    partnerFilter(query),
    ...among<Service>(query, 'sid', (service) => service.sid),
    ...among<Service>(query, 'mid', (service) => service.masterBrand),
    ...among<Service>(query, 'service_type', (service) => service.type),
    // a service without an end continues
    ({ dates = {} }) =>
      within(dates.start, startFrom, startTo) && within(dates.end ?? Number.MAX_SAFE_INTEGER, endFrom, endTo),
  ])
  return mapped(rows, query, serviceView)
}

export const findPromotions: FindItems = async (query, { catalogue, now }) => {
  const rows = await filtered(catalogue.promotions, query, [
    partnerFilter(query),
    ...among<Promotion>(query, 'pid', (promotion) => promotion.pid),
    ...among<Promotion>(query, 'promoted_by', (promotion) => promotion.promotedBy),
    ...among<Promotion>(query, 'promoted_for', (promotion) => promotion.promotedFor),
    ...when<Promotion>(query, 'context', (pid) => (promotion) => promotion.context?.pid === pid),
    ...when<Promotion>(query, 'status', () => (promotion) => isCurrent(promotion, now)),
  ])
  return mapped(rows, query, (promotion) => promotionView(promotion, isCurrent(promotion, now), query.mixins))
}

export const findVersions: FindItems = async (query, { catalogue, now }) => {
  const filter = availabilityFilter(query, now)
  const isBelow = descendantVersions(query, catalogue)
  const isWanted = filter && matching(filter)
  const rows = await filtered(catalogue.versions, query, [
    ...(isBelow ? [(_version: Version, index: number) => isBelow(index)] : []),
    partnerFilter(query),
    embargoFilter(query),
    ...among<Version>(query, 'pid', (version) => version.pid),
    ...(isWanted ? [(version: Version) => version.availabilities.some(isWanted)] : []),
  ])
  return mapped(rows, query, (version) => versionView(version, catalogue))
}

/** Returns the condition on the index of a version; undefined if the filter was not sent. */
function descendantVersions(query: FeedQuery, catalogue: Catalogue): ((version: number) => boolean) | undefined {
  const pids = query.values('descendants_of')
  if (pids.length === 0) return undefined
  const mask = selfAndDescendants(catalogue, pids)
  return (version) => mask[catalogue.programmeOf(version)] === 1
}

export const findAvailabilities: FindItems = (query, { catalogue, now }) => {
  const { availabilities: entries, versions } = catalogue
  const isWanted = entryFilter(entries, requestedAvailabilities(query, now))
  const isBelow = descendantVersions(query, catalogue)
  const isDebug = query.value('debug') === 'true'
  const items: object[] = []
  const skipped = (query.page - 1) * query.pageSize
  let total = 0
  for (let step = 0; step < entries.count; step++) {
    const entry = query.direction === 'ascending' ? step : entries.count - 1 - step
    const at = present(entries.version[entry])
    if (entries.embargoed[entry] === 1 || !isWanted(entry) || (isBelow && !isBelow(at))) continue
    if (total >= skipped && items.length < query.pageSize) {
      const version = versions.rows[at]
      const availability = version?.availabilities[present(entries.position[entry])]
      if (availability) items.push(availabilityView(availability, version, { catalogue, now, isDebug }))
    }
    total++
  }
  return { total, items }
}

function requestedAvailabilities(query: FeedQuery, now: number): AvailabilityFilter {
  const [mediaSets, territories] = [query.values('media_set'), query.values('territory')]
  const isAnyTime = query.values('availability').length === 0
  return {
    hasTraits: (availability) =>
      mediaSets.length + territories.length === 0 ||
      // both must hold for the same media set
      availability.mediaSets.some(
        (set) =>
          (mediaSets.length === 0 || mediaSets.includes(set.name)) &&
          (territories.length === 0 || set.territories.some((territory) => territories.includes(territory))),
      ),
    hasStatus: (timing) => isAnyTime || statusAt(timing, now) === 'available',
  }
}

/** Finds partners, and any other entity with the pid in `q` (SOURCES 4.5). */
export const findPips: FindItems = async (query, { catalogue, now }) => {
  const partners = await filtered(catalogue.partners, query, [])
  const [, pid] = /^\s*pid:"?([0-9a-z.-]+)"?\s*$/i.exec(query.value('q') ?? '') ?? []
  const index = pid === undefined ? -1 : catalogue.programmes.indexOf(pid)
  const programme = catalogue.programmes.rows[index]
  const options = {
    catalogue,
    now,
    mixins: query.mixins,
    originalOf: (at: number) => originalVersion(catalogue, at),
  }
  const group = catalogue.groups.get(pid ?? '')
  const person = catalogue.people.get(pid ?? '')
  const image = catalogue.images.get(pid ?? '')
  const version = catalogue.versions.get(pid ?? '')
  const rows: object[] = [
    ...partners.map(partnerView),
    ...(programme ? [programmeView(programme, index, options)] : []),
    ...(group ? [groupView(group, catalogue, query.mixins)] : []),
    ...(person ? [personView(person)] : []),
    ...(image ? [imageView(image)] : []),
    ...(version ? [versionView(version, catalogue)] : []),
  ]
  return pageRows(rows, query)
}
