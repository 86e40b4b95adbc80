// Notes the value of inventories day by day: when somebody asks for one, and once a day for those that were asked for.
import { type Job, Refusal } from '#define'
import type { Tables } from '../../tables.ts'
import { readGame } from '../games.ts'
import { createPrices } from '../prices/book/prices.ts'
import { holdingsOf, type PeopleKit } from './holdings.ts'
import { inventoryOf } from './inventory-view.ts'
import { sampleById } from './sample-accounts.ts'
import { missingOn, noteDay, pruneTracked } from './tracking-store.ts'

const unitsPerCent = 100
/** More often than once a day, so that one failed run does not cost the day. */
const everyMs = 2 * 3_600_000

interface Valued {
  readonly steam_id: string
  readonly game: string
  readonly total_items: number
  readonly total_value: number | null
}

/** Notes today's value of an inventory that was valued in US dollars. */
export async function noteValue(
  kit: Pick<PeopleKit, 'db' | 'now'>,
  { steam_id, game, total_items, total_value }: Valued,
  asked: boolean,
): Promise<void> {
  if (total_value === null) return
  const nowMs = kit.now()
  await noteDay(
    kit.db,
    { steamId: steam_id, game },
    {
      day: new Date(nowMs).toISOString().slice(0, 10),
      units: Math.round(total_value * 100) * unitsPerCent,
      items: total_items,
      nowMs,
      asked,
    },
  )
}

/** Values the tracked inventories that have no value of today yet; without leave to call out only those of sample accounts. */
export const trackingJob: Job<Tables> = {
  name: 'inventories',
  everyMs,
  offline: true,
  async run(kit) {
    const prices = createPrices(kit)
    for (const { steamId, game } of await missingOn(kit.db, kit.today())) {
      if (!kit.mayCallOut && !sampleById(steamId)) continue
      try {
        const holdings = await holdingsOf({ ...kit, urgency: 'job' }, steamId, readGame(game))
        const wanted = { game: readGame(game).key, currency: 'USD', prices: true }
        await noteValue(kit, await inventoryOf(holdings, prices, wanted), false)
      } catch (error) {
        // an account that has gone private must not keep the others from being noted
        if (!(error instanceof Refusal)) throw error
        kit.log.info('a tracked inventory could not be valued', { steamId, status: error.status })
      }
    }
    await pruneTracked(kit.db, kit.now())
  },
}
