// CSFloat: all names in one array, prices in cents. Without a key it serves many networks and responds to others with
// 401; the operator's key is sent unchanged in Authorization. Phases have their own list, by paint index, without
// quantities (SOURCES 5.1).
import { phaseOf } from '../../catalogue/phases.ts'
import { countOf, unitsOfParts } from '../../money.ts'
import { FeedError } from '../feeds/feed-error.ts'
import { type FeedAccess, type FeedRow, fieldOf, mebibyte, minuteMs, rowOf, type Source } from '../feeds/source.ts'

async function* rows(access: FeedAccess): AsyncGenerator<FeedRow> {
  for await (const { value } of access.entries('/api/v1/listings/price-list', [])) {
    const row = rowOf(fieldOf(value, 'market_hash_name'), unitsOfParts(fieldOf(value, 'min_price'), 100), {
      quantity: countOf(fieldOf(value, 'quantity')),
    })
    if (row) yield row
  }
  yield* await phaseRows(access)
}

/** Returns all phases or none: the list of names is complete without them. */
async function phaseRows(access: FeedAccess): Promise<FeedRow[]> {
  const rows: FeedRow[] = []
  try {
    for await (const { value } of access.entries('/api/v1/listings/price-list/doppler', ['data'])) {
      const paintIndex = fieldOf(value, 'paint_index')
      const phase = typeof paintIndex === 'number' ? phaseOf(paintIndex)?.name : undefined
      const details = { phase }
      const row = rowOf(fieldOf(value, 'market_hash_name'), unitsOfParts(fieldOf(value, 'min_price'), 100), details)
      if (row?.phase !== undefined) rows.push(row)
      if (rows.length > maxPhases) throw new FeedError('shape', `the list has more than ${maxPhases} phases`)
    }
    return rows
  } catch (error) {
    if (!(error instanceof FeedError)) throw error
    access.leftOut('phases', error)
    return []
  }
}

/** Ten times the actual number. */
const maxPhases = 10_000

export const csfloat: Source = {
  id: 3,
  key: 'csfloat',
  title: 'CSFloat',
  market: 'csfloat',
  game: 'cs2',
  base: 'https://csfloat.com',
  everyMs: 30 * minuteMs,
  gapMs: 5000,
  maxBytes: 32 * mebibyte,
  enabled: true,
  secret: { header: 'authorization', prefix: '', needed: false },
  rows,
}
