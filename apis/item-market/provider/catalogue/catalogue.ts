// The catalogue of the primary game, read from the snapshot: names, skins, items and everything else.
import { present } from '#define/present'
import { keyOf, type NameForm, readName } from './name-form.ts'
import { createNameTable } from './name-table.ts'
import { createOtherItems } from './other-items.ts'
import { type Catalogue, type Item, type Skin, type Wear, wears } from './records.ts'
import { readContainers, readSkins } from './snapshot.ts'

/** Reads the catalogue from the snapshot. Items other than skins are read on first use. */
export function readCatalogue(): Catalogue {
  const containers = readContainers()
  const { collections, skins } = readSkins(containers)
  const items = itemsOf(skins)
  return Object.assign(createOtherItems(containers), { items, skins, collections }, lookUpSkins(skins, items))
}

/** Returns all names of all skins, sorted by UTF-16 code units (SOURCES 1.5 and 3.2). */
function itemsOf(skins: readonly Skin[]): Item[] {
  const items: { -readonly [K in keyof Item]: Item[K] }[] = []
  for (const skin of skins) {
    for (const { stattrak, souvenir } of qualities) {
      if ((stattrak && !skin.stattrak) || (souvenir && !skin.souvenir)) continue
      for (const wear of skin.wears.length > 0 ? skin.wears : noWear) {
        const name = nameOf(skin, wear, { stattrak, souvenir })
        items.push({ name, skin, wear, stattrak, souvenir, rank: 0 })
      }
    }
  }
  items.sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const [rank, item] of items.entries()) item.rank = rank
  return items
}

type Quality = Pick<Item, 'stattrak' | 'souvenir'>
const qualities: readonly Quality[] = [
  { stattrak: false, souvenir: false },
  { stattrak: true, souvenir: false },
  { stattrak: false, souvenir: true },
]
const noWear: readonly (Wear | undefined)[] = [undefined]

function nameOf(skin: Skin, wear: Wear | undefined, { stattrak, souvenir }: Quality): string {
  const words = `${skin.star ? '★ ' : ''}${stattrak ? 'StatTrak™ ' : ''}${souvenir ? 'Souvenir ' : ''}`
  return `${words}${skin.name}${wear === undefined ? '' : ` (${wear})`}`
}

type SkinLookUp = Pick<Catalogue, 'byName' | 'skinByName' | 'itemOf' | 'byIndexes' | 'skinsOf' | 'weaponOf'>

function lookUpSkins(skins: readonly Skin[], items: readonly Item[]): SkinLookUp {
  const names = createNameTable(items.length, (index) => items[index]?.name ?? '')
  const byExactName = (name: string) => items[names.indexOf(name) ?? -1]
  const byKey = new Map(skins.map((skin) => [keyOf(skin.name), skin]))
  const byPaint = new Map(skins.flatMap((skin) => skin.paintIndexes.map((paint) => [paintKey(skin, paint), skin])))
  const ofCollection = Map.groupBy(skins, (skin) => skin.collection?.id ?? '')
  /** Rank + 1 by skin, wear and quality; 0 if there is no such item. */
  const byForm = new Uint16Array(skins.length * formsOfSkin)
  for (const item of items) byForm[formOf(item.skin, item)] = item.rank + 1

  let weapons: ReadonlyMap<number, string> | undefined
  const weaponsByDef = () => {
    weapons ??= new Map(skins.map((skin) => [skin.defIndex, skin.weapon]))
    return weapons
  }
  const itemOf: Catalogue['itemOf'] = (skin, { wear, stattrak = false, souvenir = false }) =>
    items[present(byForm[formOf(skin, { wear, stattrak, souvenir })]) - 1]
  return {
    itemOf,
    byName(name) {
      const exact = byExactName(name)
      if (exact) return exact
      const form = readName(name)
      const skin = byKey.get(form.key)
      return skin && itemOf(skin, form)
    },
    skinByName: (name) => byExactName(name)?.skin ?? byKey.get(readName(name).key),
    byIndexes: (defIndex, paintIndex) =>
      paintIndex >= 0 && paintIndex < paintLimit ? byPaint.get(paintKey({ defIndex }, paintIndex)) : undefined,
    weaponOf: (defIndex) => weaponsByDef().get(defIndex) ?? null,
    skinsOf: (collectionId) => (collectionId === '' ? [] : (ofCollection.get(collectionId) ?? [])),
  }
}

/** Bound above every paint index: two numbers make one key. */
const paintLimit = 0x1_0000
const paintKey = ({ defIndex }: Pick<Skin, 'defIndex'>, paintIndex: number) => defIndex * paintLimit + paintIndex

const formsOfSkin = 6 * 4
const wearOrder = new Map<Wear | undefined, number>(wears.map(({ name }, index) => [name, index + 1]))

function formOf(skin: Skin, { wear, stattrak, souvenir }: Omit<NameForm, 'key'>): number {
  return skin.id * formsOfSkin + (wearOrder.get(wear) ?? 0) * 4 + Number(stattrak) * 2 + Number(souvenir)
}
