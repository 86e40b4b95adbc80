// The words that `rarity` takes: the name in any casing, with or without `Grade`, or the game's number.
import { keyOf } from '../catalogue/name-form.ts'
import type { Skin } from '../catalogue/records.ts'

const known = new WeakMap<readonly Skin[], ReadonlyMap<string, ReadonlySet<string>>>()
/** Names of rarities by what they may be called; red has one number and two names. */
function raritiesByKey(skins: readonly Skin[]): ReadonlyMap<string, ReadonlySet<string>> {
  const kept = known.get(skins)
  if (kept) return kept
  const byKey = new Map<string, Set<string>>()
  for (const { id, name } of new Set(skins.map(({ rarity }) => rarity))) {
    const key = keyOf(name)
    for (const word of [key, key.replace(/grade$/, ''), String(id)]) {
      const names = byKey.get(word) ?? new Set()
      byKey.set(word, names.add(name))
    }
  }
  known.set(skins, byKey)
  return byKey
}

/** Which skins a rarity means; undefined when no skin has it. */
export function rarityFilter(word: string, skins: readonly Skin[]): ((skin: Skin) => boolean) | undefined {
  const names = raritiesByKey(skins).get(keyOf(word))
  return names && (({ rarity }) => names.has(rarity.name))
}
