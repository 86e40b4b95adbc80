// Result shapes of the catalogue endpoints: pages of items, autocomplete, and metadata of one item.
import { anyOf, bool, int, list, nullable, num, obj, oneOf, opt, str } from '#define'
import { currencyCode, gameKey, image, marketHashName, maybeAmount, sampleRate } from './fields.ts'

const wears = ['Factory New', 'Minimal Wear', 'Field-Tested', 'Well-Worn', 'Battle-Scarred'] as const
const wear = nullable(oneOf(wears), { doc: 'Name of the wear; null for items without.' })
const type = str({ doc: 'Category: Rifle, Pistol, SMG, Heavy, Knife, Gloves or Equipment.', example: 'Rifle' })

const catalogItem = obj({
  market_hash_name: marketHashName,
  name: str({ doc: 'Name without wear, star and quality.', example: 'AK-47 | Redline' }),
  image,
  type,
  weapon: str({ example: 'AK-47' }),
  rarity: str({ example: 'Classified' }),
  rarity_color: str({ pattern: '^#[0-9a-f]{6}$' }),
  wear,
  stattrak: bool(),
  souvenir: bool(),
  min_float: nullable(num()),
  max_float: nullable(num()),
  collection: nullable(str()),
  price: opt(maybeAmount),
})
const seenItem = obj({
  market_hash_name: str({ doc: 'A name seen in the price collection.' }),
  price: opt(maybeAmount),
})

export const catalogPage = obj({
  game: gameKey,
  total: int({ min: 0, doc: 'Number of items that pass the filters.' }),
  limit: int({ min: 0 }),
  offset: int({ min: 0 }),
  count: int({ min: 0, doc: 'Number of items in this answer.' }),
  currency: opt(currencyCode),
  sample_rate: sampleRate,
  items: list(anyOf([catalogItem, seenItem]), { doc: 'For games other than the primary one only names are known.' }),
})

export const searchResult = obj({
  query: str(),
  count: int({ min: 0 }),
  results: list(obj({ market_hash_name: marketHashName, image, type, rarity: str() }), { doc: 'Best match first.' }),
})

const idName = obj({ id: str(), name: str() })
export const itemMeta = obj({
  market_hash_name: marketHashName,
  name: str(),
  weapon: nullable(str(), { doc: 'Null for what is not a weapon, knife or pair of gloves.' }),
  skin: nullable(str(), { doc: 'Name of the finish; null for knives without one.' }),
  type: str({
    doc: 'As in the catalogue; for other items their kind, such as Sticker or Container.',
    example: 'Rifle',
  }),
  category: str({ doc: "The game's own word.", example: 'rifle' }),
  rarity: obj({ id: int(), name: str(), color: str() }),
  collection: nullable(idName),
  crates: list(
    obj({
      name: str(),
      image,
      rare_special: bool({ doc: 'Among the rare special items of the container.' }),
    }),
  ),
  float_range: nullable(obj({ min: num(), max: num() })),
  wear,
  wears: list(oneOf(wears)),
  stattrak: bool({ doc: 'Whether this is the StatTrak name.' }),
  souvenir: bool({ doc: 'Whether this is the Souvenir name.' }),
  stattrak_available: bool({ doc: 'Whether the finish exists as StatTrak.' }),
  souvenir_available: bool({ doc: 'Whether the finish exists as Souvenir.' }),
  paint_index: nullable(int(), { doc: 'Null for several phases: see paint_indexes.' }),
  paint_indexes: list(int()),
  phases: opt(list(obj({ phase: str(), paint_index: int(), image }))),
  def_index: int(),
  team: oneOf(['T', 'CT', 'both']),
  image,
})
