// The feeds of broadcasts and of schedules, which adds windows: one scan over the columns, in the order of start.
import { present } from '#define/present'
import { addDays } from '#provider'
import { type BroadcastColumns, firstFrom, flags } from '../catalogue/broadcasts.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { intersect, type Mask, maskOf } from '../catalogue/columns.ts'
import { parseKeywords } from '../query/keywords.ts'
import type { FeedQuery } from '../query/read-query.ts'
import { parseTime, startOfDay } from '../times.ts'
import { transmissionView } from '../views/transmission.ts'
import type { FindItems } from './feed.ts'
import { contributorMask, descendants, formatMask, genreMask, itemProgrammes } from './programme-filters.ts'
import { identifierFilter, partnerFilter } from './shared-conditions.ts'

export const findBroadcasts: FindItems = (query, { catalogue }) => find(query, catalogue, false)
export const findSchedules: FindItems = (query, { catalogue }) => find(query, catalogue, true)

async function find(query: FeedQuery, catalogue: Catalogue, withWindows: boolean) {
  const columns = catalogue.broadcasts
  const conditions = await rowConditions(query, catalogue, withWindows)
  const { total, rows } = scan(columns, conditions, query)
  return { total, items: rows.map((row) => transmissionView(row, catalogue, query.mixins)) }
}

/** Returns the rows with a start in the requested range: from the first up to the second. */
function rangeOf(query: FeedQuery, columns: BroadcastColumns): readonly [number, number] {
  const time = (name: string) => parseTime(query.value(name) ?? '')
  const dayStart = (name: string, days = 0) => {
    const day = query.value(name)
    return day === undefined ? undefined : startOfDay(addDays(day, days))
  }
  const startTo = time('start_to')
  const lower = [time('start_from'), dayStart('schedule_day'), dayStart('schedule_day_from')]
  const upper = [
    startTo === undefined ? undefined : startTo + 1,
    dayStart('schedule_day', 1),
    dayStart('schedule_day_to', 1),
  ]
  const present = (values: readonly (number | undefined)[]) => values.filter((value) => value !== undefined)
  const from = firstFrom(columns, Math.max(0, ...present(lower)))
  const to = firstFrom(columns, Math.min(Number.MAX_SAFE_INTEGER, ...present(upper)))
  return [from, Math.max(from, to)]
}

/** Conditions on rows. Each mask has 1 for the selected values of its column; without a mask, all are selected. */
interface RowConditions {
  /** Candidate rows, ascending; undefined for all. */
  readonly rows: Int32Array | undefined
  /** Mask over the byte of flags. */
  readonly flags: Mask
  readonly service: Mask | undefined
  readonly partner: Mask | undefined
  readonly programme: Mask | undefined
  readonly version: Mask | undefined
  readonly endFrom: number
  readonly endTo: number
}

/**
 * Counts the rows and collects those of the page. The loop touches only numbers in typed arrays, so that a million rows
 * take some milliseconds.
 */
function scan(columns: BroadcastColumns, conditions: RowConditions, query: FeedQuery) {
  const { flags: bits, service: services, partner: partners, programme: programmes, version: versions, end } = columns
  const { rows: only, flags: bitMask, service, partner, programme, version, endFrom, endTo } = conditions
  const isEnding = endFrom > 0 || endTo < Infinity
  const [from, to] = rangeOf(query, columns)
  const length = only ? only.length : to - from
  const isAscending = query.direction === 'ascending'
  const skipped = (query.page - 1) * query.pageSize
  const last = skipped + query.pageSize
  const rows: number[] = []
  let total = 0
  for (let step = 0; step < length; step++) {
    const at = isAscending ? step : length - 1 - step
    const row = only ? present(only[at]) : from + at
    if (bitMask[present(bits[row])] === 0) continue
    if (service && service[present(services[row])] === 0) continue
    if (programme && programme[present(programmes[row])] !== 1) continue
    if (version && version[present(versions[row])] !== 1) continue
    if (partner && partner[present(partners[row])] === 0) continue
    if (isEnding && (present(end[row]) < endFrom || present(end[row]) > endTo)) continue
    if (only && (row < from || row >= to)) continue
    if (total >= skipped && total < last) rows.push(row)
    total++
  }
  return { total, rows }
}

async function rowConditions(query: FeedQuery, catalogue: Catalogue, withWindows: boolean): Promise<RowConditions> {
  const { broadcasts: columns, services, versions } = catalogue
  const [sids, brands, versionPids] = ['sid', 'service_master_brand', 'version'].map(query.values)
  const isOfPartner = partnerFilter(query)
  const isService = (sid: string) =>
    (!sids?.length || sids.includes(sid)) && (!brands?.length || brands.includes(services.get(sid)?.masterBrand ?? ''))
  const time = (name: string) => parseTime(query.value(name) ?? '')
  const programme = await programmesOf(query, catalogue)
  return {
    rows: rowsInQuestion(query, columns) ?? (programme && columns.rowsOfProgrammes(programme)),
    flags: flagMask(query.values('repeat')[0], withWindows),
    service: valueMask(columns.services, isService),
    partner: withWindows ? valueMask(columns.partners, (partner) => isOfPartner({ partner })) : undefined,
    programme,
    version: versionPids?.length ? maskOf(versions.rows.length, versionPids.map(versions.indexOf)) : undefined,
    endFrom: time('end_from') ?? 0,
    endTo: time('end_to') ?? Infinity,
  }
}

/** Returns the mask of the wanted values; undefined if all are wanted. */
function valueMask(values: readonly string[], isWanted: (value: string) => boolean): Mask | undefined {
  const mask = Uint8Array.from(values, (value) => (isWanted(value) ? 1 : 0))
  return mask.includes(0) ? mask : undefined
}

function flagMask(repeat: string | undefined, withWindows: boolean): Mask {
  return Uint8Array.from({ length: 256 }, (_, bits) => {
    const isRepeat = (bits & flags.isRepeat) !== 0
    const isWanted = repeat === undefined || isRepeat === (repeat === 'true')
    return isWanted && (withWindows || (bits & flags.isWindow) === 0) ? 1 : 0
  })
}

/**
 * Returns the rows with one of the pids and one of the identifiers, which few rows have; undefined if neither is sent.
 */
function rowsInQuestion(query: FeedQuery, columns: BroadcastColumns): Int32Array | undefined {
  const pids = query.values('pid')
  const isIdentified = identifierFilter(query)
  if (pids.length === 0 && !isIdentified) return undefined
  const rows = pids.length > 0 ? new Set(pids.flatMap((pid) => columns.rowsOf(pid))) : columns.details.keys()
  return Int32Array.from(rows)
    .filter((row) => !isIdentified || isIdentified(columns.details.get(row) ?? {}))
    .sort()
}

/** Returns the requested programmes; undefined for all. */
async function programmesOf(query: FeedQuery, catalogue: Catalogue): Promise<Mask | undefined> {
  const masks: Mask[] = []
  const add = (name: string, maskFor: (values: readonly string[]) => Mask) => {
    const values = query.values(name)
    if (values.length > 0) masks.push(maskFor(values))
  }
  add('descendants_of', (pids) => selfAndDescendants(catalogue, pids))
  add('genre', (genres) => genreMask(catalogue, genres))
  add('format', (formats) => formatMask(catalogue, formats))
  add('people', (people) => contributorMask(catalogue, people.slice(0, 1)))
  add('group', ([group]) => selfAndDescendants(catalogue, membersOf(group, catalogue)))
  add('item', (items) => itemProgrammes(catalogue, items))
  if (query.values('q').length > 0)
    masks.push((await catalogue.programmes.words()).match(parseKeywords(query.value('q') ?? '')))
  const [first, ...others] = masks
  for (const mask of others) if (first) intersect(first, mask)
  return first
}

/** Returns the members of a group; a series or brand brings its episodes. */
const membersOf = (group = '', { groups }: Catalogue) => groups.get(group)?.members ?? []

/**
 * Returns programmes and their descendants. A broadcast is a descendant of the episode that it shows as well as of the
 * containers above.
 */
export function selfAndDescendants(catalogue: Catalogue, pids: readonly string[]): Uint8Array {
  const mask = descendants(catalogue, pids)
  for (const pid of pids) {
    const index = catalogue.programmes.indexOf(pid)
    if (index >= 0) mask[index] = 1
  }
  return mask
}
