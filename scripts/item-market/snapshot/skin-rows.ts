// The skins, the qualities in which they are sold, and their containers (rules: SOURCES 3.1).
import type { LibraryItem } from './library.ts'

/** A name without wear and quality; several items of the library if phases share it. */
export interface SkinRow {
  readonly name: string
  readonly items: readonly LibraryItem[]
  readonly stattrak: boolean
  readonly souvenir: boolean
  /** Containers by def index, in order of release; true for rare special items. */
  readonly containers: ReadonlyMap<number, boolean>
}

const weaponCase = 0
const souvenirPackage = 3
/** Containers sold like a case whose skins are souvenirs or plain. */
const notCases = new Set(['Container | Anubis Collection Package'])
/** Skins from a case that have no collection in the library. */
const stattrakByHand = new Set(['M4A4 | Howl'])
/** The only container whose gloves the library does not list. */
const gloveTerminal = 'Container | Sealed Dead Hand Terminal'
/** Knives from the same cases, of which the library lists only one. */
const listedAs = { missing: 'M9 Bayonet', present: 'Bayonet' }

/** Returns skins by name, in the library's order. */
export function skinRows(items: readonly LibraryItem[]): SkinRow[] {
  const byName = groupByName(items.filter(isSkin))
  const containers = items.filter((item) => item.type === 'case')
  const cases = containers.filter((item) => item.containerType === weaponCase && !notCases.has(item.name))
  const inCase = new Set(cases.flatMap((item) => item.contents))
  const ofCase = new Set(cases.map((item) => item.collection))
  const inPackage = new Set(
    containers.filter((item) => item.containerType === souvenirPackage).flatMap((item) => item.contents),
  )
  const containersOf = containersByName(byName, containers)
  return [...byName].map(([name, same]) => {
    const any = (is: (item: LibraryItem) => boolean) => same.some(is)
    return {
      name,
      items: same,
      stattrak:
        stattrakByHand.has(name) ||
        any((item) => item.type === 'melee') ||
        any((item) => item.type === 'weapon' && (inCase.has(item.id) || ofCase.has(item.collection ?? ''))),
      souvenir: any((item) => inPackage.has(item.id)),
      containers: containersOf.get(name) ?? new Map(),
    }
  })
}

/** True for painted weapons, knives and gloves, and for knives without paint. */
function isSkin(item: LibraryItem): boolean {
  if (item.type === 'melee') return !item.base || item.index === 0
  return (item.type === 'weapon' || item.type === 'glove') && !item.base
}

function groupByName(skins: readonly LibraryItem[]): Map<string, LibraryItem[]> {
  const byName = new Map<string, LibraryItem[]>()
  for (const skin of skins) {
    const same = byName.get(skin.name)
    if (same) same.push(skin)
    else byName.set(skin.name, [skin])
  }
  return byName
}

type ContainersByName = Map<string, Map<number, boolean>>

/** Groups containers by name, because the library lists only some phases of a finish; then fills the gaps. */
function containersByName(
  byName: ReadonlyMap<string, LibraryItem[]>,
  containers: readonly LibraryItem[],
): ContainersByName {
  const nameOf = new Map([...byName].flatMap(([name, same]) => same.map((item) => [item.id, name] as const)))
  const containersOf: ContainersByName = new Map()
  for (const container of containers) {
    const put = (id: number, special: boolean) => {
      const name = nameOf.get(id)
      if (name === undefined || container.def === undefined) return
      const ids = containersOf.get(name) ?? new Map<number, boolean>()
      containersOf.set(name, ids.set(container.def, special))
    }
    for (const id of container.contents) put(id, false)
    for (const id of container.specials) put(id, true)
  }
  fillIn(containersOf, byName, containers)
  return containersOf
}

/**
 * Fills in knives and gloves without a container in the library: a case that holds a knife holds it in all finishes of
 * that case.
 */
function fillIn(
  containersOf: ContainersByName,
  byName: ReadonlyMap<string, LibraryItem[]>,
  containers: readonly LibraryItem[],
): void {
  const terminal = containers.find((item) => item.name === gloveTerminal)?.def
  const filled: [string, Map<number, boolean>][] = []
  for (const [name, [first]] of byName) {
    if (containersOf.has(name) || first === undefined || first.type === 'weapon') continue
    const ids =
      first.type === 'glove'
        ? new Map(terminal === undefined ? [] : [[terminal, true]])
        : (containersOf.get(name.replace(listedAs.missing, listedAs.present)) ?? whereBoth(name, containersOf))
    filled.push([name, ids])
  }
  for (const [name, ids] of filled) containersOf.set(name, ids)
}

/** Returns containers that hold the knife in another finish, and the finish on another knife. */
function whereBoth(name: string, containersOf: ContainersByName): Map<number, boolean> {
  const [knife = '', finish = ''] = name.split(' | ')
  const holding = (is: (name: string) => boolean) =>
    new Set([...containersOf].filter(([other]) => is(other)).flatMap(([, ids]) => specialsOf(ids)))
  const ofKnife = holding((other) => other.split(' | ')[0] === knife)
  const ofFinish = holding((other) => other.endsWith(` | ${finish}`))
  return new Map([...ofKnife].filter((def) => ofFinish.has(def)).map((def) => [def, true]))
}

const specialsOf = (ids: ReadonlyMap<number, boolean>) => [...ids].filter(([, special]) => special).map(([def]) => def)
