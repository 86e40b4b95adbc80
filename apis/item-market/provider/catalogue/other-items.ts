// Look-up of everything that is not a skin; read from the snapshot when it is first asked for.
import { keyOf, wholeKey } from './name-form.ts'
import { createNameTable } from './name-table.ts'
import type { Catalogue, Thing, ThingKind } from './records.ts'
import { readOthers } from './snapshot.ts'

type Things = Pick<
  Catalogue,
  'things' | 'sticker' | 'charm' | 'patch' | 'graffiti' | 'musicKit' | 'other' | 'thingByName'
>
interface LookUp {
  readonly all: readonly Thing[]
  readonly byNumber: ReadonlyMap<ThingKind, ReadonlyMap<number, Thing>>
  readonly byDef: ReadonlyMap<number, Thing>
  byName(name: string): Thing | undefined
}

export function createThings(containers: readonly Thing[]): Things {
  let kept: LookUp | undefined
  let keptKeys: NamedThings | undefined
  const read = () => {
    kept ??= lookUp([...readOthers(), ...containers])
    return kept
  }
  const byKey = () => {
    keptKeys ??= namedThings(read().all, (thing) => keyOf(thing.name))
    return keptKeys
  }
  const numbered = (kind: ThingKind) => (id: number) => read().byNumber.get(kind)?.get(numberOf(id, undefined))
  const graffiti = numbered('graffiti')
  return {
    get things() {
      return read().all
    },
    sticker: numbered('sticker'),
    charm: numbered('charm'),
    patch: numbered('patch'),
    musicKit: numbered('music kit'),
    graffiti: (id, tint) => read().byNumber.get('graffiti')?.get(numberOf(id, tint)) ?? graffiti(id),
    other: (defIndex) => read().byDef.get(defIndex),
    thingByName(name) {
      const exact = read().byName(name)
      if (exact) return exact
      const key = wholeKey(name)
      return (
        byKey()(key) ?? byKey()(key.replace(/^stickerslab/, 'sticker').replace(/^stattrak(?:tm)?musickit/, 'musickit'))
      )
    },
  }
}

function lookUp(all: readonly Thing[]): LookUp {
  const byNumber = new Map<ThingKind, Map<number, Thing>>()
  for (const thing of all) {
    const ofKind = byNumber.get(thing.kind) ?? new Map<number, Thing>()
    byNumber.set(thing.kind, ofKind.set(numberOf(thing.index, thing.tint), thing))
  }
  const ofOwnDef = all.filter(({ index }) => index === 0)
  return {
    all,
    byNumber,
    byDef: new Map(ofOwnDef.map((thing) => [thing.defIndex, thing])),
    byName: namedThings(all, (thing) => thing.name),
  }
}

/** Above all numbers of colours, so that two numbers make one key; a colour beyond it is none. */
const tintLimit = 63
function numberOf(id: number, tint: number | undefined): number {
  return id * (tintLimit + 1) + (tint === undefined || tint < 0 || tint >= tintLimit ? 0 : tint + 1)
}

type NamedThings = (name: string) => Thing | undefined
/** Medals of several levels share a name: the first stands for all. */
function namedThings(things: readonly Thing[], nameOf: (thing: Thing) => string): NamedThings {
  const table = createNameTable(things.length, (place) => {
    const thing = things[place]
    return thing === undefined ? '' : nameOf(thing)
  })
  return (name) => things[table.placeOf(name) ?? -1]
}
