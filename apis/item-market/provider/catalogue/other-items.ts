// Lookups of all items but skins, read from the snapshot on first use.
import { keyOf, wholeKey } from './name-form.ts'
import { createNameTable } from './name-table.ts'
import type { Catalogue, OtherItem, OtherItemKind } from './records.ts'
import { readOthers } from './snapshot.ts'

type OtherItems = Pick<
  Catalogue,
  'otherItems' | 'sticker' | 'charm' | 'patch' | 'graffiti' | 'musicKit' | 'other' | 'otherItemByName'
>
interface LookUps {
  readonly all: readonly OtherItem[]
  readonly byNumber: ReadonlyMap<OtherItemKind, ReadonlyMap<number, OtherItem>>
  readonly byDef: ReadonlyMap<number, OtherItem>
  byName(name: string): OtherItem | undefined
}

export function createOtherItems(containers: readonly OtherItem[]): OtherItems {
  let lookUps: LookUps | undefined
  let keys: NameLookUp | undefined
  const read = () => {
    lookUps ??= createLookUps([...readOthers(), ...containers])
    return lookUps
  }
  const byKey = () => {
    keys ??= createNameLookUp(read().all, (otherItem) => keyOf(otherItem.name))
    return keys
  }
  const numbered = (kind: OtherItemKind) => (id: number) => read().byNumber.get(kind)?.get(numberOf(id, undefined))
  const graffiti = numbered('graffiti')
  return {
    get otherItems() {
      return read().all
    },
    sticker: numbered('sticker'),
    charm: numbered('charm'),
    patch: numbered('patch'),
    musicKit: numbered('music kit'),
    graffiti: (id, tint) => read().byNumber.get('graffiti')?.get(numberOf(id, tint)) ?? graffiti(id),
    other: (defIndex) => read().byDef.get(defIndex),
    otherItemByName(name) {
      const exact = read().byName(name)
      if (exact) return exact
      const key = wholeKey(name)
      return (
        byKey()(key) ?? byKey()(key.replace(/^stickerslab/, 'sticker').replace(/^stattrak(?:tm)?musickit/, 'musickit'))
      )
    },
  }
}

function createLookUps(all: readonly OtherItem[]): LookUps {
  const byNumber = new Map<OtherItemKind, Map<number, OtherItem>>()
  for (const otherItem of all) {
    const ofKind = byNumber.get(otherItem.kind) ?? new Map<number, OtherItem>()
    byNumber.set(otherItem.kind, ofKind.set(numberOf(otherItem.index, otherItem.tint), otherItem))
  }
  const ofOwnDef = all.filter(({ index }) => index === 0)
  return {
    all,
    byNumber,
    byDef: new Map(ofOwnDef.map((otherItem) => [otherItem.defIndex, otherItem])),
    byName: createNameLookUp(all, (otherItem) => otherItem.name),
  }
}

/** Bound above every colour number, so that two numbers make one key. Larger numbers are not colours. */
const tintLimit = 63
function numberOf(id: number, tint: number | undefined): number {
  return id * (tintLimit + 1) + (tint === undefined || tint < 0 || tint >= tintLimit ? 0 : tint + 1)
}

type NameLookUp = (name: string) => OtherItem | undefined
/** Creates a lookup by name. Medals of several levels share a name: the first one wins. */
function createNameLookUp(otherItems: readonly OtherItem[], nameOf: (otherItem: OtherItem) => string): NameLookUp {
  const table = createNameTable(otherItems.length, (index) => {
    const otherItem = otherItems[index]
    return otherItem === undefined ? '' : nameOf(otherItem)
  })
  return (name) => otherItems[table.indexOf(name) ?? -1]
}
