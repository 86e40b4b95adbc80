// The feed of programmes, and the details of a programme.
import { present } from '#define/present'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { staticOrders } from '../catalogue/orders.ts'
import { originalVersion } from '../catalogue/programme-columns.ts'
import { parseKeywords, wantedWords } from '../query/keywords.ts'
import type { FeedQuery } from '../query/read-query.ts'
import { programmeView } from '../views/programme.ts'
import { availabilityFilter, matching, paymentFilter } from './availability-rules.ts'
import type { FeedDeps, FindItems } from './feed.ts'
import { isCurrent, programmeMask } from './programme-filters.ts'
import { partnerFilter } from './shared-conditions.ts'

export const findProgrammes: FindItems = async (query, deps) => {
  const { catalogue, now } = deps
  const { rows } = catalogue.programmes
  const mask = await programmeMask(catalogue, query, now)
  const order = await orderOf(query, deps)
  const first = (query.page - 1) * query.pageSize
  /** The page with its two neighbours. */
  const near: number[] = []
  let total = 0
  for (let at = 0; at < order.length; at++) {
    const index = present(order[at])
    if (mask[index] !== 1) continue
    if (total >= first - 1 && total <= first + query.pageSize) near.push(index)
    total++
  }
  const filter = availabilityFilter(query, now)
  const options = {
    ...viewOptions(query, deps),
    matches: filter && matching(filter),
    isPaid: paymentFilter(query),
  }
  const before = first > 0 ? 1 : 0
  /** The first and the last programme lack a neighbour. */
  const rowAt = (at: number) => {
    const index = near.at(at)
    return at < 0 || index === undefined ? undefined : rows[index]
  }
  const items = near.slice(before, before + query.pageSize).flatMap((index, at) => {
    const programme = rows[index]
    const neighbours = { previous: rowAt(before + at - 1), next: rowAt(before + at + 1) }
    return programme ? [programmeView(programme, index, { ...options, neighbours })] : []
  })
  return { total, items }
}

/** Mixins that are always part of the details; brands and series have them if they apply. */
const detailMixins = new Set([
  'ancestor_titles',
  'available_versions',
  'available_webcasts',
  'available_simulcasts',
  'genre_groupings',
])

export const findProgrammeDetails: FindItems = (query, deps) => {
  const { programmes } = deps.catalogue
  const index = programmes.indexOf(query.value('pid') ?? '')
  const programme = programmes.rows[index]
  const isWanted = query.value('partner_pid') === undefined || (programme && partnerFilter(query)(programme))
  if (!programme || !isWanted || programme.isEmbargoed) return { total: 0, items: [] }
  const view = programmeView(programme, index, { ...viewOptions(query, deps), mixins: detailMixins })
  return { total: 1, items: query.page === 1 && query.pageSize > 0 ? [view] : [] }
}

function viewOptions({ mixins }: FeedQuery, { catalogue, now }: FeedDeps) {
  return { catalogue, now, mixins, originalOf: (index: number) => originalVersion(catalogue, index) }
}

/** Returns indexes of programmes that include all possible matches, in order. */
async function orderOf(query: FeedQuery, { catalogue, now }: FeedDeps): Promise<ArrayLike<number>> {
  const { programmes, groups, orders } = catalogue
  const { sort = 'pid', direction } = query
  const known = staticOrders.find((order) => order === sort)
  if (known) return orders.of(known, direction)
  if (sort === 'group_position') {
    const members = groups.get(query.value('group') ?? '')?.members ?? []
    return [...new Set(members.map(programmes.indexOf).filter((index) => index >= 0))]
  }
  const byPid = orders.of('pid', 'ascending')
  if (sort === 'promotion') return sorted(byPid, promotionRanks(catalogue, query.value('promoted_for'), now))
  const index = await programmes.words()
  const words = [...new Set(wantedWords(parseKeywords(query.value('q') ?? '')))]
  const matched = index.match(parseKeywords(query.value('q') ?? ''))
  return sorted(
    byPid.filter((programme) => matched[programme] === 1),
    (programme) => -index.score(programme, words),
  )
}

/** Sorts by ascending key; programmes with equal keys stay ordered by pid. */
function sorted(indices: Int32Array, keyOf: (index: number) => number): number[] {
  const keys = new Map(Array.from(indices, (index) => [index, keyOf(index)]))
  return [...indices].sort((one, other) => (keys.get(one) ?? 0) - (keys.get(other) ?? 0))
}

/** Returns the best priority of the current promotions; programmes without one come last. */
function promotionRanks({ programmes, promotions }: Catalogue, service: string | undefined, now: number) {
  const last = Number.MAX_SAFE_INTEGER
  const ranks = new Map<number, number>()
  for (const promotion of promotions.rows) {
    if (!isCurrent(promotion, now) || (service !== undefined && promotion.promotedFor !== service)) continue
    const index = programmes.indexOf(promotion.of?.pid ?? '')
    ranks.set(index, Math.min(ranks.get(index) ?? last, promotion.priority ?? last - 1))
  }
  return (index: number) => ranks.get(index) ?? last
}
