// One whole feed during its reading: numbers by item id, with rows of one name merged. Names with an id are not stored
// twice; 30,000 rows take less than a megabyte.
import type { FeedRow } from '../feeds/source.ts'
import { variantName, variantSpace } from '../feeds/variants.ts'
import type { BulkDatabase } from '../store/bulk-insert.ts'
import type { ItemIds } from '../store/item-ids.ts'
import { createColumn, type GrowingColumn, type PriceColumn } from '../store/price-column.ts'
import type { PriceRow } from '../store/price-row.ts'

export interface FeedTable {
  /** Number of items so far, without phases. */
  readonly items: number
  /** Number of names of items and phases. */
  readonly size: number
  add(row: FeedRow): void
  /** Rows of names that had an id when added; of all names once `assignIds` has resolved. */
  readonly rows: PriceColumn
  /** Assigns ids to new names. */
  assignIds(database: BulkDatabase): Promise<void>
}

/** Creates an empty table for a feed of a game. */
export function createFeedTable(ids: ItemIds, game: string): FeedTable {
  const phaseSpace = variantSpace(game)
  const rows = createColumn('', { room: ids.size })
  const withoutId = [game, phaseSpace].map((space) => ({ space, positions: new Map<string, number>() }))
  const fresh = createColumn('')
  let items = 0

  function put(space: string, name: string, row: FeedRow): void {
    const item = ids.idOf(space, name)
    const added = item === undefined ? putFresh(space, name, row) : mergeRow(rows, item, row)
    if (added && space === game) items++
  }
  function putFresh(space: string, name: string, row: FeedRow): boolean {
    const positions = withoutId.find((one) => one.space === space)?.positions
    const position = positions?.get(name) ?? fresh.size + 1
    positions?.set(name, position)
    return mergeRow(fresh, position, row)
  }
  return {
    rows,
    get items() {
      return items
    },
    get size() {
      return rows.size + fresh.size
    },
    add(row) {
      put(game, row.name, row)
      if (row.phase !== undefined) put(phaseSpace, variantName(row.name, row.phase), row)
    },
    async assignIds(database) {
      for (const { space, positions } of withoutId) {
        const assigned = await ids.assign(database, space, positions.keys())
        for (const [name, position] of positions) {
          const [item, row] = [assigned.get(name), fresh.get(position)]
          // the id might have been assigned while the feed was read, and have a row already
          if (item !== undefined && row && !mergeRow(rows, item, row) && space === game) items--
        }
        positions.clear()
      }
    },
  }
}

type FeedNumbers = Pick<PriceRow, 'price' | 'quantity' | 'bid' | 'volume'>

/** Merges a row into that of the item: the lowest price counts, quantities add up. Returns true for the first row. */
function mergeRow(rows: GrowingColumn, item: number, row: FeedNumbers): boolean {
  const previous = rows.get(item)
  const { price, quantity, bid = null, volume = null } = previous ? merged(previous, row) : row
  rows.set(item, { price, quantity, bid, volume, median: null, at_ms: 0 })
  return previous === undefined
}

function merged(one: FeedNumbers, other: FeedNumbers): FeedNumbers {
  const lower = other.price < one.price ? other : one
  const bids = [one.bid, other.bid].filter((bid) => bid !== undefined)
  return {
    price: lower.price,
    volume: lower.volume,
    quantity:
      one.quantity === null || other.quantity === null
        ? (one.quantity ?? other.quantity)
        : one.quantity + other.quantity,
    bid: bids.length > 0 ? Math.max(...bids) : undefined,
  }
}
