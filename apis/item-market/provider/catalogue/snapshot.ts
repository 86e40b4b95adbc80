// Reads the snapshot of the catalogue in `seed/`: tab-separated facts made by `scripts/item-market/snapshot/make-snapshot.ts`, trusted as our own.
import { rarityOf } from './rarities.ts'
import {
  type Collection,
  type Crate,
  type Phase,
  type Skin,
  type Thing,
  type ThingKind,
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
/** Floats of knives without finish, which the game gives them although it shows no wear (SOURCES 3.1). */
const bareFloats = '0.06-0.8'

export interface SkinSnapshot {
  readonly collections: readonly Collection[]
  readonly skins: readonly Skin[]
}

/** Skins and collections; `containers` are what they come out of. */
export function readSkins(containers: readonly Thing[]): SkinSnapshot {
  const collections = Array.from(rowsOf('catalogue-collections.tsv'), ([id = '', name = '']) => ({ id, name }))
  const facts: Known = {
    collections: new Map(collections.map((collection) => [collection.id, collection])),
    crates: createCrates(containers),
  }
  return { collections, skins: Array.from(rowsOf('catalogue-skins.tsv'), (row, id) => readSkin(row, id, facts)) }
}

interface Known {
  readonly collections: ReadonlyMap<string, Collection>
  /** The containers of a text such as `4061*,4089*`; equal texts share one list. */
  readonly crates: (text: string) => readonly Crate[]
}

function readSkin(row: readonly string[], id: number, known: Known): Skin {
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

/** A wear exists when its band and the range of the skin have floats in common (SOURCES 3.2). */
function wearsWithin({ minFloat, maxFloat }: Pick<Skin, 'minFloat' | 'maxFloat'>) {
  return wears.filter(({ low, high }) => minFloat < high && maxFloat > low).map(({ name }) => name)
}

function createCrates(containers: readonly Thing[]): Known['crates'] {
  const byDef = new Map(containers.map((thing) => [String(thing.defIndex), thing]))
  const lists = new Map<string, readonly Crate[]>()
  return (text) => {
    const kept = lists.get(text)
    if (kept) return kept
    const list = (text === '' ? [] : text.split(',')).flatMap((word): Crate[] => {
      const rareSpecial = word.endsWith('*')
      const thing = byDef.get(rareSpecial ? word.slice(0, -1) : word)
      return thing ? [{ name: thing.name, image: thing.image, rareSpecial }] : []
    })
    lists.set(text, list)
    return list
  }
}

/** Kinds that are known by a number of their own rather than by def index; the def index is that of the kind (SOURCES 1.4). */
const numbered: Partial<Readonly<Record<ThingKind, { def: number; prefix: string }>>> = {
  sticker: { def: 1209, prefix: 'Sticker | ' },
  charm: { def: 1355, prefix: 'Charm | ' },
  patch: { def: 4609, prefix: 'Patch | ' },
  graffiti: { def: 1348, prefix: 'Sealed Graffiti | ' },
  'music kit': { def: 1314, prefix: 'Music Kit | ' },
}

/** Containers alone: the skins need them, and they are few. */
export function readContainers(): Thing[] {
  return readThings('catalogue-containers.tsv')
}

/** Everything that is neither skin nor container. */
export function readOthers(): Thing[] {
  return readThings('catalogue-other-items.tsv')
}

function readThings(file: string): Thing[] {
  const things: Thing[] = []
  const pictures = createPictures()
  let kind: ThingKind = 'container'
  for (const row of rowsOf(file)) {
    const [number = ''] = row
    if (number.startsWith('[')) kind = kindNamed(number.slice(1, -1))
    else things.push(readThing(row, kind, pictures))
  }
  return things
}

function readThing(
  [number = '', rarity = '', picture = '', name = '']: readonly string[],
  kind: ThingKind,
  pictures: Pictures,
): Thing {
  const [index = '', tint] = number.split('.')
  const known = numbered[kind]
  return new SnapshotThing(pictures, pictures.add(picture), {
    kind,
    name: (known?.prefix ?? '') + name,
    rarity: rarityOf(Number(rarity), kind === 'agent' ? 'agent' : 'other'),
    defIndex: known?.def ?? Number(index),
    index: known === undefined ? 0 : Number(index),
    tint: tint === undefined ? undefined : Number(tint),
  })
}

/** The address of the picture is made when asked for: there are thirteen thousand things, and few are ever looked at. */
class SnapshotThing implements Thing {
  readonly kind: ThingKind
  readonly name: string
  readonly rarity: Thing['rarity']
  readonly defIndex: number
  readonly index: number
  readonly tint: number | undefined
  readonly #pictures: Pictures
  readonly #picture: number
  constructor(pictures: Pictures, picture: number, facts: Omit<Thing, 'image'>) {
    this.kind = facts.kind
    this.name = facts.name
    this.rarity = facts.rarity
    this.defIndex = facts.defIndex
    this.index = facts.index
    this.tint = facts.tint
    this.#pictures = pictures
    this.#picture = picture
  }
  get image(): string {
    return pictureAt(this.#pictures.at(this.#picture))
  }
}

const kinds: readonly ThingKind[] = [
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
function kindNamed(text: string): ThingKind {
  const kind = kinds.find((one) => one === text)
  if (kind === undefined) throw new Error(`the snapshot has an unknown kind ${text}`)
  return kind
}

/** Names of pictures side by side in one piece of memory. */
interface Pictures {
  /** Keeps a name in base64url, and returns its place. */
  add(hash: string): number
  at(place: number): Buffer
}
const bytesOfHash = 32

function createPictures(): Pictures {
  let kept = Buffer.alloc(512 * bytesOfHash)
  let count = 0
  return {
    add(hash) {
      if ((count + 1) * bytesOfHash > kept.length) kept = Buffer.concat([kept, Buffer.alloc(kept.length)])
      kept.write(hash, count * bytesOfHash, 'base64url')
      return count++
    },
    at: (place) => kept.subarray(place * bytesOfHash, (place + 1) * bytesOfHash),
  }
}

/** Pictures are named by their SHA-256, which the snapshot keeps in base64url. */
function pictureAt(hash: string | Buffer): string {
  const bytes = typeof hash === 'string' ? Buffer.from(hash, 'base64url') : hash
  return `${picturesAt}${bytes.toString('hex')}.webp`
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)]
}
