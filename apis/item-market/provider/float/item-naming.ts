// Names and pictures of certificates' items: the catalogue's data for their numbers (SOURCES 1.5).
import { pictureOf } from '../catalogue/picture.ts'
import { rarityOf } from '../catalogue/rarities.ts'
import type { Catalogue, OtherItem, Skin } from '../catalogue/records.ts'
import { wearNameOf } from '../catalogue/wear-band.ts'
import type { Attachment, Certificate } from '../inspect/certificate.ts'
import { slabCharm, specialItems } from '../inspect/item-codes.ts'
import { isSouvenir, isStattrak } from '../inspect/traits.ts'

export interface ItemName {
  /** Null for items that are unknown to the catalogue or not sold. */
  readonly marketHashName: string | null
  /** Name without wear, star and quality. */
  readonly itemName: string | null
  readonly weapon: string | null
  /** Undefined for items without a finish, and for finishes newer than the catalogue. */
  readonly skin: Skin | undefined
  readonly wearName: string | null
  readonly rarityName: string
  /** Taken from the catalogue if the certificate has none. */
  readonly rarity: number
  readonly image: string | null
}
/** Market name and picture of a sticker, patch or charm. */
export interface NamedAttachment {
  readonly name: string
  readonly image: string
}

type OtherItemInfo = Pick<OtherItem, 'name' | 'image' | 'kind' | 'rarity'>

/** Names the item of a certificate. Names unknown to the catalogue are null; it never throws. */
export function nameItem(item: Certificate, catalogue: Catalogue): ItemName {
  const skin = catalogue.byIndexes(item.defIndex, item.paintIndex)
  if (skin) return namedSkin(item, skin, catalogue)
  const otherItem = otherItemOf(item, catalogue)
  if (otherItem) return namedOtherItem(item, otherItem)
  const weapon = catalogue.weaponOf(item.defIndex)
  return {
    ...nameless,
    itemName: weapon,
    weapon,
    wearName: item.wear === undefined || item.paintIndex === 0 ? null : wearNameOf(item.wear),
    rarity: item.rarity,
    rarityName: rarityOf(item.rarity, weapon === null ? 'other' : 'weapon').name,
  }
}

/** Names an attachment of an item; undefined if the catalogue does not know it. */
export function nameAttachment(
  attachment: Attachment,
  parent: { defIndex: number; kind: 'sticker' | 'keychain' },
  catalogue: Catalogue,
): NamedAttachment | undefined {
  if (parent.kind === 'keychain') return charmOf(attachment, catalogue)
  if (parent.defIndex === specialItems.sealedGraffiti || parent.defIndex === specialItems.graffiti)
    return catalogue.graffiti(attachment.id, attachment.tint)
  const onPerson = parent.defIndex === specialItems.patch || catalogue.other(parent.defIndex)?.kind === 'agent'
  return onPerson ? catalogue.patch(attachment.id) : catalogue.sticker(attachment.id)
}

const nameless = { marketHashName: null, itemName: null, weapon: null, skin: undefined, wearName: null, image: null }

/** Names an item with a finish, or a knife without one, as the catalogue does. */
function namedSkin(item: Certificate, skin: Skin, catalogue: Catalogue): ItemName {
  const wear = skin.finish === '' || item.wear === undefined ? undefined : wearNameOf(item.wear)
  const rarity = item.rarity === 0 ? skin.rarity.id : item.rarity
  // a certificate can state a wear or quality that the skin never has, and no such item is sold
  const sold = catalogue.itemOf(skin, { wear, stattrak: isStattrak(item), souvenir: isSouvenir(item) })
  return {
    marketHashName: sold?.name ?? null,
    itemName: skin.name,
    weapon: skin.weapon,
    skin,
    wearName: wear ?? null,
    rarity,
    rarityName: rarityOf(rarity, skin.type === 'Gloves' ? 'gloves' : 'weapon').name,
    image: pictureFor(skin, item),
  }
}

function pictureFor(skin: Skin, { paintIndex, wear }: Certificate): string {
  const image = skin.phases.find((phase) => phase.paintIndex === paintIndex)?.image ?? skin.image
  return pictureOf({ ...skin, image }, skin.finish === '' || wear === undefined ? undefined : wearNameOf(wear))
}

function namedOtherItem(item: Certificate, otherItem: OtherItemInfo): ItemName {
  const rarity = item.rarity === 0 ? otherItem.rarity.id : item.rarity
  const opened = item.defIndex === specialItems.graffiti
  const stattrak = isStattrak(item)
  const unsold = opened || item.keychains.some(isHighlight) || (stattrak && otherItem.kind !== 'music kit')
  const name = opened ? otherItem.name.replace(/^Sealed /, '') : otherItem.name
  return {
    ...nameless,
    marketHashName: unsold ? null : `${stattrak ? 'StatTrak™ ' : ''}${name}`,
    itemName: name,
    rarity,
    rarityName: rarityOf(rarity, otherItem.kind === 'agent' ? 'agent' : 'other').name,
    image: otherItem.image,
  }
}

function otherItemOf(item: Certificate, catalogue: Catalogue): OtherItemInfo | undefined {
  const [sticker] = item.stickers
  const [keychain] = item.keychains
  switch (item.defIndex) {
    case specialItems.sticker:
      return sticker && catalogue.sticker(sticker.id)
    case specialItems.sealedGraffiti:
    case specialItems.graffiti:
      return sticker && catalogue.graffiti(sticker.id, sticker.tint)
    case specialItems.patch:
      return sticker && catalogue.patch(sticker.id)
    case specialItems.musicKit:
      return item.musicIndex === undefined ? undefined : catalogue.musicKit(item.musicIndex)
    case specialItems.charm:
      return keychain && charmOf(keychain, catalogue)
    default:
      return catalogue.other(item.defIndex)
  }
}

/** Reports whether an attachment is a highlight charm, sold under the name of its reel, which the catalogue lacks. */
export function isHighlight({ highlightReel }: Attachment): boolean {
  return highlightReel !== undefined
}

function charmOf(keychain: Attachment, catalogue: Catalogue): OtherItemInfo | undefined {
  if (keychain.id !== slabCharm || keychain.wrappedSticker === undefined) return catalogue.charm(keychain.id)
  const sticker = catalogue.sticker(keychain.wrappedSticker)
  const name = sticker?.name.replace(/^Sticker \| /, 'Sticker Slab | ') ?? ''
  return sticker && { name, image: sticker.image, rarity: sticker.rarity, kind: 'charm' }
}
