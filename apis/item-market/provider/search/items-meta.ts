// Metadata of one item: a skin by a name in any form, with or without wear and quality, or any other item by its name.
import type { OutputOf } from '#define'
import type { endpoints } from '../../endpoints.ts'
import { type NameForm, readName, wholeKey } from '../catalogue/name-form.ts'
import { pictureOf } from '../catalogue/picture.ts'
import type { Catalogue, Crate, OtherItem, Skin } from '../catalogue/records.ts'
import { unknownItem } from '../errors.ts'
import { titleOf } from './kind-title.ts'

type Meta = OutputOf<(typeof endpoints)['itemsMeta']>

/** Returns the metadata. Throws 400 `item.unknown`. */
export function itemsMeta({ skinByName, byName, otherItemByName }: Catalogue, name: string): Meta {
  const skin = skinByName(name)
  if (skin) {
    const form = readName(name)
    const item = byName(name)
    // without a wear the whole skin is meant; with a wear or quality that the skin lacks, the item does not exist
    if (!item && (form.wear !== undefined || !has(skin, form))) throw unknownItem(skin)
    return ofSkin(skin, item ?? { ...form, name: nameOf(skin, form) })
  }
  const otherItem = otherItemByName(name)
  if (!otherItem) throw unknownItem()
  return ofOtherItem(otherItem, name)
}

/** Slabs are charms in the game (SOURCES 1.4). */
const charmDef = 1355

type Form = Omit<NameForm, 'key'>

const has = (skin: Skin, { stattrak, souvenir }: Form) => (!stattrak || skin.stattrak) && (!souvenir || skin.souvenir)

function nameOf(skin: Skin, { stattrak, souvenir }: Form): string {
  return `${skin.star ? '★ ' : ''}${stattrak ? 'StatTrak™ ' : ''}${souvenir ? 'Souvenir ' : ''}${skin.name}`
}

function ofSkin(skin: Skin, { name, wear, stattrak, souvenir }: Form & { name: string }): Meta {
  const { paintIndexes } = skin
  return {
    market_hash_name: name,
    name: skin.name,
    weapon: skin.weapon,
    skin: skin.finish === '' ? null : skin.finish,
    type: skin.type,
    category: skin.category,
    rarity: { ...skin.rarity },
    collection: skin.collection ? { ...skin.collection } : null,
    crates: skin.crates.map(crateOf),
    float_range: { min: skin.minFloat, max: skin.maxFloat },
    wear: wear ?? null,
    wears: [...skin.wears],
    stattrak,
    souvenir,
    stattrak_available: skin.stattrak,
    souvenir_available: skin.souvenir,
    paint_index: paintIndexes.length === 1 ? (paintIndexes[0] ?? null) : null,
    paint_indexes: [...paintIndexes],
    ...(skin.phases.length > 0 ? { phases: skin.phases.map(phaseOf) } : {}),
    def_index: skin.defIndex,
    team: skin.team,
    image: pictureOf(skin, wear),
  }
}

const crateOf = ({ name, image, rareSpecial }: Crate) => ({ name, image, rare_special: rareSpecial })
const phaseOf = ({ phase, paintIndex, image }: Skin['phases'][number]) => ({ phase, paint_index: paintIndex, image })

/** Returns other items. A slab is named by its sticker, and a music kit also exists as StatTrak. */
function ofOtherItem({ name, kind, rarity, defIndex, image }: OtherItem, requested: string): Meta {
  const key = wholeKey(requested)
  const isSlab = kind === 'sticker' && key.startsWith('stickerslab')
  const stattrak = kind === 'music kit' && key.startsWith('stattrak')
  return {
    market_hash_name: `${stattrak ? 'StatTrak™ ' : ''}${isSlab ? name.replace('Sticker |', 'Sticker Slab |') : name}`,
    name,
    weapon: null,
    skin: null,
    type: titleOf(kind),
    category: kind,
    rarity: { ...rarity },
    collection: null,
    crates: [],
    float_range: null,
    wear: null,
    wears: [],
    stattrak,
    souvenir: false,
    stattrak_available: kind === 'music kit',
    souvenir_available: false,
    paint_index: null,
    paint_indexes: [],
    def_index: isSlab ? charmDef : defIndex,
    team: 'both',
    image,
  }
}
