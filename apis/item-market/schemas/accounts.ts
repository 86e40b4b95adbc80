// Result shapes of the account endpoints: inventories, their history, profiles and friends.
import { anyOf, bool, int, list, map, nullable, num, obj, opt, str } from '#define'
import { amount, currencyCode, gameKey, image, maybeAmount, sampleRate, simulated, time } from './fields.ts'

const steamId = str({ doc: '64-bit account id as a string.', example: '76561202160265729' })
const maybeText = nullable(str())

const inventoryItem = obj({
  asset_id: str(),
  class_id: str(),
  instance_id: str(),
  amount: int({ min: 1 }),
  market_hash_name: str(),
  name: str(),
  type: maybeText,
  rarity: maybeText,
  wear_name: maybeText,
  image,
  tradable: bool(),
  marketable: bool(),
  float_value: opt(num()),
  paint_seed: opt(int()),
  phase: opt(str()),
  price_of_phase: opt(
    bool({
      doc: 'Whether the price is that of the phase; false when no marketplace prices the phase, and the price is that of the name.',
    }),
  ),
  stickers: list(obj({ name: maybeText, image })),
  inspect_link: opt(str()),
  price: maybeAmount,
  price_source: maybeText,
})

export const inventory = obj({
  steam_id: steamId,
  game: gameKey,
  currency: currencyCode,
  sample_rate: sampleRate,
  total_items: int({ min: 0 }),
  total_value: maybeAmount,
  items: list(inventoryItem),
  summary: obj({
    rarities: map(int({ min: 0 }), { doc: 'Items by name of rarity.' }),
    tradable_count: int({ min: 0 }),
    marketable_count: int({ min: 0 }),
    priced_count: int({ min: 0 }),
    unpriced_count: int({ min: 0 }),
    top_items: list(inventoryItem, { doc: 'The five items with the highest prices.' }),
  }),
  fetched_at: time,
  truncated: bool({ doc: 'True when the account has more items than were read.' }),
  simulated,
})

export const inventoryBatch = obj({
  count: int({ min: 0 }),
  inventories: list(anyOf([inventory, obj({ account_id: str(), error: obj({ code: str(), message: str() }) })]), {
    doc: 'In the order of the account ids; one that could not be read has an error instead.',
  }),
})

export const inventoryHistory = obj({
  steam_id: steamId,
  game: gameKey,
  currency: currencyCode,
  sample_rate: sampleRate,
  days: int({ min: 1, max: 365 }),
  tracked_since: nullable(str({ format: 'date' })),
  history: list(obj({ date: str({ format: 'date' }), total_value: amount, item_count: int({ min: 0 }) })),
})

export const profile = obj({
  steam_id: steamId,
  vanity: maybeText,
  name: str(),
  profile_url: str(),
  avatar: image,
  avatar_medium: image,
  avatar_full: image,
  country: maybeText,
  level: nullable(int({ min: 0 })),
  hours_played: nullable(num(), { doc: 'Hours in the primary game; null when private.' }),
  hours_2weeks: opt(nullable(num())),
  created_at: nullable(str({ format: 'date-time' })),
  visibility: str({ example: 'public' }),
  bans: obj({
    vac: bool(),
    vac_count: nullable(int({ min: 0 })),
    game_count: nullable(int({ min: 0 })),
    days_since_last: nullable(int({ min: 0 })),
    trade: str({ example: 'none' }),
    community: nullable(bool()),
  }),
  vac_banned: bool(),
  trade_banned: bool(),
  community_banned: nullable(bool()),
  simulated,
})

export const friendlist = obj({
  steam_id: steamId,
  count: int({ min: 0 }),
  friends: list(obj({ steam_id: steamId, friend_since: time, friend_since_unix: int({ min: 0 }) })),
  simulated,
})
