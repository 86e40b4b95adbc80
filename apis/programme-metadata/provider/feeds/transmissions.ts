// The feeds of broadcasts and of schedules, which adds windows: one scan over the columns, in the order of start.
import { addDays } from '#provider'
import { type BroadcastColumns, firstFrom, flags, hashOf } from '../catalogue/broadcasts.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { parseKeywords } from '../query/keywords.ts'
import type { FeedQuery } from '../query/read-query.ts'
import { parseTime, startOfDay } from '../times.ts'
import { transmissionView } from '../views/transmission.ts'
import type { FindItems } from './feed.ts'
import {
  type Condition,
  contributorCondition,
  descendants,
  formatCondition,
  genreCondition,
  itemProgrammes,
  masked,
} from './programme-filters.ts'
import { identifierFilter, partnerFilter } from './shared-conditions.ts'

export const findBroadcasts: FindItems = (query, { catalogue }) => find(query, catalogue, false)
export const findSchedules: FindItems = (query, { catalogue }) => find(query, catalogue, true)

/** A condition on a row of the columns. */
type RowCondition = (row: number) => boolean

async function find(query: FeedQuery, catalogue: Catalogue, withWindows: boolean) {
  const { broadcasts: columns } = catalogue
  const [from, to] = rangeOf(query, columns)
  const conditions = await rowConditions(query, catalogue, withWindows)
  const rows: number[] = []
  const skipped = (query.page - 1) * query.pageSize
  let total = 0
  const visit = (row: number): void => {
    for (const condition of conditions) if (!condition(row)) return
    if (total >= skipped && rows.length < query.pageSize) rows.push(row)
    total++
  }
  if (query.direction === 'ascending') for (let row = from; row < to; row++) visit(row)
  else for (let row = to - 1; row >= from; row--) visit(row)
  return { total, items: rows.map((row) => transmissionView(row, catalogue, query.mixins)) }
}

/** The rows whose start is in the requested range: from the first up to the second. */
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

async function rowConditions(
  query: FeedQuery,
  catalogue: Catalogue,
  withWindows: boolean,
): Promise<readonly RowCondition[]> {
  const { broadcasts: columns, services, versions } = catalogue
  const given = (name: string) => query.values(name).length > 0
  const conditions: RowCondition[] = []
  if (!withWindows) conditions.push((row) => ((columns.flags[row] ?? 0) & flags.isWindow) === 0)
  if (given('sid') || given('service_master_brand')) {
    const brands = query.values('service_master_brand')
    const wanted = columns.services.map(
      (sid) =>
        (!given('sid') || query.values('sid').includes(sid)) &&
        (brands.length === 0 || brands.includes(services.get(sid)?.masterBrand ?? '')),
    )
    conditions.push((row) => wanted[columns.service[row] ?? -1] === true)
  }
  if (given('pid')) conditions.push(pidCondition(columns, query.values('pid')))
  const programmeMask = await programmesOf(query, catalogue)
  if (programmeMask) conditions.push((row) => programmeMask[columns.programme[row] ?? -1] === 1)
  if (given('version')) {
    const wanted = new Set(query.values('version').map(versions.indexOf))
    wanted.delete(-1)
    conditions.push((row) => wanted.has(columns.version[row] ?? -1))
  }
  const [endFrom, endTo] = ['end_from', 'end_to'].map((name) => parseTime(query.value(name) ?? ''))
  if (endFrom !== undefined) conditions.push((row) => (columns.end[row] ?? 0) >= endFrom)
  if (endTo !== undefined) conditions.push((row) => (columns.end[row] ?? 0) <= endTo)
  const [isRepeat] = query.values('repeat')
  if (isRepeat !== undefined)
    conditions.push((row) => (((columns.flags[row] ?? 0) & flags.isRepeat) !== 0) === (isRepeat === 'true'))
  const identifiers = identifierFilter(query)
  if (identifiers) conditions.push((row) => identifiers(columns.details.get(row) ?? {}))
  if (withWindows) {
    const isWanted = partnerFilter(query)
    const wanted = columns.partners.map((partner) => isWanted({ partner }))
    if (wanted.includes(false)) conditions.push((row) => wanted[columns.partner[row] ?? -1] === true)
  }
  return conditions
}

function pidCondition(columns: BroadcastColumns, pids: readonly string[]): RowCondition {
  const wanted = new Set(pids)
  const [first = 0, ...others] = pids.map(hashOf)
  const hashes = new Set([first, ...others])
  const mayMatch =
    hashes.size === 1
      ? (row: number) => columns.hash[row] === first
      : (row: number) => hashes.has(columns.hash[row] ?? -1)
  return (row) => mayMatch(row) && wanted.has(columns.pid[row] ?? '')
}

/** The programmes that the call asks for; undefined when it asks for all. */
async function programmesOf(query: FeedQuery, catalogue: Catalogue): Promise<Uint8Array | undefined> {
  const given = (name: string) => query.values(name).length > 0
  const { programmes } = catalogue
  const conditions: Condition[] = [
    ...(given('descendants_of') ? [masked(selfAndDescendants(catalogue, query.values('descendants_of')))] : []),
    ...(given('genre') ? [genreCondition(catalogue, query.values('genre'))] : []),
    ...(given('format') ? [formatCondition(catalogue, query.values('format'))] : []),
    ...(given('people') ? [contributorCondition(catalogue, query.value('people') ?? '')] : []),
    ...(given('group') ? [masked(selfAndDescendants(catalogue, membersOf(query.value('group'), catalogue)))] : []),
    ...(given('item') ? [masked(itemProgrammes(catalogue, query.values('item')))] : []),
    ...(given('q') ? [masked((await programmes.words()).match(parseKeywords(query.value('q') ?? '')))] : []),
  ]
  if (conditions.length === 0) return undefined
  return Uint8Array.from(programmes.rows, (_, index) => (conditions.every((condition) => condition(index)) ? 1 : 0))
}

/** A series or brand in a group brings its episodes with it. */
const membersOf = (group = '', { groups }: Catalogue) => groups.get(group)?.members ?? []

/** A broadcast is a descendant of the episode that it shows as well as of the containers above. */
export function selfAndDescendants(catalogue: Catalogue, pids: readonly string[]): Uint8Array {
  const mask = descendants(catalogue, pids)
  for (const pid of pids) {
    const index = catalogue.programmes.indexOf(pid)
    if (index >= 0) mask[index] = 1
  }
  return mask
}
