// Examples of the catalogue endpoints: real names and facts, without prices.
const picture = (name: string) => `https://cdn.cstrike.app/images/${name}.webp`
const image = picture('f908d5bf571ae960f6e718789da0e529ad5cc8fd4fcbb15bcd6bbc898c9371df_light')
const crate = picture('601d13e50bcecab2660dbed67f7741dcc2de9a931ec62ca4625143ca61384322')

const redline = {
  market_hash_name: 'AK-47 | Redline (Field-Tested)',
  name: 'AK-47 | Redline',
  image,
  type: 'Rifle',
  weapon: 'AK-47',
  rarity: 'Classified',
  rarity_color: '#d32ce6',
  wear: 'Field-Tested',
  stattrak: false,
  souvenir: false,
  min_float: 0.1,
  max_float: 0.7,
  collection: 'The Phoenix Collection',
}

export const catalogueExamples = {
  catalog: {
    params: { q: 'ak-47 redline field', limit: 1, rarity: 'Classified' },
    output: { game: 'cs2', total: 2, limit: 1, offset: 0, count: 1, items: [redline] },
  },
  itemsSearch: {
    params: { q: 'ak redline ft', limit: 1 },
    output: {
      query: 'ak redline ft',
      count: 1,
      results: [{ market_hash_name: redline.market_hash_name, image, type: 'Rifle', rarity: 'Classified' }],
    },
  },
  itemsMeta: {
    params: { name: redline.market_hash_name },
    output: {
      market_hash_name: redline.market_hash_name,
      name: redline.name,
      weapon: 'AK-47',
      skin: 'Redline',
      type: 'Rifle',
      category: 'rifle',
      rarity: { id: 5, name: 'Classified', color: '#d32ce6' },
      collection: { id: 'set_community_2', name: 'The Phoenix Collection' },
      crates: [{ name: 'Operation Phoenix Weapon Case', image: crate, rare_special: false }],
      float_range: { min: 0.1, max: 0.7 },
      wear: 'Field-Tested',
      wears: ['Minimal Wear', 'Field-Tested', 'Well-Worn', 'Battle-Scarred'],
      stattrak: false,
      souvenir: false,
      stattrak_available: true,
      souvenir_available: false,
      paint_index: 282,
      paint_indexes: [282],
      def_index: 7,
      team: 'T',
      image,
    },
  },
}
