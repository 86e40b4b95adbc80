// The marketplaces whose prices are tracked. A marketplace has a key in answers and a number in the tables; neither is
// ever reused. Where prices come from is a source (sources.ts); several may feed one marketplace.
import type { Game } from './games.ts'

export interface Market {
  readonly key: string
  readonly title: string
  /** Address of the page where the item is offered; undefined where it cannot be derived from the name. */
  page?(name: string, app: Game): string
}
/** The marketplace that others are compared with. */
export const primaryMarket = 'steam'

const quoted = encodeURIComponent

export const markets: readonly Market[] = [
  {
    key: 'steam',
    title: 'Steam Community Market',
    page: (name, { app }) => `https://steamcommunity.com/market/listings/${app}/${quoted(name)}`,
  },
  {
    key: 'skinport',
    title: 'Skinport',
    page: (name) => `https://skinport.com/market?search=${quoted(name)}`,
  },
  { key: 'csfloat', title: 'CSFloat', page: (name) => `https://csfloat.com/search?market_hash_name=${quoted(name)}` },
  { key: 'market_csgo', title: 'Market.CSGO', page: (name) => `https://market.csgo.com/en/?search=${quoted(name)}` },
  { key: 'waxpeer', title: 'Waxpeer', page: (name) => `https://waxpeer.com/?search=${quoted(name)}` },
  { key: 'bitskins', title: 'BitSkins' },
  {
    key: 'dmarket',
    title: 'DMarket',
    page: (name) => `https://dmarket.com/ingame-items/item-list/csgo-skins?title=${quoted(name)}`,
  },
  { key: 'cs_deals', title: 'CS.Deals' },
  { key: 'lis_skins', title: 'Lis-Skins' },
  { key: 'loot_farm', title: 'LOOT.Farm' },
  { key: 'buff163', title: 'Buff163' },
]

const marketsByKey = new Map(markets.map((market) => [market.key, market]))

export function marketOf(key: string): Market | undefined {
  return marketsByKey.get(key)
}
