// Reads a whole source, validates it, and publishes the reading. A feed that fails, breaks off or is implausible is
// never visible.
import type { ProviderKit } from '#define'
import { yieldToEventLoop } from '#provider'
import type { Tables } from '../../../tables.ts'
import { medianOf } from '../../money.ts'
import { isOutlier } from '../book/unify.ts'
import { createFeedAccess, type FeedDeps } from '../feeds/feed-access.ts'
import { FeedError } from '../feeds/feed-error.ts'
import type { Source } from '../feeds/source.ts'
import type { LatestPricesStore } from '../store/latest-prices.ts'
import type { PriceColumn } from '../store/price-column.ts'
import { beginReading, completeReading, failReading, type StagedRow, stageRows } from '../store/reading-store.ts'
import { createFeedTable, type FeedTable } from './feed-table.ts'
import { checkPlausible } from './plausibility.ts'

export interface Progress {
  readonly source: string
  readonly phase: 'reading' | 'checking' | 'storing' | 'done' | 'failed'
  /** Rows of the feed read so far, with the number of items among them. */
  readonly rows: number
  readonly items: number
  readonly stored: number
  /** Cause of the failure, with a reason of FeedError. */
  readonly error?: { readonly reason: string; readonly message: string }
}
interface IngestOptions {
  readonly signal?: AbortSignal
  readonly progress?: (progress: Progress) => void
  /** True if the operator vouches for the prices: they are not compared with other sources. */
  readonly trusted?: boolean
}
/** Reads and stores a source. A failure is recorded in the store, reported as progress, and thrown. */
export type Ingest = (source: Source, options?: IngestOptions) => Promise<Progress>

interface IngestDeps extends FeedDeps {
  readonly kit: ProviderKit<Tables>
  readonly latestPrices: LatestPricesStore
}

/** Limit of names of one feed; the largest game has some 40,000. */
const maxItems = 200_000
const rowsPerYield = 5000
/** Rows staged between two progress reports. */
const rowsPerStep = 2500
const minOthersForOdd = 2

export function createIngest(deps: IngestDeps): Ingest {
  const { kit, latestPrices } = deps

  async function readFeed(
    source: Source,
    { signal, onRows }: { signal: AbortSignal | undefined; onRows: (rows: number, items: number) => void },
  ): Promise<FeedTable> {
    const { ids } = await latestPrices.read()
    const feed = createFeedTable(ids, source.game)
    let rows = 0
    for await (const row of source.rows(createFeedAccess(deps, source, signal))) {
      rows++
      feed.add(row)
      if (feed.size > maxItems) throw new FeedError('shape', `the feed has more than ${maxItems} names`)
      if (rows % rowsPerYield !== 0) continue
      onRows(rows, feed.items)
      await yieldToEventLoop()
    }
    onRows(rows, feed.items)
    return feed
  }

  return async (source, { signal, progress, trusted = false } = {}) => {
    const counts = { source: source.key, rows: 0, items: 0, stored: 0 }
    const report = (phase: Progress['phase'], error?: Progress['error']): Progress => {
      const state = { ...counts, phase, ...(error ? { error } : {}) }
      progress?.(state)
      return state
    }
    const snapshot = await beginReading(kit.db, source.id, kit.now())
    try {
      const feed = await readFeed(source, {
        signal,
        onRows: (rows, items) => {
          Object.assign(counts, { rows, items })
          report('reading')
        },
      })
      report('checking')
      const latest = await latestPrices.read()
      const othersOf = (item: number) => latest.rowsWithout(source.id, item).map(({ price }) => price)
      if (!trusted) {
        const itemsBefore = latest.states.get(source.id)?.items ?? 0
        checkPlausible({ items: feed.items, itemsBefore, prices: withOthers(feed.rows, othersOf) })
      }
      await feed.assignIds(kit)
      const reading = { source: source.id, snapshot, nowMs: kit.now() }
      const items = [...feed.rows.items()]
      for (let start = 0; start < items.length; start += rowsPerStep) {
        const step = items.slice(start, start + rowsPerStep)
        await stageRows(kit, reading, stagedRows(feed.rows, step, othersOf))
        counts.stored += step.reduce((count, item) => count + Number(latest.ids.isItem(item)), 0)
        report('storing')
        if (signal?.aborted) throw new FeedError('cut', 'the reading was called off')
      }
      if (!(await completeReading(kit.db, reading, { rows: items, items: feed.items })))
        kit.log.info('a reading that began later was completed first', { source: source.key })
      await latestPrices.refresh()
      return report('done')
    } catch (error) {
      const details =
        error instanceof FeedError
          ? { reason: error.reason, message: error.message }
          : { reason: 'bug', message: 'the reading failed' }
      await failReading(kit.db, source.id, `${details.reason}: ${details.message}`).catch(() => undefined)
      await latestPrices.refresh().catch(() => undefined)
      report('failed', details)
      throw error
    }
  }
}

type Others = (item: number) => number[]

function* withOthers(rows: PriceColumn, othersOf: Others) {
  for (const item of rows.items()) yield { price: rows.get(item)?.price ?? 0, middle: medianOf(othersOf(item)) }
}

/** Yields rows for storage; those too far from the other marketplaces are marked odd. */
function* stagedRows(rows: PriceColumn, items: readonly number[], othersOf: Others): Generator<StagedRow> {
  for (const item of items) {
    const row = rows.get(item)
    if (!row) continue
    const { price, quantity, bid = null, volume = null } = row
    const others = othersOf(item)
    const middle = others.length >= minOthersForOdd ? medianOf([...others, price]) : undefined
    const odd = Number(middle !== undefined && isOutlier(price, middle))
    yield { item, price, quantity, bid, volume, median: null, odd }
  }
}
