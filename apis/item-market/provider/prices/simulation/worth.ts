// The worth of an item in the simulated market before the influence of time and marketplace: an invented number that
// ranks items plausibly, by rarity, wear, StatTrak, weapon and finish. It uses no price of any marketplace.
import type { Item, OtherItem } from '../../catalogue/records.ts'
import { unitsPerDollar } from '../../money.ts'
import { bell, drawn, seedOf } from './noise.ts'

/** Dollars of a field-tested finish of an ordinary weapon, by rarity number. */
const byRarity: readonly number[] = [0.03, 0.06, 0.16, 0.55, 2.4, 9.5, 40, 1500]
const byWeapon: Readonly<Record<string, number>> = {
  'AK-47': 2.2,
  AWP: 2.4,
  'M4A1-S': 2,
  M4A4: 1.7,
  'Desert Eagle': 1.5,
  'USP-S': 1.6,
  'Glock-18': 1.4,
  'Butterfly Knife': 4.6,
  Karambit: 3.6,
  'M9 Bayonet': 3,
  'Talon Knife': 2.8,
  'Skeleton Knife': 2.6,
  Bayonet: 1.9,
  'Stiletto Knife': 1.8,
  'Nomad Knife': 1.7,
  'Flip Knife': 1.3,
  'Navaja Knife': 0.6,
  'Gut Knife': 0.65,
  'Shadow Daggers': 0.6,
  'Sport Gloves': 2.4,
  'Specialist Gloves': 1.5,
  'Hydra Gloves': 0.5,
}
const starBase = 75
/** Factor of each wear relative to field-tested: guns, knives, gloves. */
const byWear: Readonly<Record<string, readonly [number, number, number]>> = {
  'Factory New': [2.1, 1.35, 5],
  'Minimal Wear': [1.35, 1.14, 2.2],
  'Field-Tested': [1, 1, 1],
  'Well-Worn': [0.9, 0.95, 0.8],
  'Battle-Scarred': [0.82, 0.9, 0.65],
}
const byFinish: readonly (readonly [RegExp, number])[] = [
  [/Gamma Doppler|Emerald/, 2.6],
  [/Doppler|Fade|Crimson Web|Tiger Tooth/, 2.1],
  [/Slaughter|Lore|Autotronic|Case Hardened/, 1.5],
  [/Safari Mesh|Boreal Forest|Forest DDPAT|Urban Masked|Scorched|Rust Coat/, 0.6],
]
const byKind: Readonly<Record<OtherItem['kind'], number>> = {
  sticker: 0.5,
  charm: 0.8,
  patch: 0.4,
  graffiti: 0.05,
  'music kit': 2.2,
  agent: 1.2,
  collectible: 1.6,
  container: 1.1,
  key: 2.5,
  tool: 1.5,
}
/** The minimum on the primary marketplace. */
const leastDollars = 0.03

/** Returns a factor of a table; 1 if the table omits it. */
function factorOf(factor: number | undefined): number {
  return factor === undefined ? 1 : factor
}

/** Returns the units of an item of the catalogue. */
export function worthOfItem({ skin, wear, stattrak, souvenir }: Item): number {
  // all names of a skin share one seed, so that wears and StatTrak follow each other
  const seed = seedOf(skin.name)
  const spread = skin.type === 'Gloves' ? 0.8 : skin.star ? 0.35 : 0.75
  let dollars = skin.star ? starBase : factorOf(byRarity[skin.rarity.id])
  dollars *= factorOf(byWeapon[skin.weapon]) * finishFactor(skin.finish) * Math.exp(spread * bell(seed))
  const [gun, knife, gloves] = byWear[wear ?? ''] ?? [1, 1, 1]
  const factor = skin.type === 'Gloves' ? gloves : skin.star ? knife : gun
  dollars *= factor ** (0.6 + drawn(seed, 11))
  if (stattrak) dollars *= skin.star ? 1.1 + 0.25 * drawn(seed, 12) : 1.6 + 1.6 * drawn(seed, 12)
  if (souvenir) dollars *= Math.exp(0.4 + 0.7 * bell(seed ^ 13))
  return unitsOf(dollars)
}

/** Returns units of any other item of the catalogue. */
export function worthOfOtherItem({ kind, name, rarity }: OtherItem): number {
  const seed = seedOf(name)
  let dollars = byKind[kind] * 3.2 ** Math.max(0, rarity.id - 3) * Math.exp(0.9 * bell(seed))
  if (kind === 'sticker' && name.endsWith('Katowice 2014')) dollars *= 120
  return unitsOf(dollars)
}

/** Returns units of an item known only by name. */
export function worthOfName(name: string): number {
  return unitsOf(2 * Math.exp(1.3 * bell(seedOf(name))))
}

function finishFactor(finish: string): number {
  for (const [form, factor] of byFinish) if (form.test(finish)) return factor
  return 1
}

function unitsOf(dollars: number): number {
  return Math.round(Math.max(leastDollars, dollars) * unitsPerDollar)
}
