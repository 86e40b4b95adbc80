// Puts together what is answered of one item: its numbers and their words, names and pictures, pattern, stickers and their value.
import { Decimal } from 'decimal.js'
import type { Catalogue } from '../catalogue/records.ts'
import type { Attachment, Certificate } from '../inspect/certificate.ts'
import { originName, qualityName } from '../inspect/item-codes.ts'
import { isSouvenir, isStattrak } from '../inspect/traits.ts'
import type { Prices, Valued } from '../prices/book/prices.ts'
import { isHighlight, type Named, type NamedAttachment, nameAttachment } from './item-naming.ts'
import { type Pattern, patternOf } from './patterns/pattern.ts'
import type { FloatRank } from './store.ts'

export type FloatSource = 'certificate' | 'database' | 'inventory' | 'inspect_server'

/** What was found out of an item before it is told. */
export interface Found {
  readonly item: Certificate
  readonly named: Named
  readonly assetId: string | null
  readonly owner: string | undefined
  readonly source: FloatSource
  /** Without its mask. */
  readonly certificate: string
  /** The inspect link that is told. */
  readonly link: string
}
interface Valuation {
  readonly prices: Pick<Prices, 'priceOf'>
  readonly catalogue: Catalogue
  readonly rank: FloatRank | null
}

/** The body of the answer. Prices of stickers and charms are in US dollars. */
export async function floatRecordOf(found: Found, { prices, catalogue, rank }: Valuation) {
  const { item, named } = found
  const pattern = patternFor(item, named)
  const { stickers, keychains, value, simulated } = await valueAttachments(item, { prices, catalogue })
  return {
    item_id: found.assetId,
    asset_id: found.assetId,
    ...(found.owner === undefined ? {} : { owner: found.owner }),
    def_index: item.defIndex,
    paint_index: item.paintIndex,
    paint_seed: item.seed,
    float_value: item.wear ?? null,
    min_float: named.skin?.minFloat ?? null,
    max_float: named.skin?.maxFloat ?? null,
    wear_name: named.wearName,
    rarity: named.rarity,
    rarity_name: named.rarityName,
    quality: item.quality,
    quality_name: qualityName(item.quality),
    origin: item.origin ?? null,
    origin_name: item.origin === undefined ? null : originName(item.origin),
    is_stattrak: isStattrak(item),
    ...(isStattrak(item) ? { stattrak_kills: item.killEaterValue ?? 0 } : {}),
    is_souvenir: isSouvenir(item),
    ...(item.customName === undefined ? {} : { name_tag: item.customName }),
    market_hash_name: named.marketHashName,
    item_name: named.itemName,
    weapon: named.weapon,
    collection: named.skin?.collection?.name ?? null,
    image: named.image,
    ...phaseFact(pattern),
    pattern,
    ...fadeFact(pattern),
    stickers,
    keychains,
    sticker_value: value,
    ...(simulated ? { simulated } : {}),
    float_rank: rank,
    source: found.source,
    inspect_link: found.link,
  }
}

/** The pattern of an item that has a finish. */
export function patternFor(item: Certificate, { skin }: Named): Pattern | null {
  if (!skin || skin.finish === '') return null
  return patternOf({ weapon: skin.weapon, finish: skin.finish, paintIndex: item.paintIndex, seed: item.seed })
}

const phaseFact = (pattern: Pattern | null) =>
  pattern?.source === 'paint_index' && pattern.class !== null ? { phase: pattern.class } : {}
const fadeFact = (pattern: Pattern | null) =>
  pattern?.percentage === undefined || pattern.family === 'marble_fade' ? {} : { fade_percentage: pattern.percentage }

interface Attached {
  readonly attachment: Attachment
  readonly name: NamedAttachment | undefined
}

async function valueAttachments(item: Certificate, { prices, catalogue }: Omit<Valuation, 'rank'>) {
  const named = (list: readonly Attachment[], kind: 'sticker' | 'keychain'): Attached[] =>
    list.map((attachment) => ({
      attachment,
      name: nameAttachment(attachment, { defIndex: item.defIndex, kind }, catalogue),
    }))
  const stickers = named(item.stickers, 'sticker')
  const keychains = named(item.keychains, 'keychain')
  const names = [...stickers, ...keychains].flatMap(({ name }) => (name ? [name.name] : []))
  const found = names.length > 0 ? await prices.priceOf([...new Set(names)], 'USD') : new Map<string, undefined>()
  const priced = ({ attachment, name }: Attached): Valued | undefined =>
    name && !isHighlight(attachment) ? found.get(name.name) : undefined
  const values = [...stickers, ...keychains].map(priced)
  return {
    stickers: stickers.map((one) => stickerEntry(one, priced(one))),
    keychains: keychains.map((one) => keychainEntry(one, priced(one))),
    value: sumOf(values),
    simulated: values.some((value) => value?.source === 'simulated'),
  }
}

/** The sum of the known prices; null when there are stickers but no price of any. */
function sumOf(values: readonly (Valued | undefined)[]): number | null {
  const known = values.flatMap((value) => (value ? [value.price] : []))
  if (values.length > 0 && known.length === 0) return null
  return known.reduce((sum, price) => sum.plus(price), new Decimal(0)).toNumber()
}

function stickerEntry({ attachment, name }: Attached, value: Valued | undefined) {
  const { slot, id, wear, scale, rotation, tint, offsetX, offsetY } = attachment
  return {
    slot,
    sticker_id: id,
    name: name?.name ?? null,
    image: name?.image ?? null,
    wear: wear ?? 0,
    ...present({ scale, rotation, tint_id: tint, offset_x: offsetX, offset_y: offsetY }),
    price: value?.price ?? null,
    ...simulatedFact(value),
  }
}

function keychainEntry({ attachment, name }: Attached, value: Valued | undefined) {
  const { slot, id, pattern, highlightReel, wrappedSticker, offsetX, offsetY, offsetZ } = attachment
  const offsets = { offset_x: offsetX, offset_y: offsetY, offset_z: offsetZ }
  return {
    slot,
    keychain_id: id,
    name: name?.name ?? null,
    image: name?.image ?? null,
    ...present({ pattern, highlight_reel: highlightReel, wrapped_sticker_id: wrappedSticker, ...offsets }),
    price: value?.price ?? null,
    ...simulatedFact(value),
  }
}

const simulatedFact = (value: Valued | undefined) => (value?.source === 'simulated' ? { simulated: true } : {})

/** Without the members that are not there. */
function present<K extends string>(facts: Record<K, number | undefined>): { [P in K]?: number } {
  const kept: { [P in K]?: number } = {}
  for (const name in facts) {
    const value = facts[name]
    if (value !== undefined) kept[name] = value
  }
  return kept
}
