// The price of one item on the primary marketplace, asked there (SOURCES 5.2). Undocumented and throttled by address: some 15 to 20
// calls a minute, shared with everything else that is read from that host. An unknown item is a 500 that says so.
import type { ProviderKit } from '#define'
import type { Game } from '../../games.ts'
import { countOf, unitsOfDollars } from '../../money.ts'
import { failureOfStatus, outbound } from './feed-access.ts'
import { FeedFailure } from './feed-error.ts'
import { hostGate, type Turn } from './host-rate-limiter.ts'
import { settingsOf } from './settings.ts'
import { fieldOf, minuteMs, type SourceFacts } from './source.ts'

/** The primary marketplace as a source that is asked item by item. All who ask its host, for accounts too, pass one gate. */
export const steamSource: SourceFacts = {
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

/** What the marketplace says of an item, in units of 1/100 US cent. */
export interface SteamPrice {
  readonly lowest: number | undefined
  readonly median: number | undefined
  /** Sales of the last 24 hours. */
  readonly volume: number | undefined
}

/** Asks for one item. Throws a FeedFailure: `unknown` for an item without offers or sales there. */
export async function askSteam(
  kit: Pick<ProviderKit, 'outbound' | 'config'>,
  { app }: Game,
  name: string,
  turn: Turn,
): Promise<SteamPrice> {
  const { base, gapMs } = settingsOf(kit.config).of(steamSource)
  return hostGate(base, gapMs).pass(async () => {
    const answer = await outbound(kit, {
      url: `${base}/market/priceoverview/`,
      query: { appid: String(app), currency: dollars, market_hash_name: name },
      headers: { accept: 'application/json' },
      firstByteMs,
      totalMs: firstByteMs,
      maxBytes,
    })
    const text = (await answer.bytes()).toString('utf8')
    const body = parsed(text)
    if (answer.status === 500 && fieldOf(body, 'success') === false) throw unknown()
    if (answer.status !== 200) throw failureOfStatus(answer.status, answer.headers['retry-after'])
    if (fieldOf(body, 'success') !== true) throw new FeedFailure('shape', 'the answer is not a price overview')
    const price = {
      lowest: unitsOfText(fieldOf(body, 'lowest_price')),
      median: unitsOfText(fieldOf(body, 'median_price')),
      volume: countOf(fieldOf(body, 'volume')) ?? undefined,
    }
    if (price.lowest === undefined && price.median === undefined) throw unknown()
    return price
  }, turn)
}

function unknown(): FeedFailure {
  return new FeedFailure('unknown', 'the marketplace has no such item on offer')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Units of an amount as the marketplace writes it: `$1,234.56`, `1.234,56€`, `$1.2`. The last sign before one or two digits at the end is the decimal one. */
export function unitsOfText(value: unknown): number | undefined {
  if (typeof value !== 'string' || value.length > 40) return undefined
  const figures = /\d[\d.,\s]*/
    .exec(value)?.[0]
    .replace(/[.,\s]+$/, '')
    .replace(/\s/g, '')
  if (figures === undefined) return undefined
  const decimal = /^(.*)[.,](\d{1,2})$/.exec(figures)
  const whole = (decimal?.[1] ?? figures).replace(/[.,]/g, '')
  return unitsOfDollars(decimal ? `${whole}.${decimal[2]}` : whole)
}
