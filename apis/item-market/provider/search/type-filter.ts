// The words that `type` takes: categories, kinds of guns, and weapons by name or by what players call them.
import { keyOf } from '../catalogue/name-form.ts'
import type { Skin } from '../catalogue/records.ts'

type Is = (skin: Skin) => boolean

const ofType =
  (type: Skin['type']): Is =>
  (skin) =>
    skin.type === type
const ofWeapons =
  (...weapons: readonly string[]): Is =>
  (skin) =>
    weapons.includes(skin.weapon)
const pistol = ofType('Pistol')
const sniper = ofWeapons('AWP', 'SSG 08', 'G3SG1', 'SCAR-20')
const shotgun = ofWeapons('Nova', 'XM1014', 'MAG-7', 'Sawed-Off')
const machineGun = ofWeapons('M249', 'Negev')

const groups: ReadonlyMap<string, Is> = new Map<string, Is>([
  ['rifle', ofType('Rifle')],
  ['pistol', pistol],
  ['secondary', pistol],
  ['smg', ofType('SMG')],
  ['submachinegun', ofType('SMG')],
  ['heavy', ofType('Heavy')],
  ['knife', ofType('Knife')],
  ['knive', ofType('Knife')], // what is left of knives without its s
  ['melee', ofType('Knife')],
  ['glove', ofType('Gloves')],
  ['equipment', ofType('Equipment')],
  ['sniper', sniper],
  ['sniperrifle', sniper],
  ['shotgun', shotgun],
  ['machinegun', machineGun],
])

const weapons = new WeakMap<readonly Skin[], ReadonlyMap<string, string>>()
/** Weapons by the letters and digits of their names. */
function weaponsByKey(skins: readonly Skin[]): ReadonlyMap<string, string> {
  const kept = weapons.get(skins) ?? new Map(skins.map(({ weapon }) => [keyOf(weapon), weapon]))
  weapons.set(skins, kept)
  return kept
}

/** Which skins a word of `type` means, in either number and any casing; undefined for a word that means none. */
export function typeFilter(word: string, skins: readonly Skin[]): Is | undefined {
  const key = keyOf(word)
  const group = groups.get(key) ?? groups.get(key.replace(/s$/, ''))
  if (group) return group
  const wanted = weaponsByKey(skins).get(key)
  return wanted === undefined ? undefined : ({ weapon }) => weapon === wanted
}
