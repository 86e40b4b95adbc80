// What every filter and sort of every feed means, said as plainly as possible over all records: the reference for the
// provider's own. It shares no code with it but the types of the records.
import { present } from '#define/present'
import type { Availability, Programme, Version } from '../provider/records.ts'
import {
  type Facts,
  type Filter,
  type Filters,
  factsOf,
  filing,
  type Get,
  identified,
  partnerOf,
  type Row,
} from './naive-facts.ts'
import { common, programmeFilters, transmissionFilters } from './naive-filters.ts'
import type { RandomRecords } from './random-records.ts'

export type Query = readonly (readonly [name: string, value: string])[]
interface Feed {
  readonly rows: readonly object[]
  readonly filters: Filters
  readonly isPartnered: boolean
  readonly hasEmbargo: boolean
}

export function naiveFeeds(records: RandomRecords, now: number) {
  const facts = factsOf(records, now)
  const ofPrograms = programmeFilters(records, facts)
  const feeds: Record<string, Feed> = {
    ...feedsOfProgrammes(records, facts, ofPrograms),
    ...feedsOfCollections(records, facts, ofPrograms),
    ...feedsOfStations(records, facts),
  }

  /** Returns the results of a feed, in ascending order of pid, sid or mid. */
  function find(feed: string, query: Query): Row[] {
    const get: Get = (name) => query.filter(([each]) => each === name).map(([, value]) => value)
    const { rows, filters, isPartnered, hasEmbargo } = present(feeds[feed])
    const identifiers = { id: get('id'), authority: get('authority'), type: get('id_type') }
    const names = [...new Set(query.map(([name]) => name))]
    return (rows as Row[])
      .filter((row) => {
        if (isPartnered && !partnerOf(row, get)) return false
        if (hasEmbargo) {
          const [embargoed = 'exclude'] = get('embargoed')
          if (embargoed !== 'include' && (row.isEmbargoed === true) !== (embargoed === 'only')) return false
        }
        if (names.some((name) => ['id', 'authority', 'id_type'].includes(name)) && !identified(row, identifiers))
          return false
        if (get('tag_name').length > 0 && get('tag_scheme').length > 0) {
          const both = ((row.tags ?? []) as { name: string; scheme: string }[]).some(
            ({ name, scheme }) => get('tag_name').includes(name) && get('tag_scheme').includes(scheme),
          )
          if (!both) return false
        }
        if (!meetsAvailability(feed, row, get, facts)) return false
        return names.every((name) => {
          const filter = filters[name]
          return !filter || get(name).some((value) => filter(row, value, get))
        })
      })
      .sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1))
  }
  return { find, filters: (feed: string) => Object.keys(feeds[feed]?.filters ?? {}), filing, original: facts.original }
}

export const idOf = (row: Row) => String(row.pid ?? row.sid ?? row.mid)

function meetsAvailability(feed: string, row: Row, get: Get, { isPlayable, isAvailable, status }: Facts): boolean {
  const isPlaced = get('availability').length > 0 || get('media_set').length > 0
  if (!isPlaced && get('availability_entity_type').length === 0) return true
  const fits = (availability: Availability) => isPlayable(availability, get)
  const isNow = (availability: Availability) => status(availability) === 'available'
  if (feed === 'programmes') return isAvailable(row as unknown as Programme, get, isPlaced ? fits : isNow)
  return feed !== 'versions' || (row as unknown as Version).availabilities.some(fits)
}

function feedsOfProgrammes(records: RandomRecords, facts: Facts, ofPrograms: Filters): Record<string, Feed> {
  const { programmes, versions } = records
  const { below } = facts
  const ofTransmissions = transmissionFilters(records, facts, ofPrograms)
  return {
    programmes: { rows: programmes, filters: ofPrograms, isPartnered: true, hasEmbargo: true },
    broadcasts: {
      rows: records.broadcasts.filter(({ kind }) => kind === 'broadcast'),
      filters: ofTransmissions,
      isPartnered: false,
      hasEmbargo: false,
    },
    schedules: { rows: records.broadcasts, filters: ofTransmissions, isPartnered: true, hasEmbargo: false },
    versions: {
      rows: versions,
      filters: {
        pid: common.pid as Filter,
        descendants_of: (row, value) => row.of === value || below(row.of, value),
      },
      isPartnered: true,
      hasEmbargo: true,
    },
  }
}

function feedsOfCollections(
  records: RandomRecords,
  { programme, below }: Facts,
  ofPrograms: Filters,
): Record<string, Feed> {
  const { programmes, groups, versions } = records
  return {
    groups: {
      rows: groups,
      filters: {
        ...common,
        group_type: (row, value) => row.kind === value,
        member: (row, value) => (row.members as string[]).includes(value),
        group: (row, value) => groups.some(({ pid, members }) => pid === value && members.includes(String(row.pid))),
        for_programme: (row, value) => (row.programmes as string[]).includes(value),
        for_descendants_of: (row, value) =>
          (row.programmes as string[]).some((pid) => pid === value || below(pid, value)),
      },
      isPartnered: true,
      hasEmbargo: true,
    },
    images: {
      rows: records.images,
      filters: {
        ...common,
        image_type: (row, value) => (row.type ?? 'standard') === value,
        group: (row, value) => groups.some(({ pid, members }) => pid === value && members.includes(String(row.pid))),
        is_image_for: (row, value) =>
          [...programmes, ...groups].some(({ pid, image }) => pid === value && image === row.pid),
        is_alternate_image_for: (row, value) =>
          programmes.some(
            ({ pid, alternateImages = [] }) => pid === value && alternateImages.includes(String(row.pid)),
          ),
      },
      isPartnered: true,
      hasEmbargo: true,
    },
    items: {
      rows: records.items,
      filters: {
        ...common,
        item_type: (row, value) => row.kind === value,
        people: ofPrograms.people as Filter,
        programme: (row, value) =>
          versions.some(({ of, playEvents = [] }) => of === value && playEvents.some(({ item }) => item === row.pid)),
        segment_event: (row, value) =>
          versions.some(({ playEvents = [] }) => playEvents.some(({ pid, item }) => pid === value && item === row.pid)),
      },
      isPartnered: true,
      hasEmbargo: false,
    },
    people: {
      rows: records.people,
      filters: {
        ...common,
        has_external_id: (row, value) => (row.identifiers !== undefined) === (value === 'true'),
        programme: (row, value) => programme(value)?.contributions?.some(({ person }) => person === row.pid) ?? false,
      },
      isPartnered: true,
      hasEmbargo: false,
    },
  }
}

function feedsOfStations(records: RandomRecords, { running }: Facts): Record<string, Feed> {
  const { services, promotions } = records
  return {
    master_brands: {
      rows: records.masterBrands,
      filters: { q: common.q as Filter, mid: (row, value) => row.mid === value },
      isPartnered: true,
      hasEmbargo: false,
    },
    services: {
      rows: services,
      filters: {
        q: common.q as Filter,
        sid: (row, value) => row.sid === value,
        mid: (row, value) => row.masterBrand === value,
        service_type: (row, value) => row.type === value,
        start_from: (row, value) => Number(Reflect.get(Object(row.dates), 'start')) >= Date.parse(value) / 1000,
        start_to: (row, value) => Number(Reflect.get(Object(row.dates), 'start')) <= Date.parse(value) / 1000,
        end_from: (row, value) => Number(Reflect.get(Object(row.dates), 'end') ?? Infinity) >= Date.parse(value) / 1000,
        end_to: (row, value) => Number(Reflect.get(Object(row.dates), 'end') ?? Infinity) <= Date.parse(value) / 1000,
      },
      isPartnered: true,
      hasEmbargo: false,
    },
    promotions: {
      rows: promotions,
      filters: {
        ...common,
        promoted_by: (row, value) => row.promotedBy === value,
        promoted_for: (row, value) => row.promotedFor === value,
        context: (row, value) => Reflect.get(Object(row.context), 'pid') === value,
        status: (row) => running({ start: row.start as number | undefined, end: row.end as number | undefined }),
      },
      isPartnered: true,
      hasEmbargo: false,
    },
  }
}
