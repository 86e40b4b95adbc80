// Examples of the float endpoints: a certificate made by us, and the leaderboard that lists it.
const link = 'steam://run/730//+csgo_econ_action_preview%20001807202C2805300438F08BA6E203409505A8AC4EC0'
const pattern = { family: 'case_hardened', class: 'Blue Gem Tier 1', tier: 1, source: 'tier_list' }

export const floatExamples = {
  float: {
    params: { url: link },
    output: {
      item_id: null,
      asset_id: null,
      def_index: 7,
      paint_index: 44,
      paint_seed: 661,
      float_value: 0.012299999594688416,
      min_float: 0,
      max_float: 1,
      wear_name: 'Factory New',
      rarity: 5,
      rarity_name: 'Classified',
      quality: 4,
      quality_name: 'Unique',
      origin: null,
      origin_name: null,
      is_stattrak: false,
      is_souvenir: false,
      market_hash_name: 'AK-47 | Case Hardened (Factory New)',
      item_name: 'AK-47 | Case Hardened',
      weapon: 'AK-47',
      collection: 'The Arms Deal Collection',
      image:
        'https://cdn.cstrike.app/images/48c8728374a297c94f905122d9e3085df95cecf55547d4e8f4b1e135ac8e2409_light.webp',
      pattern,
      stickers: [],
      keychains: [],
      sticker_value: 0,
      float_rank: { low: 1, high: 1 },
      source: 'certificate',
      inspect_link: link,
    },
  },
  floatLeaderboard: {
    params: { name: 'AK-47 | Case Hardened', limit: 1 },
    output: {
      name: 'AK-47 | Case Hardened',
      order: 'lowest',
      limit: 1,
      total_known: 1,
      items: [
        {
          rank: 1,
          float_value: 0.012299999594688416,
          paint_seed: 661,
          market_hash_name: 'AK-47 | Case Hardened (Factory New)',
          asset_id: null,
          pattern,
          stickers_count: 0,
          inspect_link: link,
          first_seen: '2026-11-02T12:00:00.000Z',
          last_seen: '2026-11-02T12:00:00.000Z',
        },
      ],
    },
  },
}
