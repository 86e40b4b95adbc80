// Reads the snapshot of the catalogue in `seed/`: tab-separated tables written by
// `scripts/item-market/snapshot/make-snapshot.ts`, and trusted.
import { rarityOf } from './rarities.ts'
import {
  type Collection,
  type Crate,
  type OtherItem,
  type OtherItemKind,
  type Phase,
  type Skin,
  type Type,
  wears,
} from './records.ts'
import { rowsOf } from './seed-rows.ts'

const picturesAt = 'https://cdn.cstrike.app/images/'

const typeOf: Readonly<Record<string, Type>> = {
  rifle: 'Rifle',
  secondary: 'Pistol',
  smg: 'SMG',
  heavy: 'Heavy',
  melee: 'Knife',
  glove: 'Gloves',
  equipment: 'Equipment',
}
/** Floats of knives without finish, whose wear the game does not show (SOURCES 3.1). */
const bareFloats = '0.06-0.8'

interface SkinSnapshot {
  readonly collections: readonly Collection[]
  readonly skins: readonly Skin[]
}

/** Returns skins and collections; `containers` are the sources of skins. */
export function readSkins(containers: readonly OtherItem[]): SkinSnapshot {
  const collections = Array.from(rowsOf('catalogue-collections.tsv'), ([id = '', name = '']) => ({ id, name }))
  const known: KnownCatalogue = {
    collections: new Map(collections.map((collection) => [collection.id, collection])),
    crates: createCrates(containers),
  }
  return { collections, skins: Array.from(rowsOf('catalogue-skins.tsv'), (row, id) => readSkin(row, id, known)) }
}

interface KnownCatalogue {
  readonly collections: ReadonlyMap<string, Collection>
  /** Returns the containers of a string such as `4061*,4089*`; equal strings share one list. */
  readonly crates: (text: string) => readonly Crate[]
}

function readSkin(row: readonly string[], id: number, known: KnownCatalogue): Skin {
  const [def = '', name = '', category = '', team = '', rarity = '', set = '', range = '', qualities = ''] = row
  const [, , , , , , , , paintText = '', crates = ''] = row
  const [weapon = '', finish = ''] = splitOnce(name, ' | ')
  const [min = '', max = ''] = (range === '' ? bareFloats : range).split('-')
  const paints = paintText.split(',').map((paint) => {
    const [index = '', phase = '', picture = ''] = paint.split(':')
    return { paintIndex: Number(index), phase, image: pictureAt(picture) }
  })
  const floats = { minFloat: Number(min), maxFloat: Number(max) }
  return {
    id,
    name,
    weapon,
    finish,
    type: typeOf[category] ?? 'Equipment',
    category,
    rarity: rarityOf(Number(rarity), category === 'glove' ? 'gloves' : 'weapon'),
    collection: known.collections.get(set),
    ...floats,
    paintIndexes: paints.map((paint) => paint.paintIndex),
    phases: paints.filter(hasPhase),
    defIndex: Number(def),
    team: team === 'T' || team === 'CT' ? team : 'both',
    image: paints[0]?.image ?? '',
    crates: known.crates(crates),
    star: category === 'melee' || category === 'glove',
    stattrak: qualities.includes('s'),
    souvenir: qualities.includes('v'),
    wears: range === '' ? [] : wearsWithin(floats),
  }
}

const hasPhase = ({ phase }: Phase) => phase !== ''

/** Returns the wears whose bands overlap the float range of the skin (SOURCES 3.2). */
function wearsWithin({ minFloat, maxFloat }: Pick<Skin, 'minFloat' | 'maxFloat'>) {
  return wears.filter(({ low, high }) => minFloat < high && maxFloat > low).map(({ name }) => name)
}

function createCrates(containers: readonly OtherItem[]): KnownCatalogue['crates'] {
  const byDef = new Map(containers.map((otherItem) => [String(otherItem.defIndex), otherItem]))
  const lists = new Map<string, readonly Crate[]>()
  return (text) => {
    const buffer = lists.get(text)
    if (buffer) return buffer
    const list = (text === '' ? [] : text.split(',')).flatMap((word): Crate[] => {
      const rareSpecial = word.endsWith('*')
      const otherItem = byDef.get(rareSpecial ? word.slice(0, -1) : word)
      return otherItem ? [{ name: otherItem.name, image: otherItem.image, rareSpecial }] : []
    })
    lists.set(text, list)
    return list
  }
}

/** Kinds whose items have individual numbers; their def index is that of the kind (SOURCES 1.4). */
const numbered: Partial<Readonly<Record<OtherItemKind, { def: number; prefix: string }>>> = {
  sticker: { def: 1209, prefix: 'Sticker | ' },
  charm: { def: 1355, prefix: 'Charm | ' },
  patch: { def: 4609, prefix: 'Patch | ' },
  graffiti: { def: 1348, prefix: 'Sealed Graffiti | ' },
  'music kit': { def: 1314, prefix: 'Music Kit | ' },
}

/** Reads only the containers: skins need them, and they are few. */
export function readContainers(): OtherItem[] {
  return readOtherItems('catalogue-containers.tsv')
}

/** Reads all items but skins and containers. */
export function readOthers(): OtherItem[] {
  return readOtherItems('catalogue-other-items.tsv')
}

function readOtherItems(file: string): OtherItem[] {
  const otherItems: OtherItem[] = []
  const pictures = createPictures()
  let kind: OtherItemKind = 'container'
  for (const row of rowsOf(file)) {
    const [number = ''] = row
    if (number.startsWith('[')) kind = kindNamed(number.slice(1, -1))
    else otherItems.push(readOtherItem(row, kind, pictures))
  }
  return otherItems
}

function readOtherItem(
  [number = '', rarity = '', picture = '', name = '']: readonly string[],
  kind: OtherItemKind,
  pictures: Pictures,
): OtherItem {
  const [index = '', tint] = number.split('.')
  const known = numbered[kind]
  return new SnapshotItem(pictures, pictures.add(picture), {
    kind,
    name: (known?.prefix ?? '') + name,
    rarity: rarityOf(Number(rarity), kind === 'agent' ? 'agent' : 'other'),
    defIndex: known?.def ?? Number(index),
    index: known === undefined ? 0 : Number(index),
    tint: tint === undefined ? undefined : Number(tint),
  })
}

/** An item that builds its picture's address on demand: few of the thirteen thousand items are ever requested. */
class SnapshotItem implements OtherItem {
  readonly kind: OtherItemKind
  readonly name: string
  readonly rarity: OtherItem['rarity']
  readonly defIndex: number
  readonly index: number
  readonly tint: number | undefined
  readonly #pictures: Pictures
  readonly #picture: number
  constructor(pictures: Pictures, picture: number, details: Omit<OtherItem, 'image'>) {
    this.kind = details.kind
    this.name = details.name
    this.rarity = details.rarity
    this.defIndex = details.defIndex
    this.index = details.index
    this.tint = details.tint
    this.#pictures = pictures
    this.#picture = picture
  }
  get image(): string {
    return pictureAt(this.#pictures.at(this.#picture))
  }
}

const kinds: readonly OtherItemKind[] = [
  'sticker',
  'charm',
  'patch',
  'graffiti',
  'music kit',
  'agent',
  'collectible',
  'container',
  'key',
  'tool',
]
function kindNamed(text: string): OtherItemKind {
  const kind = kinds.find((one) => one === text)
  if (kind === undefined) throw new Error(`the snapshot has an unknown kind ${text}`)
  return kind
}

/** Names of pictures, concatenated in one buffer. */
interface Pictures {
  /** Stores a name in base64url and returns its index. */
  add(hash: string): number
  at(index: number): Buffer
}
const bytesOfHash = 32

function createPictures(): Pictures {
  let buffer = Buffer.alloc(512 * bytesOfHash)
  let count = 0
  return {
    add(hash) {
      if ((count + 1) * bytesOfHash > buffer.length) buffer = Buffer.concat([buffer, Buffer.alloc(buffer.length)])
      buffer.write(hash, count * bytesOfHash, 'base64url')
      return count++
    },
    at: (index) => buffer.subarray(index * bytesOfHash, (index + 1) * bytesOfHash),
  }
}

/** Returns the address of a picture, named by its SHA-256, which the snapshot has in base64url. */
function pictureAt(hash: string | Buffer): string {
  const bytes = typeof hash === 'string' ? Buffer.from(hash, 'base64url') : hash
  return `${picturesAt}${bytes.toString('hex')}.webp`
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)]
}
