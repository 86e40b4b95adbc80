// Reads one source whole, judges it, and makes it the valid reading. Nothing of a feed that fails, breaks off or is implausible is
// ever answered.
import type { ProviderKit } from '#define'
import { boardOf, refreshBoard } from './board.ts'
import { createFeedAccess } from './feed-access.ts'
import { FeedFailure } from './feed-failure.ts'
import { medianOf } from './money.ts'
import { breath } from './names.ts'
import { checkPlausible } from './plausibility.ts'
import { beginReading, completeReading, failReading, stageRows } from './reading-store.ts'
import type { FeedRow, Source } from './source.ts'
import type { PriceTables } from './tables.ts'
import { isOutlier } from './unify.ts'

type Kit = ProviderKit<PriceTables>

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
const rowsPerBreath = 5000
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
    const found = await readFeed(kit, source, {
      signal,
      note: (rows, items) => {
        Object.assign(counts, { rows, items })
        tell('reading')
      },
    })
    tell('checking')
    const board = await boardOf(kit)
    const middleOf = (name: string) => {
      const others = board.rowsWithout(source.id, source.game, name)
      return medianOf(others.map(({ price }) => price))
    }
    if (!trusted) checkPlausible(found, { middleOf, itemsBefore: board.states.get(source.id)?.items ?? 0 })
    const ids = await board.names.number(kit.db, source.game, found.keys())
    const place = { source: source.id, snapshot, nowMs: kit.now() }
    const items: number[] = []
    for (const part of partsOf([...found.values()], rowsPerBreath)) {
      const rows = part.flatMap((row) => {
        const item = ids.get(row.name)
        if (item === undefined) return []
        const others = board.rowsWithout(source.id, source.game, row.name).map(({ price }) => price)
        const middle = others.length >= leastForOdd ? medianOf([...others, row.price]) : undefined
        const odd = Number(middle !== undefined && isOutlier(row.price, middle))
        return [
          {
            item,
            price: row.price,
            quantity: row.quantity,
            bid: row.bid ?? null,
            volume: row.volume ?? null,
            median: null,
            odd,
          },
        ]
      })
      await stageRows(kit.db, place, rows)
      for (const { item } of rows) items.push(item)
      counts.stored = items.length
      tell('storing')
      if (signal?.aborted) throw new FeedFailure('cut', 'the reading was called off')
    }
    if (!(await completeReading(kit.db, place, items)))
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

/** The feed by name: lowest price, quantities together. */
async function readFeed(
  kit: Kit,
  source: Source,
  { signal, note }: { signal: AbortSignal | undefined; note: (rows: number, items: number) => void },
): Promise<Map<string, FeedRow>> {
  const found = new Map<string, FeedRow>()
  let rows = 0
  for await (const row of source.rows(createFeedAccess(kit, source, signal))) {
    rows++
    const before = found.get(row.name)
    found.set(row.name, before ? joined(before, row) : row)
    if (found.size > mostItems) throw new FeedFailure('shape', `the feed has more than ${mostItems} names`)
    if (rows % rowsPerBreath !== 0) continue
    note(rows, found.size)
    await breath()
  }
  note(rows, found.size)
  return found
}

function joined(one: FeedRow, other: FeedRow): FeedRow {
  const lower = other.price < one.price ? other : one
  const bids = [one.bid, other.bid].filter((bid) => bid !== undefined)
  return {
    ...lower,
    quantity:
      one.quantity === null || other.quantity === null
        ? (one.quantity ?? other.quantity)
        : one.quantity + other.quantity,
    bid: bids.length > 0 ? Math.max(...bids) : undefined,
  }
}

function* partsOf<T>(list: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size)
}
