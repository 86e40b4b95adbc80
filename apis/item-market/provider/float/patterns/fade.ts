// The exact fade percentage of an item: the position of its finish is scored and compared with all other paint seeds
// (SOURCES 2.2).
import { uniformStream } from './pattern-position.ts'

export type FadeFamily = 'fade' | 'amber_fade' | 'acid_fade'
export interface FadeScore {
  /** 80 for the worst seed to 100 for the best. */
  readonly percentage: number
  /** 1 for the seed with the most fade; seeds with equal percentages share a rank. */
  readonly rank: number
}
type Range = readonly [low: number, high: number]
/** Placement of a finish, and whether a higher score means more fade. */
interface Placement {
  readonly x: Range
  readonly y: Range
  readonly rotation: Range
  readonly reversed: boolean
}

/** Crafted items can have seed 1000; those of dropped items end at 999. */
export const seedLimit = 1000

const usual = { x: [-0.7, -0.7], y: [-0.7, -0.7], rotation: [-55, -65] } as const
const forward: Placement = { ...usual, reversed: false }
const backward: Placement = { ...usual, reversed: true }
const special: Readonly<Record<string, Placement>> = {
  'fade MP7': { x: [-0.9, -0.3], y: [-0.7, -0.5], rotation: [-55, -65], reversed: true },
  'fade M4A1-S': { x: [-0.14, 0.05], y: [0, 0], rotation: [-45, -45], reversed: false },
  'acid_fade SSG 08': { x: [-2.4, -2.1], y: [0, 0], rotation: [-55, -65], reversed: true },
  'fade AWP': backward,
  'fade Karambit': backward,
  'fade Talon Knife': backward,
}
const knives = [
  'Bayonet',
  'Bowie Knife',
  'Butterfly Knife',
  'Classic Knife',
  'Falchion Knife',
  'Flip Knife',
  'Gut Knife',
  'Huntsman Knife',
  'Karambit',
  'Kukri Knife',
  'M9 Bayonet',
  'Navaja Knife',
  'Nomad Knife',
  'Paracord Knife',
  'Shadow Daggers',
  'Skeleton Knife',
  'Stiletto Knife',
  'Survival Knife',
  'Talon Knife',
  'Ursus Knife',
]
const weapons: Readonly<Record<FadeFamily, readonly string[]>> = {
  fade: ['AWP', 'Glock-18', 'M4A1-S', 'MAC-10', 'MP7', 'R8 Revolver', 'UMP-45', ...knives],
  amber_fade: ['AUG', 'Galil AR', 'MAC-10', 'P2000', 'R8 Revolver', 'Sawed-Off'],
  acid_fade: ['SSG 08'],
}

interface FadeTable {
  readonly percentages: readonly number[]
  /** The percentages in descending order. */
  readonly ranked: readonly number[]
}
/** At most one table per weapon, computed once in about two milliseconds. */
const tables = new Map<string, FadeTable>()

/**
 * Returns the fade of a weapon with a paint seed; undefined for a weapon without fades (gloves, for example) and for an
 * impossible seed.
 */
export function fadeOf(family: FadeFamily, weapon: string, seed: number): FadeScore | undefined {
  if (!weapons[family].includes(weapon)) return undefined
  return scoreOf(special[`${family} ${weapon}`] ?? forward, `${family} ${weapon}`, seed)
}

/** Returns the fade of a Karambit, on which the classes of Marble Fade are based (SOURCES 2.3). */
export function karambitFade(seed: number): FadeScore | undefined {
  return scoreOf(backward, 'fade Karambit', seed)
}

/** Returns the weapons with fades of a family. */
export function fadeWeapons(family: FadeFamily): readonly string[] {
  return weapons[family]
}

function scoreOf(placement: Placement, key: string, seed: number): FadeScore | undefined {
  const table = tables.get(key) ?? tableOf(placement)
  tables.set(key, table)
  const percentage = table.percentages[seed]
  if (percentage === undefined) return undefined
  return { percentage, rank: 1 + table.ranked.findIndex((other) => other <= percentage) }
}

function tableOf(placement: Placement): FadeTable {
  const scores = Array.from({ length: seedLimit + 1 }, (_, seed) => rawScore(placement, seed))
  const low = Math.min(...scores)
  const high = Math.max(...scores)
  const [best, worst] = placement.reversed ? [low, high] : [high, low]
  const percentages = scores.map((raw) => 80 + 20 * ((worst - raw) / (worst - best)))
  return { percentages, ranked: percentages.toSorted((a, b) => b - a) }
}

function rawScore({ x, y, rotation }: Placement, seed: number): number {
  const stream = uniformStream(seed)
  const drawnX = stream.between(...x)
  stream.between(...y)
  const drawnRotation = stream.between(...rotation)
  if (x[0] === x[1]) return drawnRotation
  return rotation[0] === rotation[1] ? drawnX : drawnRotation * drawnX
}
