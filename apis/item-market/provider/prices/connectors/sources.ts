// The sources, in reading order. The primary marketplace is read item by item (primary-reading.ts) and stored under a
// separate number.
import type { Source, SourceInfo } from '../feeds/source.ts'
import { steamSource } from '../feeds/steam-price.ts'
import { bitskins } from './bitskins.ts'
import { buff163 } from './buff163.ts'
import { csDeals } from './cs-deals.ts'
import { csfloat } from './csfloat.ts'
import { csgoTrader } from './csgo-trader.ts'
import { dmarket } from './dmarket.ts'
import { lisSkins } from './lis-skins.ts'
import { lootFarm } from './loot-farm.ts'
import { marketCsgo } from './market-csgo.ts'
import { skinport, skinportOtherGames } from './skinport.ts'
import { waxpeer } from './waxpeer.ts'

/** Sources read as whole feeds. */
export const sources: readonly Source[] = [
  skinport,
  csfloat,
  marketCsgo,
  waxpeer,
  bitskins,
  dmarket,
  csDeals,
  lootFarm,
  lisSkins,
  buff163,
  csgoTrader,
  ...skinportOtherGames,
]

/** The sources above, and the one read item by item. */
export const allSources: readonly SourceInfo[] = [steamSource, ...sources]

const byKey = new Map(sources.map((source) => [source.key, source]))
const infoByKey = new Map(allSources.map((source) => [source.key, source]))
const infoById = new Map(allSources.map((source) => [source.id, source]))

/** Returns a source that is read as a whole feed. */
export function sourceByKey(key: string): Source | undefined {
  return byKey.get(key)
}
export function sourceInfoByKey(key: string): SourceInfo | undefined {
  return infoByKey.get(key)
}
export function sourceInfoById(id: number): SourceInfo | undefined {
  return infoById.get(id)
}
