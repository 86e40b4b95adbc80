// Look-up of everything that is not a skin; read from the snapshot when it is first asked for.
import { keyOf, wholeKey } from './name-form.ts'
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
  readonly byName: ReadonlyMap<string, Thing>
}

export function createThings(containers: readonly Thing[]): Things {
  let kept: LookUp | undefined
  let keptKeys: ReadonlyMap<string, Thing> | undefined
  const read = () => {
    kept ??= lookUp([...readOthers(), ...containers])
    return kept
  }
  const byKey = () => {
    keptKeys ??= firstOf(read().all, (thing) => keyOf(thing.name))
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
      const exact = read().byName.get(name)
      if (exact) return exact
      const key = wholeKey(name)
      return (
        byKey().get(key) ?? byKey().get(key.replace(/^stickerslab/, 'sticker').replace(/^stattrakmusickit/, 'musickit'))
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
    byName: firstOf(all, (thing) => thing.name),
  }
}

/** Above all numbers of colours, so that two numbers make one key; a colour beyond it is none. */
const tintLimit = 63
function numberOf(id: number, tint: number | undefined): number {
  return id * (tintLimit + 1) + (tint === undefined || tint < 0 || tint >= tintLimit ? 0 : tint + 1)
}

/** Medals of several levels share a name: the first stands for all. */
function firstOf(things: readonly Thing[], key: (thing: Thing) => string): Map<string, Thing> {
  const first = new Map<string, Thing>()
  for (const thing of things) {
    const name = key(thing)
    if (!first.has(name)) first.set(name, thing)
  }
  return first
}
