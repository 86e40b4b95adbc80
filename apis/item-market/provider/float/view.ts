// Builds the response for one item: its numbers and their names, pictures, pattern, stickers and their value.
import { Decimal } from 'decimal.js'
import type { Catalogue } from '../catalogue/records.ts'
import type { Attachment, Certificate } from '../inspect/certificate.ts'
import { originName, qualityName } from '../inspect/item-codes.ts'
import { isSouvenir, isStattrak } from '../inspect/traits.ts'
import type { Prices, Valuation } from '../prices/book/prices.ts'
import { type ItemName, isHighlight, type NamedAttachment, nameAttachment } from './item-naming.ts'
import { type Pattern, patternOf } from './patterns/pattern.ts'
import type { FloatRank } from './store.ts'

type FloatSource = 'certificate' | 'database' | 'inventory' | 'inspect_server'

/** Data of an item for the view. */
export interface ResolvedItem {
  readonly item: Certificate
  readonly named: ItemName
  readonly assetId: string | null
  readonly owner: string | undefined
  readonly source: FloatSource
  /** Unmasked. */
  readonly certificate: string
  /** The inspect link of the response. */
  readonly link: string
}
interface ViewDeps {
  readonly prices: Pick<Prices, 'priceOf'>
  readonly catalogue: Catalogue
  readonly rank: FloatRank | null
}

/** Returns the body of the response. Prices of stickers and charms are in US dollars. */
export async function floatView(resolved: ResolvedItem, { prices, catalogue, rank }: ViewDeps) {
  const { item, named } = resolved
  const pattern = patternFor(item, named)
  const { stickers, keychains, value, simulated } = await valueAttachments(item, { prices, catalogue })
  return {
    item_id: resolved.assetId,
    asset_id: resolved.assetId,
    ...(resolved.owner === undefined ? {} : { owner: resolved.owner }),
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
    ...phaseMember(pattern),
    pattern,
    ...fadeMember(pattern),
    stickers,
    keychains,
    sticker_value: value,
    ...(simulated ? { simulated } : {}),
    float_rank: rank,
    source: resolved.source,
    inspect_link: resolved.link,
  }
}

/** Returns the pattern of an item with a finish. */
export function patternFor(item: Certificate, { skin }: ItemName): Pattern | null {
  if (!skin || skin.finish === '') return null
  return patternOf({ weapon: skin.weapon, finish: skin.finish, paintIndex: item.paintIndex, seed: item.seed })
}

const phaseMember = (pattern: Pattern | null) =>
  pattern?.source === 'paint_index' && pattern.class !== null ? { phase: pattern.class } : {}
const fadeMember = (pattern: Pattern | null) =>
  pattern?.percentage === undefined || pattern.family === 'marble_fade' ? {} : { fade_percentage: pattern.percentage }

interface Attached {
  readonly attachment: Attachment
  readonly name: NamedAttachment | undefined
}

async function valueAttachments(item: Certificate, { prices, catalogue }: Omit<ViewDeps, 'rank'>) {
  const named = (list: readonly Attachment[], kind: 'sticker' | 'keychain'): Attached[] =>
    list.map((attachment) => ({
      attachment,
      name: nameAttachment(attachment, { defIndex: item.defIndex, kind }, catalogue),
    }))
  const stickers = named(item.stickers, 'sticker')
  const keychains = named(item.keychains, 'keychain')
  const names = [...stickers, ...keychains].flatMap(({ name }) => (name ? [name.name] : []))
  const valuations = names.length > 0 ? await prices.priceOf([...new Set(names)], 'USD') : new Map<string, undefined>()
  const priced = ({ attachment, name }: Attached): Valuation | undefined =>
    name && !isHighlight(attachment) ? valuations.get(name.name) : undefined
  const values = [...stickers, ...keychains].map(priced)
  return {
    stickers: stickers.map((one) => stickerEntry(one, priced(one))),
    keychains: keychains.map((one) => keychainEntry(one, priced(one))),
    value: sumOf(values),
    simulated: values.some((value) => value?.source === 'simulated'),
  }
}

/** Returns the sum of the known prices; null if there are stickers but no known price. */
function sumOf(values: readonly (Valuation | undefined)[]): number | null {
  const known = values.flatMap((value) => (value ? [value.price] : []))
  if (values.length > 0 && known.length === 0) return null
  return known.reduce((sum, price) => sum.plus(price), new Decimal(0)).toNumber()
}

function stickerEntry({ attachment, name }: Attached, value: Valuation | undefined) {
  const { slot, id, wear, scale, rotation, tint, offsetX, offsetY } = attachment
  return {
    slot,
    sticker_id: id,
    name: name?.name ?? null,
    image: name?.image ?? null,
    wear: wear ?? 0,
    ...present({ scale, rotation, tint_id: tint, offset_x: offsetX, offset_y: offsetY }),
    price: value?.price ?? null,
    ...simulatedMember(value),
  }
}

function keychainEntry({ attachment, name }: Attached, value: Valuation | undefined) {
  const { slot, id, pattern, highlightReel, wrappedSticker, offsetX, offsetY, offsetZ } = attachment
  const offsets = { offset_x: offsetX, offset_y: offsetY, offset_z: offsetZ }
  return {
    slot,
    keychain_id: id,
    name: name?.name ?? null,
    image: name?.image ?? null,
    ...present({ pattern, highlight_reel: highlightReel, wrapped_sticker_id: wrappedSticker, ...offsets }),
    price: value?.price ?? null,
    ...simulatedMember(value),
  }
}

const simulatedMember = (value: Valuation | undefined) => (value?.source === 'simulated' ? { simulated: true } : {})

/** Returns the members that are defined. */
function present<K extends string>(members: Record<K, number | undefined>): { [P in K]?: number } {
  const defined: { [P in K]?: number } = {}
  for (const name in members) {
    const value = members[name]
    if (value !== undefined) defined[name] = value
  }
  return defined
}
