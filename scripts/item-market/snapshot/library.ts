// Reads the item library: its items and their English texts by file, because its own entry point loads thirty languages
// (SOURCES 3.1).
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export interface LibraryItem {
  readonly id: number
  readonly type: string
  /** English name, in the library's spelling. */
  readonly name: string
  readonly collectionName: string | undefined
  readonly base: boolean
  readonly altName: string | undefined
  readonly category: string | undefined
  readonly collection: string | undefined
  readonly containerType: number | undefined
  readonly contents: readonly number[]
  readonly specials: readonly number[]
  readonly def: number | undefined
  readonly index: number | undefined
  /** SHA-256 of the picture, hexadecimal; empty if there is none. */
  readonly image: string
  /** `#rrggbb`. */
  readonly rarity: string
  readonly teams: number | undefined
  readonly tint: number | undefined
  /** Set for slabs, which wrap a sticker. */
  readonly stickerId: number | undefined
  readonly wearMin: number | undefined
  readonly wearMax: number | undefined
}

const library = 'node_modules/@ianlucas/cs2-lib/dist'

/** Returns all items; `folder` is the library's installation. Throws if a record has an unknown form. */
export async function readLibrary(folder: string): Promise<LibraryItem[]> {
  const load = (file: string) => import(pathToFileURL(join(folder, library, file)).href)
  const [{ CS2_ITEMS: items }, { english }]: [{ CS2_ITEMS: unknown }, { english: unknown }] = await Promise.all([
    load('items.mjs'),
    load('translations/english.mjs'),
  ])
  if (!Array.isArray(items)) throw new Error('the library has no list of items')
  return items.map((item: unknown) => {
    const of = reading(item)
    const id = of.number('id')
    if (id === undefined) throw new Error('an item has no id')
    return read(id, of, reading(reading(english).value(String(id))))
  })
}

function read(id: number, of: Reading, translations: Reading): LibraryItem {
  const image = of.text('image') ?? ''
  const [, hash = ''] = /^\/images\/([0-9a-f]{64})\.webp$/.exec(image) ?? []
  if (image !== '' && hash === '') throw new Error(`item ${id}: the picture ${image} is not named by a hash`)
  return {
    id,
    type: of.text('type') ?? '',
    name: translations.text('name') ?? '',
    collectionName: translations.text('collectionName'),
    base: of.value('base') === true,
    altName: of.text('altName'),
    category: of.text('category'),
    collection: of.text('collection'),
    containerType: of.number('containerType'),
    contents: of.numbers('contents'),
    specials: of.numbers('specials'),
    def: of.number('def'),
    index: of.number('index'),
    image: hash,
    rarity: of.text('rarity') ?? '',
    teams: of.number('teams'),
    tint: of.number('tint'),
    stickerId: of.number('stickerId'),
    wearMin: of.number('wearMin'),
    wearMax: of.number('wearMax'),
  }
}

interface Reading {
  value(name: string): unknown
  text(name: string): string | undefined
  number(name: string): number | undefined
  numbers(name: string): number[]
}

/** Typed reading of a record of unknown shape. */
function reading(record: unknown): Reading {
  const members = new Map(typeof record === 'object' && record !== null ? Object.entries(record) : [])
  const value = (name: string): unknown => members.get(name)
  const typed = <T>(name: string, is: (value: unknown) => value is T): T | undefined => {
    const read = value(name)
    if (read === undefined || is(read)) return read
    throw new Error(`${name} is ${JSON.stringify(read)}`)
  }
  const isNumber = (value: unknown): value is number => typeof value === 'number'
  const isNumbers = (value: unknown): value is number[] => Array.isArray(value) && value.every(isNumber)
  return {
    value,
    text: (name) => typed(name, (value): value is string => typeof value === 'string'),
    number: (name) => typed(name, isNumber),
    numbers: (name) => typed(name, isNumbers) ?? [],
  }
}
