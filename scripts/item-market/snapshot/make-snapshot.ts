// Writes the snapshot of the catalogue from the item library: `npm ci`, then `npm run snapshot`, in a copy of this
// folder or here. An argument names another folder that has the library in its node_modules. Only facts are kept:
// names, numbers, hashes of pictures.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type LibraryItem, readLibrary } from './library.ts'
import { type SkinRow, skinRows } from './skin-rows.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const seed = new URL('../../../apis/item-market/seed/', import.meta.url)
const source =
  '# Facts from @ianlucas/cs2-lib 7.33.1 (MIT, Copyright (c) Ian Lucas), made by scripts/item-market/snapshot/make-snapshot.ts.'

/** The game's number of a rarity, by the library's colour. */
const rarities: Readonly<Record<string, number>> = {
  '#ded6cc': 0,
  '#b0c3d9': 1,
  '#5e98d9': 2,
  '#4b69ff': 3,
  '#8847ff': 4,
  '#d32ce6': 5,
  '#eb4b4b': 6,
  '#e4ae39': 7,
}
const teams = ['T', 'CT', 'both'] as const

function rarityOf(item: LibraryItem): number {
  const rarity = rarities[item.rarity]
  if (rarity === undefined) throw new Error(`item ${item.id}: the colour ${item.rarity} is not a rarity`)
  return rarity
}
/** Encodes 32 bytes as 43 characters instead of 64. */
const pictureOf = (item: LibraryItem) => Buffer.from(item.image, 'hex').toString('base64url')

function collectionRows(items: readonly LibraryItem[]): string[] {
  const names = new Map<string, string>()
  for (const { type, collection, collectionName } of items)
    if (type === 'weapon' && collection !== undefined) names.set(collection, collectionName ?? collection)
  return [...names].map(([key, name]) => `${key}\t${name}`).sort()
}

const minOf = (row: SkinRow) => Math.min(...row.items.map((item) => item.wearMin ?? 0))
const maxOf = (row: SkinRow) => Math.max(...row.items.map((item) => item.wearMax ?? 1))

/** Formats def, name, category, team, rarity, collection, float range, qualities, paints, containers. */
function skinLine(row: SkinRow): string {
  const [item] = row.items
  if (item === undefined) throw new Error(`${row.name} has no item`)
  const category = item.type === 'melee' || item.type === 'glove' ? item.type : (item.category ?? '')
  const bare = item.index === 0
  return [
    item.def ?? 0,
    row.name,
    category,
    teams[item.teams ?? 2] ?? 'both',
    rarityOf(item),
    item.collection ?? '',
    bare ? '' : `${minOf(row)}-${maxOf(row)}`,
    `${row.stattrak ? 's' : ''}${row.souvenir ? 'v' : ''}`,
    row.items.map((one) => `${one.index ?? 0}:${one.altName ?? ''}:${pictureOf(one)}`).join(','),
    [...row.containers].map(([def, special]) => `${def}${special ? '*' : ''}`).join(','),
  ].join('\t')
}

interface Kind {
  readonly kind: string
  readonly prefix: string
  /** True if an item is identified by the number of its kind instead of its own def index. */
  readonly numbered: boolean
}
const kinds: Readonly<Record<string, Kind>> = {
  sticker: { kind: 'sticker', prefix: 'Sticker | ', numbered: true },
  keychain: { kind: 'charm', prefix: 'Charm | ', numbered: true },
  patch: { kind: 'patch', prefix: 'Patch | ', numbered: true },
  graffiti: { kind: 'graffiti', prefix: 'Graffiti | ', numbered: true },
  musickit: { kind: 'music kit', prefix: 'Music Kit | ', numbered: true },
  agent: { kind: 'agent', prefix: 'Agent | ', numbered: false },
  collectible: { kind: 'collectible', prefix: 'Collectible | ', numbered: false },
  case: { kind: 'container', prefix: 'Container | ', numbered: false },
  key: { kind: 'key', prefix: 'Key | ', numbered: false },
  tool: { kind: 'tool', prefix: 'Tool | ', numbered: false },
}

/** Returns blocks that begin with the kind: number (with tint), rarity, picture, name without the library's prefix. */
function thingRows(items: readonly LibraryItem[], isIncluded: (type: string) => boolean): string[] {
  return Object.entries(kinds)
    .filter(([type]) => isIncluded(type))
    .flatMap(([type, { kind, prefix, numbered }]) => {
      const rows = items
        .filter((item) => item.type === type && item.stickerId === undefined)
        .map((item) => {
          if (!item.name.startsWith(prefix)) throw new Error(`${item.name} does not begin with ${prefix}`)
          const number = numbered ? `${item.index ?? 0}${item.tint === undefined ? '' : `.${item.tint}`}` : item.def
          return [number, rarityOf(item), pictureOf(item), item.name.slice(prefix.length)].join('\t')
        })
      return [`[${kind}]`, ...rows]
    })
}

function write(file: string, columns: string, rows: readonly string[]): void {
  for (const row of rows) if (/[\n\r]/.test(row)) throw new Error(`${file}: a row has a line break: ${row}`)
  writeFileSync(new URL(file, seed), `${[source, `# ${columns}`, ...rows].join('\n')}\n`)
}

const items = await readLibrary(process.argv[2] ?? here)
const order = new Intl.Collator('en')
const skins = skinRows(items).sort((a, b) => order.compare(a.name, b.name))
write('catalogue-collections.tsv', 'key, name', collectionRows(items))
write(
  'catalogue-skins.tsv',
  'def, name, category, team, rarity, collection, floats, qualities (s StatTrak, v Souvenir), paint:phase:picture, containers (* rare special)',
  skins.map(skinLine),
)
const things = 'number.tint or def, rarity, picture, name'
write(
  'catalogue-containers.tsv',
  things,
  thingRows(items, (type) => type === 'case'),
)
write(
  'catalogue-other-items.tsv',
  things,
  thingRows(items, (type) => type !== 'case'),
)
