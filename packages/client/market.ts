// connectMarket(): the item-market API alone, for callers with only its address and key. It behaves like the whole
// client.
import type { Remaining } from './answer.ts'
import { type ConnectOptions, connect } from './connect.ts'
import type { ItemMarket } from './generated/item-market.ts'

/** Address and key of the item market; other options as for the whole client. */
export type MarketOptions = Omit<ConnectOptions, 'market' | 'operator'>
export interface MarketClient extends ItemMarket {
  /** Remaining calls of this minute and day, as of the last response. */
  readonly remaining: Remaining
}

/**
 * Creates a client of the item market; nothing is sent before the first call. Throws TypeError if the address is not
 * http or https.
 */
export function connectMarket(options: MarketOptions): MarketClient {
  const gateway = connect(options)
  return Object.defineProperty({ ...gateway.itemMarket, remaining: {} }, 'remaining', {
    enumerable: true,
    get: () => gateway.remaining,
  })
}
