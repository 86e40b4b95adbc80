// The scheduled round through the primary marketplace: it has no feed of everything, and deals are measured against it. Each minute
// the items without a price of it, then those with the oldest, are asked for, as many as its budget of calls bears.

import type { Job } from '#define'
import type { Tables } from '../../../tables.ts'
import { yieldToEventLoop } from '../../event-loop.ts'
import { primaryGame, readGame } from '../../games.ts'
import { primaryMarket } from '../../markets.ts'
import { bookOf, type PriceBook } from '../book/price-book.ts'
import { minuteMs } from '../feeds/source.ts'
import { readPrimary } from './primary-reading.ts'

/** At a call each four seconds 15 fit into a minute; three are left for callers. */
const perRound = 12
const waitMs = minuteMs
/** Younger ones are not asked for again. */
const freshMs = 12 * 60 * minuteMs
const namesPerYield = 2000

export const primaryRound: Job<Tables> = {
  name: 'primary marketplace',
  everyMs: minuteMs,
  async run(kit) {
    const game = readGame(primaryGame)
    const book = await bookOf(kit, game)
    // One asked price does not make a market: offline the simulated one stays whole.
    if (book.simulated) return
    const turn = { urgency: 'job', waitMs } as const
    let asked = 0
    for (const name of await oldestFirst(book)) {
      const { reason } = await readPrimary(kit, game, name, turn)
      if (reason === 'missed') continue
      if (reason !== undefined && reason !== 'unknown') return
      if (++asked >= perRound) return
    }
  },
}

/** Names without a price there, those with most offers elsewhere first, then names by age of their price. */
async function oldestFirst(book: PriceBook): Promise<string[]> {
  const found: { name: string; atMs: number; offers: number }[] = []
  let count = 0
  for (const name of book.names()) {
    const rows = book.rows(name)
    const atMs = rows.find(({ market }) => market === primaryMarket)?.atMs ?? 0
    const offers = rows.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)
    if (book.nowMs - atMs >= freshMs) found.push({ name, atMs, offers })
    if (++count % namesPerYield === 0) await yieldToEventLoop()
  }
  found.sort((a, b) => a.atMs - b.atMs || b.offers - a.offers)
  return found.map(({ name }) => name)
}
