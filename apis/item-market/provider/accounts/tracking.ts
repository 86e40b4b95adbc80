// Records the value of inventories: on request, and daily for those requested before.
import { type ProviderKit, Refusal } from '#define'
import { utcDay } from '#provider'
import type { Tables } from '../../tables.ts'
import { readGame } from '../games.ts'
import type { Prices } from '../prices/book/prices.ts'
import type { HoldingsReader } from './holdings.ts'
import { inventoryView } from './inventory-view.ts'
import { sampleById } from './sample-accounts.ts'
import { missingOn, pruneTracked, recordDay } from './tracking-store.ts'

const unitsPerCent = 100

interface ValuedInventory {
  readonly steam_id: string
  readonly game: string
  readonly total_items: number
  readonly total_value: number | null
}
type Kit = ProviderKit<Tables>

/** Records today's value of an inventory in US dollars; `requested` if by a caller, not by the job. */
export async function recordValue(
  kit: Pick<Kit, 'db' | 'now'>,
  { steam_id, game, total_items, total_value }: ValuedInventory,
  requested: boolean,
): Promise<void> {
  if (total_value === null) return
  const nowMs = kit.now()
  await recordDay(
    kit.db,
    { steamId: steam_id, game },
    {
      day: utcDay(nowMs),
      units: Math.round(total_value * 100) * unitsPerCent,
      items: total_items,
      nowMs,
      requested,
    },
  )
}

interface TrackingDeps {
  readonly kit: Kit
  readonly prices: Prices
  readonly holdings: HoldingsReader
}

/**
 * Creates the job that values tracked inventories without a value of today; without permission for outbound calls, only
 * those of sample accounts.
 */
export function createTrackingJob({ kit, prices, holdings }: TrackingDeps): () => Promise<void> {
  return async () => {
    for (const { steamId, game } of await missingOn(kit.db, kit.today())) {
      if (!kit.mayCallOut && !sampleById(steamId)) continue
      try {
        const held = await holdings.holdingsOf(steamId, readGame(game), { urgency: 'job' })
        const query = { game: readGame(game).key, currency: 'USD', prices: true }
        await recordValue(kit, await inventoryView(held, prices, query), false)
      } catch (error) {
        // an account that has become private must not prevent the recording of others
        if (!(error instanceof Refusal)) throw error
        kit.log.info('a tracked inventory could not be valued', { steamId, status: error.status })
      }
    }
    await pruneTracked(kit.db, kit.now())
  }
}
