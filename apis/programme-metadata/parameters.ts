// Parameters of several feeds. A value set is closed only if the provider's own definition of the feed declares it
// complete (booleans, entity types, directions); sets that grow with the data stay open, with the known values in
// `doc`.
import { int, list, oneOf, str } from '#define'

/** A repeatable filter; its values are alternatives. */
export const stringList = (doc: string, example?: string) =>
  list(str(), { repeat: true, doc, ...(example === undefined ? {} : { example: [example] }) })

/** A boolean filter, which this provider reads as a repeatable string. */
export const truths = (doc: string) => list(oneOf(['true', 'false']), { repeat: true, doc })

export const paging = {
  page: int({ min: 1, default: 1, doc: 'Page, counted from 1.' }),
  page_size: int({ min: 0, max: 300, default: 10, doc: 'Items per page; 0 returns the count alone.' }),
}
export const partners = {
  partner_id: stringList('Partner by its id; partner_pid overrides it.'),
  partner_pid: stringList('Partner by its pid; `*` for all. Default: s0000001.', 's0000001'),
}
export const query = { q: str({ doc: 'Words to search for; boolean operators and field prefixes work.' }) }
export const embargoed = { embargoed: str({ doc: 'Embargoed items: include, exclude (default) or only.' }) }

/** Sort order of a feed. */
export const sorting = (names: string) => ({
  sort: str({ doc: `Order: ${names}.` }),
  sort_direction: oneOf(['ascending', 'descending'], { doc: 'Direction, where the order has one.' }),
})
/** Additions to the items of a feed. */
export const mixin = (names: string) => ({ mixin: stringList(`Additions to each item: ${names}.`) })
export const pids = { pid: stringList('Items with these pids.') }

const endTimes = {
  end_from: str({ doc: 'Ends at or after this time, ISO 8601.', example: '2024-05-02T18:00:00Z' }),
  end_to: str({ doc: 'Ends at or before this time, ISO 8601.' }),
}
const startTimes = {
  start_from: str({ doc: 'Starts at or after this time, ISO 8601.', example: '2024-05-02T06:00:00Z' }),
  start_to: str({ doc: 'Starts at or before this time, ISO 8601.' }),
}
export const times = { ...endTimes, ...startTimes }

export const genre = stringList('Genres, by group id (C00035) or by the id of one level (100003).', 'C00035')
export const format = stringList('Formats.', 'PT001')
export const descendantsOf = stringList('Pids of ancestors, at any level.')

/** Filters that broadcasts and schedules share. */
export const transmission = {
  authority: stringList('Authorities of the identifiers.'),
  descendants_of: descendantsOf,
  ...times,
  format,
  genre,
  id: stringList('Identifiers other than pids.'),
  item: stringList('Pids of items performed in it.'),
  people: str({ doc: 'Pid of a contributor.' }),
  ...pids,
  ...query,
  schedule_day: str({ doc: 'Starts on this broadcast day (London), YYYY-MM-DD.', example: '2024-05-02' }),
  schedule_day_from: str({ doc: 'Starts on this broadcast day or later.' }),
  schedule_day_to: str({ doc: 'Starts on this broadcast day or earlier.' }),
  service_master_brand: stringList('Master brands of the service.', 'bbc_one'),
  sid: stringList('Services.', 'bbc_one_london'),
  version: stringList('Pids of versions.'),
}
