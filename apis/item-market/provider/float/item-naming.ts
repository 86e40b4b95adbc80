// What the item of a certificate is called, and what it looks like: the catalogue's facts for its numbers (SOURCES 1.5).
import { pictureOf } from '../catalogue/picture.ts'
import { rarityOf } from '../catalogue/rarities.ts'
import type { Catalogue, Skin, Thing } from '../catalogue/records.ts'
import { wearNameOf } from '../catalogue/wear-band.ts'
import type { Attachment, Certificate } from '../inspect/certificate.ts'
import { slabCharm, specialItems } from '../inspect/item-codes.ts'
import { isSouvenir, isStattrak } from '../inspect/traits.ts'

export interface Named {
  /** The market's name; null for what is not in the catalogue or not sold. */
  readonly marketHashName: string | null
  /** Without wear, star and quality. */
  readonly itemName: string | null
  readonly weapon: string | null
  /** Undefined for everything that has no finish, and for finishes newer than the catalogue. */
  readonly skin: Skin | undefined
  readonly wearName: string | null
  readonly rarityName: string
  /** The catalogue's where the certificate does not say. */
  readonly rarity: number
  readonly image: string | null
}
/** A sticker, patch or charm as the market names it. */
export interface NamedAttachment {
  readonly name: string
  readonly image: string
}

type NamedThing = Pick<Thing, 'name' | 'image' | 'kind' | 'rarity'>

/** Names the item of a certificate. What the catalogue does not know has null for its names; it never fails. */
export function nameItem(item: Certificate, catalogue: Catalogue): Named {
  const skin = catalogue.byIndexes(item.defIndex, item.paintIndex)
  if (skin) return namedSkin(item, skin)
  const thing = thingOf(item, catalogue)
  if (thing) return namedThing(item, thing)
  const weapon = weaponOf(item.defIndex, catalogue)
  return {
    ...nameless,
    itemName: weapon,
    weapon,
    wearName: item.wear === undefined || item.paintIndex === 0 ? null : wearNameOf(item.wear),
    rarity: item.rarity,
    rarityName: rarityOf(item.rarity, weapon === null ? 'other' : 'weapon').name,
  }
}

/** What is stuck on or hung from an item; undefined for what the catalogue does not know. */
export function nameAttachment(
  attachment: Attachment,
  place: { defIndex: number; kind: 'sticker' | 'keychain' },
  catalogue: Catalogue,
): NamedAttachment | undefined {
  if (place.kind === 'keychain') return charmOf(attachment, catalogue)
  if (place.defIndex === specialItems.sealedGraffiti || place.defIndex === specialItems.graffiti)
    return catalogue.graffiti(attachment.id, attachment.tint)
  const onPerson = place.defIndex === specialItems.patch || catalogue.other(place.defIndex)?.kind === 'agent'
  return onPerson ? catalogue.patch(attachment.id) : catalogue.sticker(attachment.id)
}

const nameless = { marketHashName: null, itemName: null, weapon: null, skin: undefined, wearName: null, image: null }

/** `★ StatTrak™ Karambit | Doppler (Factory New)`: star, quality, weapon, finish, wear. Knives without finish have no wear. */
function namedSkin(item: Certificate, skin: Skin): Named {
  const wearName = skin.finish === '' || item.wear === undefined ? null : wearNameOf(item.wear)
  const quality = isStattrak(item) ? 'StatTrak™ ' : isSouvenir(item) ? 'Souvenir ' : ''
  const rarity = item.rarity === 0 ? skin.rarity.id : item.rarity
  // a float outside the range of its skin can be written, but no such item is sold
  const sold = wearName === null ? skin.finish === '' : skin.wears.includes(wearName)
  const name = `${skin.star ? '★ ' : ''}${quality}${skin.name}${wearName === null ? '' : ` (${wearName})`}`
  return {
    marketHashName: sold ? name : null,
    itemName: skin.name,
    weapon: skin.weapon,
    skin,
    wearName,
    rarity,
    rarityName: rarityOf(rarity, skin.type === 'Gloves' ? 'gloves' : 'weapon').name,
    image: pictureFor(skin, item),
  }
}

function pictureFor(skin: Skin, { paintIndex, wear }: Certificate): string {
  const image = skin.phases.find((phase) => phase.paintIndex === paintIndex)?.image ?? skin.image
  return pictureOf({ ...skin, image }, skin.finish === '' || wear === undefined ? undefined : wearNameOf(wear))
}

function namedThing(item: Certificate, thing: NamedThing): Named {
  const rarity = item.rarity === 0 ? thing.rarity.id : item.rarity
  const opened = item.defIndex === specialItems.graffiti
  const unsold = opened || item.keychains.some(isHighlight)
  const name = opened ? thing.name.replace(/^Sealed /, '') : thing.name
  return {
    ...nameless,
    marketHashName: unsold ? null : `${isStattrak(item) ? 'StatTrak™ ' : ''}${name}`,
    itemName: name,
    rarity,
    rarityName: rarityOf(rarity, thing.kind === 'agent' ? 'agent' : 'other').name,
    image: thing.image,
  }
}

function thingOf(item: Certificate, catalogue: Catalogue): NamedThing | undefined {
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

/** Highlights are sold under the name of their reel, which the catalogue does not have. */
export function isHighlight({ highlightReel }: Attachment): boolean {
  return highlightReel !== undefined
}

function charmOf(keychain: Attachment, catalogue: Catalogue): NamedThing | undefined {
  if (keychain.id !== slabCharm || keychain.wrappedSticker === undefined) return catalogue.charm(keychain.id)
  const sticker = catalogue.sticker(keychain.wrappedSticker)
  const name = sticker?.name.replace(/^Sticker \| /, 'Sticker Slab | ') ?? ''
  return sticker && { name, image: sticker.image, rarity: sticker.rarity, kind: 'charm' }
}

const weaponsByDef = new WeakMap<Catalogue, ReadonlyMap<number, string>>()

/** The weapon of a def index, told by its finishes: weapons without any finish have no entry of their own. */
function weaponOf(defIndex: number, catalogue: Catalogue): string | null {
  const known = weaponsByDef.get(catalogue) ?? new Map(catalogue.skins.map((skin) => [skin.defIndex, skin.weapon]))
  weaponsByDef.set(catalogue, known)
  return known.get(defIndex) ?? null
}
