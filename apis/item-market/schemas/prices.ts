// Result shapes of the price endpoints: unified prices, batches, cached prices, history, deals and status.
import { anyOf, bool, int, list, nullable, num, obj, oneOf, opt, str } from '#define'
import {
  amount,
  currencyCode,
  gameKey,
  image,
  marketHashName,
  maybeAmount,
  maybeTime,
  sampleRate,
  simulated,
  time,
} from './fields.ts'

const marketKey = str({ doc: 'Key of the marketplace.', example: 'steam' })
const offer = obj({ market: marketKey, price: amount })

export const marketRow = obj({
  market: marketKey,
  price: maybeAmount,
  quantity: nullable(int(), { doc: 'Copies on offer; null when the marketplace does not say.' }),
  buy_order: opt(maybeAmount),
  url: nullable(str(), { doc: 'Page of the item there.' }),
  updated_at: time,
  age_seconds: int({ min: 0 }),
  is_stale: bool({
    doc: 'Older than is expected of the marketplace; it does not count towards lowest, median and average.',
  }),
  is_outlier: bool({ doc: 'Implausibly far from the other marketplaces; it does not count either.' }),
  simulated,
})
const figures = {
  lowest: nullable(offer, { doc: 'Lowest price among rows that are neither stale nor outliers.' }),
  highest_bid: opt(nullable(offer)),
  median: maybeAmount,
  average: maybeAmount,
  volume: nullable(int({ min: 0 }), {
    doc: 'Copies on offer on all marketplaces that report them, stale rows and outliers left out.',
  }),
  market_count: int({ min: 0 }),
  markets: list(marketRow),
  updated_at: maybeTime,
}
const variant = obj({
  phase: str({ doc: 'As players call it: Phase 1 to 4, Ruby, Sapphire, Black Pearl or Emerald.', example: 'Ruby' }),
  paint_index: int(),
  ...figures,
})

export const unifiedPrice = obj({
  market_hash_name: marketHashName,
  game: gameKey,
  currency: currencyCode,
  sample_rate: sampleRate,
  ...figures,
  variants: opt(
    list(variant, {
      doc: 'For a finish with phases, each with the prices of the marketplaces that distinguish them; the figures above are for any phase.',
    }),
  ),
  simulated,
})

export const priceBatch = obj({
  currency: currencyCode,
  sample_rate: sampleRate,
  count: int({ min: 0 }),
  items: list(anyOf([unifiedPrice, obj({ market_hash_name: str(), error: obj({ code: str(), message: str() }) })]), {
    doc: 'In the order of the names; one that is not the name of an item has an error instead.',
  }),
  simulated,
})

export const itemPrice = obj({
  market_hash_name: marketHashName,
  game: gameKey,
  currency: currencyCode,
  sample_rate: sampleRate,
  price: maybeAmount,
  lowest_price: maybeAmount,
  median_price: maybeAmount,
  volume: nullable(int({ min: 0 }), { doc: 'Sales of the last 24 hours.' }),
  source: oneOf(['cache', 'live']),
  market: marketKey,
  updated_at: time,
  image,
  simulated,
})

export const priceHistory = obj({
  market_hash_name: marketHashName,
  game: gameKey,
  currency: currencyCode,
  sample_rate: sampleRate,
  days: int({ min: 1, max: 365 }),
  history: list(
    obj({
      date: str({ format: 'date' }),
      price: amount,
      min: amount,
      max: amount,
      volume: int({ min: 0 }),
      sources: int({ min: 1, doc: 'Number of marketplaces in the average of the day.' }),
      simulated,
    }),
    { doc: 'One entry per day with prices, oldest first; days without any are absent and listed in gaps.' },
  ),
  gaps: list(obj({ from: str({ format: 'date' }), to: str({ format: 'date' }) }), {
    doc: 'Runs of days without prices, first and last day included.',
  }),
  simulated,
})

export const dealList = obj({
  game: gameKey,
  currency: currencyCode,
  sample_rate: sampleRate,
  min_discount: num(),
  reference_market: marketKey,
  count: int({ min: 0, doc: 'Number of deals in this answer.' }),
  offset: int({ min: 0, doc: 'Deals that were skipped.' }),
  total: int({ min: 0, doc: 'Number of items with at least that discount.' }),
  deals: list(
    obj({
      market_hash_name: marketHashName,
      market: marketKey,
      price: amount,
      reference_price: amount,
      discount: num({ min: 0, max: 1, doc: 'Share by which the price is below the reference price.' }),
      quantity: nullable(int()),
      url: nullable(str()),
      image,
      updated_at: time,
      simulated,
    }),
    { doc: 'Greatest discount first; for each item the lowest offer that is neither stale nor an outlier.' },
  ),
  simulated,
})

export const status = obj({
  status: oneOf(['ok', 'degraded', 'down']),
  version: str(),
  database: obj({ status: oneOf(['ok', 'down']), latency_ms: nullable(num()) }),
  prices: obj({
    last_ingest: maybeTime,
    age_seconds: nullable(int({ min: 0 })),
    is_stale: bool(),
    items: int({ min: 0 }),
    simulated,
  }),
  secondary_source: nullable(obj({ name: str(), status: str(), last_success: maybeTime })),
  sources: list(
    obj({
      source: str({ doc: 'Key of the source.', example: 'skinport' }),
      market: marketKey,
      game: gameKey,
      reachable: nullable(bool(), { doc: 'Whether the last attempt got an answer; null when there was none.' }),
      enabled: bool(),
      last_success: maybeTime,
      last_error: nullable(str()),
      delay_seconds: nullable(int({ min: 0 })),
      items: int({ min: 0 }),
    }),
  ),
  checked_at: time,
})
