// Requests the price of one item from the primary marketplace (SOURCES 5.2). The endpoint is undocumented and throttled
// per address: 15 to 20 calls a minute, shared with all other requests to that host. The response for an unknown item
// is a 500.
import type { ProviderKit } from '#define'
import { parseJson } from '#provider/import'
import type { Game } from '../../games.ts'
import { countOf, unitsOfDollars } from '../../money.ts'
import { errorOfStatus, send } from './feed-access.ts'
import { FeedError } from './feed-error.ts'
import type { HostRateLimiters, RequestPriority } from './host-rate-limiter.ts'
import { settingsOf } from './settings.ts'
import { fieldOf, minuteMs, type SourceInfo } from './source.ts'

/** The primary marketplace as a source read item by item. Requests for accounts share its rate limiter. */
export const steamSource: SourceInfo = {
  id: 1,
  key: 'steam',
  title: 'Steam Community Market, item by item',
  market: 'steam',
  game: 'cs2',
  base: 'https://steamcommunity.com',
  everyMs: minuteMs,
  gapMs: 4000,
  enabled: true,
}

const dollars = '1'
const maxBytes = 64 * 1024
const firstByteMs = 8000

/** Prices of an item on the marketplace, in units of 1/100 US cent. */
interface SteamPrice {
  readonly lowest: number | undefined
  readonly median: number | undefined
  /** Sales of the last 24 hours. */
  readonly volume: number | undefined
}

interface SteamPriceDeps {
  readonly kit: Pick<ProviderKit, 'outbound' | 'config'>
  readonly limiters: HostRateLimiters
}

/** Requests the price of one item. Throws a FeedError: `unknown` for an item without offers or sales. */
export async function requestSteamPrice(
  { kit, limiters }: SteamPriceDeps,
  { app }: Game,
  name: string,
  priority: RequestPriority,
): Promise<SteamPrice> {
  const { base, gapMs } = settingsOf(kit.config).of(steamSource)
  return limiters.limiterOf(base, gapMs).schedule(async () => {
    const response = await send(kit, {
      url: `${base}/market/priceoverview/`,
      query: { appid: String(app), currency: dollars, market_hash_name: name },
      headers: { accept: 'application/json' },
      firstByteMs,
      totalMs: firstByteMs,
      maxBytes,
    })
    const body = parseJson((await response.bytes()).toString('utf8'))
    if (response.status === 500 && fieldOf(body, 'success') === false) throw unknown()
    if (response.status !== 200) throw errorOfStatus(response.status, response.headers['retry-after'])
    if (fieldOf(body, 'success') !== true) throw new FeedError('shape', 'the answer is not a price overview')
    const price = {
      lowest: unitsOfAmount(fieldOf(body, 'lowest_price')),
      median: unitsOfAmount(fieldOf(body, 'median_price')),
      volume: countOf(fieldOf(body, 'volume')) ?? undefined,
    }
    if (price.lowest === undefined && price.median === undefined) throw unknown()
    return price
  }, priority)
}

function unknown(): FeedError {
  return new FeedError('unknown', 'the marketplace has no such item on offer')
}

/**
 * Returns units of an amount in the marketplace's notation: `$1,234.56`, `1.234,56€`, `$1.2`. The last separator before
 * one or two final digits is the decimal one.
 */
export function unitsOfAmount(value: unknown): number | undefined {
  if (typeof value !== 'string' || value.length > 40) return undefined
  const figures = /\d[\d.,\s]*/
    .exec(value)?.[0]
    .replace(/(?<![.,\s])[.,\s]+$/, '')
    .replace(/\s/g, '')
  if (figures === undefined) return undefined
  const decimal = /^(.*)[.,](\d{1,2})$/.exec(figures)
  const whole = (decimal?.[1] ?? figures).replace(/[.,]/g, '')
  return unitsOfDollars(decimal ? `${whole}.${decimal[2]}` : whole)
}
