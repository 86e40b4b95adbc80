// The values of `type`: categories, kinds of guns, and weapons by name.
import { keyOf } from '../catalogue/name-form.ts'
import type { Skin } from '../catalogue/records.ts'

type IsOfType = (skin: Skin) => boolean

const ofType =
  (type: Skin['type']): IsOfType =>
  (skin) =>
    skin.type === type
const ofWeapons =
  (...weapons: readonly string[]): IsOfType =>
  (skin) =>
    weapons.includes(skin.weapon)
const pistol = ofType('Pistol')
const sniper = ofWeapons('AWP', 'SSG 08', 'G3SG1', 'SCAR-20')
const shotgun = ofWeapons('Nova', 'XM1014', 'MAG-7', 'Sawed-Off')
const machineGun = ofWeapons('M249', 'Negev')

const groups: ReadonlyMap<string, IsOfType> = new Map<string, IsOfType>([
  ['rifle', ofType('Rifle')],
  ['pistol', pistol],
  ['secondary', pistol],
  ['smg', ofType('SMG')],
  ['submachinegun', ofType('SMG')],
  ['heavy', ofType('Heavy')],
  ['knife', ofType('Knife')],
  ['knive', ofType('Knife')], // `knives` without its s
  ['melee', ofType('Knife')],
  ['glove', ofType('Gloves')],
  ['equipment', ofType('Equipment')],
  ['sniper', sniper],
  ['sniperrifle', sniper],
  ['shotgun', shotgun],
  ['machinegun', machineGun],
])

/** Returns a predicate for skins of a `type`, in singular or plural and any casing; undefined for an unknown one. */
type TypeFilter = (word: string) => IsOfType | undefined

export function createTypeFilter(skins: readonly Skin[]): TypeFilter {
  /** Weapons by the letters and digits of their names. */
  let weapons: ReadonlyMap<string, string> | undefined
  return (word) => {
    const key = keyOf(word)
    const group = groups.get(key) ?? groups.get(key.replace(/s$/, ''))
    if (group) return group
    weapons ??= new Map(skins.map(({ weapon }) => [keyOf(weapon), weapon]))
    const selected = weapons.get(key)
    return selected === undefined ? undefined : ({ weapon }) => weapon === selected
  }
}
