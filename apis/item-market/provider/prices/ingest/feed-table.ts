// One whole feed while it is read: figures by number of the item, several rows of one name put together. Names that have a number are
// not held a second time: what is held of 30,000 rows is less than a megabyte.
import type { Db } from '../../../tables.ts'
import type { FeedRow } from '../feeds/source.ts'
import { variantName, variantSpace } from '../feeds/variants.ts'
import type { Names } from '../store/item-ids.ts'
import { createColumn, type GrowingColumn, type PriceColumn } from '../store/price-column.ts'
import type { PriceRow } from '../store/price-row.ts'

export interface FeedTable {
  /** Names of items so far; phases are none of their own. */
  readonly items: number
  /** Names of items and of phases. */
  readonly size: number
  add(row: FeedRow): void
  /** The figures of the names that had numbers when they were added; of all once `number` has resolved. */
  readonly rows: PriceColumn
  /** Gives numbers to the names that have none. */
  number(db: Db): Promise<void>
}

/** An empty table for a feed of a game. */
export function createFeedTable(names: Names, game: string): FeedTable {
  const phaseSpace = variantSpace(game)
  const rows = createColumn('', { room: names.size })
  const unnumbered = [game, phaseSpace].map((space) => ({ space, places: new Map<string, number>() }))
  const fresh = createColumn('')
  let items = 0

  function put(space: string, name: string, row: FeedRow): void {
    const item = names.idOf(space, name)
    const added = item === undefined ? putFresh(space, name, row) : join(rows, item, row)
    if (added && space === game) items++
  }
  function putFresh(space: string, name: string, row: FeedRow): boolean {
    const places = unnumbered.find((one) => one.space === space)?.places
    const place = places?.get(name) ?? fresh.size + 1
    places?.set(name, place)
    return join(fresh, place, row)
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
    async number(db) {
      for (const { space, places } of unnumbered) {
        const numbers = await names.number(db, space, places.keys())
        for (const [name, place] of places) {
          const [item, row] = [numbers.get(name), fresh.get(place)]
          // it may have been given its number while the feed was read, and stand there already
          if (item !== undefined && row && !join(rows, item, row) && space === game) items--
        }
        places.clear()
      }
    },
  }
}

type Figures = Pick<PriceRow, 'price' | 'quantity' | 'bid' | 'volume'>

/** Puts a row to what is there of the item: the lowest price counts, quantities add up. True for the first row. */
function join(rows: GrowingColumn, item: number, row: Figures): boolean {
  const before = rows.get(item)
  const { price, quantity, bid = null, volume = null } = before ? joined(before, row) : row
  rows.set(item, { price, quantity, bid, volume, median: null, at_ms: 0 })
  return before === undefined
}

function joined(one: Figures, other: Figures): Figures {
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
