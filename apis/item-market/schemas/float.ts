// Result shapes of the float endpoints: one item behind an inspect link, and the leaderboard of a skin.
import { bool, int, list, nullable, num, obj, oneOf, opt, str } from '#define'
import { image, marketHashName, maybeAmount, simulated, time } from './fields.ts'

const maybeText = nullable(str())
const measure = opt(num())

const pattern = obj({
  family: oneOf(
    ['doppler', 'gamma_doppler', 'marble_fade', 'fade', 'amber_fade', 'acid_fade', 'case_hardened', 'heat_treated'],
    { doc: 'Kind of pattern of the finish.' },
  ),
  class: nullable(str({ example: 'Phase 2' }), { doc: "The collectors' term; null when they have none." }),
  tier: opt(int({ min: 1, doc: 'Tier of a blue gem.' })),
  percentage: opt(num({ min: 80, max: 100, doc: 'For a fade, exact: 80 for the worst seed, 100 for the best.' })),
  rank: opt(int({ min: 1, doc: 'Rank of the seed among all seeds by percentage.' })),
  source: oneOf(['paint_index', 'computed', 'tier_list'], {
    doc: 'Known from the paint alone, computed from the seed, or from a published list.',
  }),
})
const sticker = obj({
  slot: int(),
  sticker_id: int(),
  name: maybeText,
  image,
  wear: num({ doc: 'Scraped share, 0 to 1.' }),
  scale: measure,
  rotation: opt(num({ doc: 'Degrees.' })),
  tint_id: opt(int()),
  offset_x: measure,
  offset_y: measure,
  price: maybeAmount,
  simulated,
})
const keychain = obj({
  slot: int(),
  keychain_id: int(),
  name: maybeText,
  image,
  pattern: opt(int({ doc: 'Charm template.' })),
  highlight_reel: opt(int()),
  wrapped_sticker_id: opt(int({ doc: 'The sticker inside a slab.' })),
  offset_x: measure,
  offset_y: measure,
  offset_z: measure,
  price: maybeAmount,
  simulated,
})
const rank = (end: string) =>
  nullable(int({ min: 1 }), { doc: `Rank from the ${end} float, 1 for the first; null beyond the first 1,000.` })

export const floatRecord = obj({
  item_id: nullable(str(), { doc: 'Id of the item, the same as asset_id; null when the link does not contain it.' }),
  asset_id: maybeText,
  owner: opt(str({ doc: 'Steam id of the owner, when the link names one.' })),
  def_index: int(),
  paint_index: int(),
  paint_seed: int(),
  float_value: nullable(num(), { doc: 'Exact wear; null for items without wear.' }),
  min_float: nullable(num()),
  max_float: nullable(num()),
  wear_name: maybeText,
  rarity: int(),
  rarity_name: maybeText,
  quality: int(),
  quality_name: maybeText,
  origin: nullable(int(), {
    doc: 'Number that says how the first owner got it; null when the link does not contain it.',
  }),
  origin_name: maybeText,
  is_stattrak: bool(),
  stattrak_kills: opt(int()),
  is_souvenir: bool(),
  name_tag: opt(str()),
  market_hash_name: nullable(str(), {
    doc: 'Name on the primary marketplace; null for items that are not sold or unknown.',
  }),
  item_name: nullable(str(), { doc: 'Name without wear, star, StatTrak and Souvenir.' }),
  weapon: maybeText,
  collection: maybeText,
  image,
  phase: opt(str({ doc: 'Phase of a Doppler or Gamma Doppler.' })),
  pattern: nullable(pattern, {
    doc: 'What collectors see in the pattern; null for finishes whose patterns are alike.',
  }),
  fade_percentage: opt(num()),
  stickers: list(sticker),
  keychains: list(keychain),
  sticker_value: nullable(num(), {
    doc: 'Sum of the known prices of stickers and charms in US dollars; null when there are some but none has a price.',
  }),
  simulated,
  float_rank: nullable(obj({ low: rank('lowest'), high: rank('highest') }), {
    doc:
      'Rank among the known floats of the same weapon, finish (phase), StatTrak and Souvenir. Null for items without ' +
      'wear, and for floats that no item of the skin can have.',
  }),
  source: oneOf(['certificate', 'database', 'inventory', 'inspect_server'], {
    doc: "The link itself, an item seen before, or the operator's inspect server.",
  }),
  inspect_link: maybeText,
})

export const leaderboard = obj({
  name: marketHashName,
  order: oneOf(['lowest', 'highest']),
  limit: int({ min: 1, max: 100 }),
  total_known: int({ min: 0, max: 10_000, doc: 'Known items of the name; counted up to 10,000.' }),
  items: list(
    obj({
      rank: int({ min: 1 }),
      float_value: num(),
      paint_seed: int(),
      market_hash_name: nullable(str()),
      asset_id: nullable(str(), { doc: 'Null for an item that was only seen in a certificate without an id.' }),
      owner: opt(str()),
      pattern: opt(nullable(pattern)),
      stickers_count: int({ min: 0 }),
      inspect_link: maybeText,
      first_seen: time,
      last_seen: time,
    }),
    { doc: 'By float; items with the same float share a rank.' },
  ),
})
