// All data for responses, in memory: the tables of records, the tree of programmes, and reverse references. It is
// immutable; a change of the data creates a new one.
import { present } from '#define/present'
import type {
  Format,
  GenreGroup,
  Group,
  Image,
  Item,
  MasterBrand,
  Partner,
  Person,
  PlayEvent,
  Programme,
  Promotion,
  RecordKind,
  RecordTypes,
  Service,
  Version,
} from '../records.ts'
import { type AvailabilityColumns, availabilityColumns } from './availabilities.ts'
import type { BroadcastColumns } from './broadcasts.ts'
import { createOrders, type Orders } from './orders.ts'
import { createProgrammeColumns, type ProgrammeColumns } from './programme-columns.ts'
import { createTable, synopsisText, type Table } from './table.ts'
import { createTree, type Tree } from './tree.ts'

export type RecordSets = { readonly [K in RecordKind]: readonly RecordTypes[K][] }

/** An occurrence of an item in a version. */
export interface Play {
  /** Index of the version. */
  readonly version: number
  readonly event: PlayEvent
}
export interface Catalogue {
  readonly isSample: boolean
  readonly programmes: Table<Programme>
  readonly versions: Table<Version>
  readonly groups: Table<Group>
  readonly images: Table<Image>
  readonly items: Table<Item>
  readonly people: Table<Person>
  readonly masterBrands: Table<MasterBrand>
  readonly services: Table<Service>
  readonly promotions: Table<Promotion>
  readonly genreGroups: Table<GenreGroup>
  readonly formats: Table<Format>
  readonly partners: Table<Partner>
  readonly broadcasts: BroadcastColumns
  readonly availabilities: AvailabilityColumns
  /** Columns that filter programmes. */
  readonly columns: ProgrammeColumns
  readonly tree: Tree
  readonly orders: Orders
  /** Returns the indexes of the versions of a programme. */
  versionsOf(programme: number): readonly number[]
  /** Returns the index of the programme of a version, or -1. */
  programmeOf(version: number): number
  /** Returns the plays of an item. */
  playsOf(item: string): readonly Play[]
  /** Pids of the programmes and groups with an image, or with an alternate one. */
  readonly imageOwners: ReadonlyMap<string, { readonly image?: string; readonly alternates: readonly string[] }>
}

/** The tables without broadcasts, which are added once their programmes can be looked up. */
type Tables = Omit<Catalogue, 'broadcasts'>

const named = ({ name }: { name?: string | undefined }) => ({ title: name })
const described = (row: Pick<Programme, 'title' | 'synopses'>) => ({
  title: row.title,
  synopsis: synopsisText(row.synopses),
})
const byPid = { idOf: ({ pid }: { pid: string }) => pid, textOf: described }
const byId = { idOf: ({ id }: { id: string }) => id, textOf: () => ({}) }

export function createTables(sets: RecordSets, isSample: boolean): Tables {
  const programmes = createTable(sets.programme, byPid)
  const versions = createTable(sets.version, { idOf: ({ pid }) => pid, textOf: () => ({}) })
  const groups = createTable(sets.group, byPid)
  const programmeOf = Int32Array.from(versions.rows, (version) => programmes.indexOf(version.of))
  const versionLists = new Map<number, number[]>()
  const plays = new Map<string, Play[]>()
  for (const [index, version] of versions.rows.entries()) {
    push(versionLists, present(programmeOf[index]), index)
    for (const event of version.playEvents ?? []) push(plays, event.item, { version: index, event })
  }
  const versionsOf = (programme: number) => versionLists.get(programme) ?? []
  const tree = createTree(programmes)
  return {
    isSample,
    programmes,
    versions,
    groups,
    images: createTable(sets.image, byPid),
    items: createTable(sets.item, byPid),
    people: createTable(sets.person, { idOf: ({ pid }) => pid, textOf: (person) => ({ title: nameOf(person) }) }),
    masterBrands: createTable(sets.master_brand, {
      idOf: ({ mid }) => mid,
      textOf: (brand) => ({
        title: `${brand.name ?? ''} ${brand.title ?? ''}`,
        synopsis: synopsisText(brand.synopses),
      }),
    }),
    services: createTable(sets.service, {
      idOf: ({ sid }) => sid,
      textOf: ({ name, description }) => ({ title: name, synopsis: description }),
    }),
    promotions: createTable(sets.promotion, byPid),
    genreGroups: createTable(sets.genre_group, byId),
    formats: createTable(sets.format, byId),
    partners: createTable(sets.partner, {
      idOf: ({ pid }) => pid,
      textOf: (partner) => ({ ...named(partner), synopsis: partner.description }),
    }),
    availabilities: availabilityColumns(versions),
    columns: createProgrammeColumns({ programmes, versions, versionsOf }),
    tree,
    orders: createOrders({ programmes, versions, tree, versionsOf }),
    versionsOf,
    programmeOf: (version) => (version < 0 ? -1 : present(programmeOf[version])),
    playsOf: (item) => plays.get(item) ?? [],
    imageOwners: new Map(
      [...programmes.rows, ...groups.rows, ...sets.item].map((row) => [
        row.pid,
        {
          ...(row.image === undefined ? {} : { image: row.image }),
          alternates: 'alternateImages' in row ? (row.alternateImages ?? []) : [],
        },
      ]),
    ),
  }
}

function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

/** Returns the full name of a person. */
export function nameOf({ presentation, given = '', family = '' }: Person): string {
  return presentation ?? `${given} ${family}`.trim()
}
