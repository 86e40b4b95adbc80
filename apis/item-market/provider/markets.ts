// The tracked marketplaces. A marketplace has a key in responses and a number in the tables; neither is ever reused.
// Prices come from sources (sources.ts), several of which can feed one marketplace.
import type { Game } from './games.ts'

interface Market {
  readonly key: string
  readonly title: string
  /** Returns the address of the item's page; undefined if the name does not determine it. */
  page?(name: string, app: Game): string
}
/** The marketplace with which others are compared. */
export const primaryMarket = 'steam'

const quoted = encodeURIComponent

const markets: readonly Market[] = [
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
