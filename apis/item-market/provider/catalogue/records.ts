// The records of the catalogue. A skin is a finish of a weapon, knife or pair of gloves; an item is one tradable name
// of a skin, with its wear and quality.

/**
 * Wear names from least to most worn, with the upper bound of each band; bands are [low, high), the last includes 1
 * (SOURCES 1.5).
 */
export const wears = [
  { name: 'Factory New', short: 'FN', low: 0, high: 0.07 },
  { name: 'Minimal Wear', short: 'MW', low: 0.07, high: 0.15 },
  { name: 'Field-Tested', short: 'FT', low: 0.15, high: 0.38 },
  { name: 'Well-Worn', short: 'WW', low: 0.38, high: 0.45 },
  { name: 'Battle-Scarred', short: 'BS', low: 0.45, high: 1 },
] as const
export type Wear = (typeof wears)[number]['name']

/** A rarity: `id` is the game's number (1 Consumer Grade to 7 Contraband), `color` is `#rrggbb`. */
export interface Rarity {
  readonly id: number
  readonly name: string
  readonly color: string
}
export interface Collection {
  /** The game's key, such as `set_community_2`. */
  readonly id: string
  readonly name: string
}
/** A container that can yield a skin. */
export interface Crate {
  readonly name: string
  readonly image: string
  /** True if the skin is one of its rare special items (knives and gloves). */
  readonly rareSpecial: boolean
}
/** One phase of a Doppler or Gamma Doppler finish. */
export interface Phase {
  readonly paintIndex: number
  readonly phase: string
  readonly image: string
}
/** Category words of `type`. */
export type Type = 'Rifle' | 'Pistol' | 'SMG' | 'Heavy' | 'Knife' | 'Gloves' | 'Equipment'

export interface Skin {
  /** Index in `Catalogue.skins`. */
  readonly id: number
  /**
   * Name without wear, star, StatTrak and Souvenir: `AK-47 | Redline`, `Karambit | Doppler`, or `Karambit` for a knife
   * without finish.
   */
  readonly name: string
  readonly weapon: string
  /** Empty for a knife without finish. */
  readonly finish: string
  /** The category that callers filter by. */
  readonly type: Type
  /** The game's own term: rifle, secondary, smg, heavy, melee, glove or equipment. */
  readonly category: string
  readonly rarity: Rarity
  readonly collection: Collection | undefined
  /** Range of the float; 0.06 to 0.8 for a knife without finish. */
  readonly minFloat: number
  readonly maxFloat: number
  /** Several if phases share the name; only 0 for a knife without finish. */
  readonly paintIndexes: readonly number[]
  /** Empty unless the finish has phases. */
  readonly phases: readonly Phase[]
  readonly defIndex: number
  readonly team: 'T' | 'CT' | 'both'
  /** Picture of an unworn copy; see `pictureOf` for worn ones. */
  readonly image: string
  readonly crates: readonly Crate[]
  /** True if its names begin with a star: knives and gloves. */
  readonly star: boolean
  readonly stattrak: boolean
  readonly souvenir: boolean
  /** Possible wears; empty for a knife without finish. */
  readonly wears: readonly Wear[]
}

export interface Item {
  /** The market_hash_name. */
  readonly name: string
  readonly skin: Skin
  /** Undefined for a knife without finish. */
  readonly wear: Wear | undefined
  readonly stattrak: boolean
  readonly souvenir: boolean
  /** Index in `Catalogue.items`. */
  readonly rank: number
}

/** Kinds of items that are not skins. */
export type OtherItemKind =
  | 'sticker'
  | 'charm'
  | 'patch'
  | 'graffiti'
  | 'music kit'
  | 'agent'
  | 'collectible'
  | 'container'
  | 'key'
  | 'tool'

/** A sticker, charm, agent, container or the like: its market name and picture. */
export interface OtherItem {
  readonly kind: OtherItemKind
  /** Market name, such as `Sticker | Titan (Holo) | Katowice 2014` or `Chroma Case`. */
  readonly name: string
  readonly image: string
  readonly rarity: Rarity
  /** Def index, for kinds whose items have one each (agents, containers, keys, collectibles, tools). */
  readonly defIndex: number
  /** Number of the sticker, charm, patch, graffiti or music kit; 0 for the others. */
  readonly index: number
  /** Number of the colour, for graffiti with several colours. */
  readonly tint: number | undefined
}

export interface Catalogue {
  /** All items by name. */
  readonly items: readonly Item[]
  readonly skins: readonly Skin[]
  readonly collections: readonly Collection[]
  /** All items but skins. */
  readonly otherItems: readonly OtherItem[]
  /**
   * Returns the item of a name in any form: exact, other casing, extra spaces, HTML entities or percent-encoding,
   * `StatTrak` without the trademark symbol, without the star. Returns undefined for a name without its wear; see
   * `skinByName`.
   */
  byName(name: string): Item | undefined
  /** Returns the skin of a name in any form, with or without wear and quality. */
  skinByName(name: string): Skin | undefined
  /** Returns the item of a skin with a wear (undefined for a knife without finish) and quality. */
  itemOf(skin: Skin, form: { wear: Wear | undefined; stattrak?: boolean; souvenir?: boolean }): Item | undefined
  /** Returns the skin of two indexes, which can be any numbers. */
  byIndexes(defIndex: number, paintIndex: number): Skin | undefined
  /** Returns the weapon of a def index, from its finishes; null for weapons without finishes. */
  weaponOf(defIndex: number): string | null
  /** Returns the skins of a collection by its id. */
  skinsOf(collectionId: string): readonly Skin[]
  sticker(id: number): OtherItem | undefined
  charm(id: number): OtherItem | undefined
  patch(id: number): OtherItem | undefined
  graffiti(id: number, tint?: number): OtherItem | undefined
  musicKit(id: number): OtherItem | undefined
  /** Returns agents, containers, keys, collectibles and tools by def index. */
  other(defIndex: number): OtherItem | undefined
  /** Returns any item but a skin by its market name. A slab yields its sticker, a StatTrak music kit the kit. */
  otherItemByName(name: string): OtherItem | undefined
}
