// The scheduled round through the primary marketplace, which has no complete feed although deals are measured against
// it. Each minute it requests items without a price there, then those with the oldest price, within the budget of
// calls.
import { primaryGame, readGame } from '../../games.ts'
import { primaryMarket } from '../../markets.ts'
import type { PriceBook, PriceBooks } from '../book/price-book.ts'
import { minuteMs } from '../feeds/source.ts'
import type { ReadPrimary } from './primary-reading.ts'

/** One call every four seconds makes 15 a minute; three are reserved for callers. */
const maxRequests = 12
const waitMs = minuteMs
/** More recent prices are not requested again. */
const freshMs = 12 * 60 * minuteMs

export function createPrimaryRound(books: PriceBooks, readPrimary: ReadPrimary): () => Promise<void> {
  return async () => {
    const game = readGame(primaryGame)
    const book = await books.open(game)
    // single prices do not make a market: offline the simulated one stays whole
    if (book.simulated) return
    const priority = { urgency: 'job', waitMs } as const
    let requests = 0
    for (const name of oldestFirst(book)) {
      const { reason } = await readPrimary(game, name, priority)
      if (reason === 'missed') continue
      if (reason !== undefined && reason !== 'unknown') return
      if (++requests >= maxRequests) return
    }
  }
}

/** Returns names without a price there, those with most offers elsewhere first, then names by age of their price. */
function oldestFirst(book: PriceBook): string[] {
  const due: { name: string; atMs: number; offers: number }[] = []
  for (const name of book.names()) {
    const rows = book.rows(name)
    const atMs = rows.find(({ market }) => market === primaryMarket)?.atMs ?? 0
    const offers = rows.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)
    if (book.nowMs - atMs >= freshMs) due.push({ name, atMs, offers })
  }
  due.sort((a, b) => a.atMs - b.atMs || b.offers - a.offers)
  return due.map(({ name }) => name)
}
