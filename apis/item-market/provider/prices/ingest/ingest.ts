// Reads one source whole, judges it, and makes it the valid reading. Nothing of a feed that fails, breaks off or is implausible is
// ever answered.

import type { ProviderKit } from '#define'
import type { Tables } from '../../../tables.ts'
import { yieldToEventLoop } from '../../event-loop.ts'
import { medianOf } from '../../money.ts'
import { isOutlier } from '../book/unify.ts'
import { createFeedAccess } from '../feeds/feed-access.ts'
import { FeedFailure } from '../feeds/feed-error.ts'
import type { Source } from '../feeds/source.ts'
import { boardOf, refreshBoard } from '../store/latest-prices.ts'
import type { PriceColumn } from '../store/price-column.ts'
import { beginReading, completeReading, failReading, type StagedRow, stageRows } from '../store/reading-store.ts'
import { createFeedTable, type FeedTable } from './feed-table.ts'
import { checkPlausible } from './plausibility.ts'

type Kit = ProviderKit<Tables>

export interface Progress {
  readonly source: string
  readonly phase: 'reading' | 'checking' | 'storing' | 'done' | 'failed'
  /** Rows of the feed read so far; of these, items. */
  readonly rows: number
  readonly items: number
  readonly stored: number
  /** Why it failed, with a reason of FeedFailure. */
  readonly error?: { readonly reason: string; readonly message: string }
}
interface Reading {
  readonly signal?: AbortSignal
  readonly progress?: (progress: Progress) => void
  /** The operator's word that the prices are right whatever they look like. */
  readonly trusted?: boolean
}

/** Names of one feed; the largest game has some 40,000. */
const mostItems = 200_000
const rowsPerYield = 5000
/** Put down before it is told how far the reading has come. */
const rowsPerStep = 2500
const leastForOdd = 2

/** Reads and stores a source. A failure is noted in the store, told as progress, and thrown. */
export async function ingest(
  kit: Kit,
  source: Source,
  { signal, progress, trusted = false }: Reading = {},
): Promise<Progress> {
  const counts = { source: source.key, rows: 0, items: 0, stored: 0 }
  const tell = (phase: Progress['phase'], error?: Progress['error']): Progress => {
    const told = { ...counts, phase, ...(error ? { error } : {}) }
    progress?.(told)
    return told
  }
  const snapshot = await beginReading(kit.db, source.id, kit.now())
  try {
    const feed = await readFeed(kit, source, {
      signal,
      note: (rows, items) => {
        Object.assign(counts, { rows, items })
        tell('reading')
      },
    })
    tell('checking')
    const board = await boardOf(kit)
    const othersOf = (item: number) => board.rowsWithout(source.id, item).map(({ price }) => price)
    if (!trusted) {
      const itemsBefore = board.states.get(source.id)?.items ?? 0
      checkPlausible({ items: feed.items, itemsBefore, prices: besideOthers(feed.rows, othersOf) })
    }
    await feed.number(kit.db)
    const place = { source: source.id, snapshot, nowMs: kit.now() }
    const numbers = [...feed.rows.items()]
    for (let start = 0; start < numbers.length; start += rowsPerStep) {
      const step = numbers.slice(start, start + rowsPerStep)
      await stageRows(kit.db, place, stagedRows(feed.rows, step, othersOf))
      counts.stored += step.reduce((count, item) => count + Number(board.names.isItem(item)), 0)
      tell('storing')
      if (signal?.aborted) throw new FeedFailure('cut', 'the reading was called off')
    }
    if (!(await completeReading(kit.db, place, { rows: numbers, items: feed.items })))
      kit.log.info('a reading begun later was complete before', { source: source.key })
    await refreshBoard(kit)
    return tell('done')
  } catch (error) {
    const known = error instanceof FeedFailure
    const facts = { reason: known ? error.reason : 'bug', message: known ? error.message : 'the reading failed' }
    await failReading(kit.db, source.id, `${facts.reason}: ${facts.message}`).catch(() => undefined)
    await refreshBoard(kit).catch(() => undefined)
    tell('failed', facts)
    throw error
  }
}

async function readFeed(
  kit: Kit,
  source: Source,
  { signal, note }: { signal: AbortSignal | undefined; note: (rows: number, items: number) => void },
): Promise<FeedTable> {
  const { names } = await boardOf(kit)
  const feed = createFeedTable(names, source.game)
  let rows = 0
  for await (const row of source.rows(createFeedAccess(kit, source, signal))) {
    rows++
    feed.add(row)
    if (feed.size > mostItems) throw new FeedFailure('shape', `the feed has more than ${mostItems} names`)
    if (rows % rowsPerYield !== 0) continue
    note(rows, feed.items)
    await yieldToEventLoop()
  }
  note(rows, feed.items)
  return feed
}

type Others = (item: number) => number[]

function* besideOthers(rows: PriceColumn, othersOf: Others) {
  for (const item of rows.items()) yield { price: rows.get(item)?.price ?? 0, middle: medianOf(othersOf(item)) }
}

/** Rows as they are stored, with a mark on those that are too far from the other marketplaces. */
function* stagedRows(rows: PriceColumn, items: readonly number[], othersOf: Others): Generator<StagedRow> {
  for (const item of items) {
    const row = rows.get(item)
    if (!row) continue
    const { price, quantity, bid = null, volume = null } = row
    const others = othersOf(item)
    const middle = others.length >= leastForOdd ? medianOf([...others, price]) : undefined
    const odd = Number(middle !== undefined && isOutlier(price, middle))
    yield { item, price, quantity, bid, volume, median: null, odd }
  }
}
