// Examples of the account endpoints; accounts, items and values are invented.
const id = '76561202160265729'
const item = {
  asset_id: '31667137209',
  class_id: '310776546',
  instance_id: '302028390',
  amount: 1,
  market_hash_name: 'AK-47 | Redline (Field-Tested)',
  name: 'AK-47 | Redline',
  type: 'Rifle',
  rarity: 'Classified',
  wear_name: 'Field-Tested',
  image: null,
  tradable: true,
  marketable: true,
  float_value: 0.21943160891532898,
  paint_seed: 977,
  stickers: [],
  price: 33.4,
  price_source: 'skinport',
}
const inventory = {
  steam_id: id,
  game: 'cs2',
  currency: 'USD',
  total_items: 1,
  total_value: 33.4,
  items: [item],
  summary: {
    rarities: { Classified: 1 },
    tradable_count: 1,
    marketable_count: 1,
    priced_count: 1,
    unpriced_count: 0,
    top_items: [item],
  },
  fetched_at: '2026-11-02T12:00:00.000Z',
  truncated: false,
  simulated: true,
}

export const peopleExamples = {
  inventory: { params: { account_id: id }, output: inventory },
  inventoryBatch: { body: { account_ids: [id] }, output: { count: 1, inventories: [inventory] } },
  inventoryHistory: {
    params: { account_id: id, days: 30 },
    output: {
      steam_id: id,
      game: 'cs2',
      currency: 'USD',
      days: 30,
      tracked_since: '2026-11-01',
      history: [{ date: '2026-11-01', total_value: 33.1, item_count: 1 }],
    },
  },
  profile: {
    params: { id },
    output: {
      steam_id: id,
      vanity: 'sample-collector',
      name: 'Sample collector',
      profile_url: 'https://steamcommunity.com/id/sample-collector/',
      avatar: null,
      avatar_medium: null,
      avatar_full: null,
      country: 'SE',
      level: 12,
      hours_played: 845.2,
      created_at: '2012-05-04T00:00:00.000Z',
      visibility: 'public',
      bans: { vac: false, vac_count: 0, game_count: 0, days_since_last: null, trade: 'none', community: false },
      vac_banned: false,
      trade_banned: false,
      community_banned: false,
      simulated: true,
    },
  },
  friendlist: {
    params: { account_id: id },
    output: {
      steam_id: id,
      count: 1,
      friends: [
        { steam_id: '76561202160265730', friend_since: '2014-02-01T09:30:00.000Z', friend_since_unix: 1391247000 },
      ],
      simulated: true,
    },
  },
}
