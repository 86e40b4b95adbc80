// connectMarket(): the item-market API alone, for callers with only its address and key. It behaves like the whole
// client.
import { type Client, type ConnectOptions, connectTo } from './connect.ts'
import { type ItemMarket, itemMarket } from './generated/item-market.ts'

/** Address and key of the item market; other options as for the whole client. */
export type MarketOptions = Omit<ConnectOptions, 'market' | 'operator'>
export interface MarketClient extends Client<ItemMarket> {}

/**
 * Creates a client of the item market; nothing is sent before the first call. Throws TypeError if the address is not
 * http or https.
 */
export function connectMarket(options: MarketOptions): MarketClient {
  return connectTo(itemMarket, options)
}
