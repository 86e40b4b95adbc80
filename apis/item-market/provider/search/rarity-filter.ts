// The values of `rarity`: the name in any casing, with or without `Grade`, or the game's number.
import { keyOf } from '../catalogue/name-form.ts'
import type { Skin } from '../catalogue/records.ts'

/** Returns a predicate for skins of a rarity; undefined if no skin has it. */
type RarityFilter = (word: string) => ((skin: Skin) => boolean) | undefined

export function createRarityFilter(skins: readonly Skin[]): RarityFilter {
  let byKey: ReadonlyMap<string, ReadonlySet<string>> | undefined
  return (word) => {
    byKey ??= raritiesByKey(skins)
    const names = byKey.get(keyOf(word))
    return names && (({ rarity }) => names.has(rarity.name))
  }
}

/** Returns names of rarities by their aliases; red has one number and two names. */
function raritiesByKey(skins: readonly Skin[]): Map<string, Set<string>> {
  const byKey = new Map<string, Set<string>>()
  for (const { id, name } of new Set(skins.map(({ rarity }) => rarity))) {
    const key = keyOf(name)
    for (const word of [key, key.replace(/grade$/, ''), String(id)]) {
      const names = byKey.get(word) ?? new Set()
      byKey.set(word, names.add(name))
    }
  }
  return byKey
}
