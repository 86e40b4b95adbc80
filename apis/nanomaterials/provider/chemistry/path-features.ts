// Features of a pattern that every molecule containing it shares: counts of atoms, paths of up to eight atoms, and
// rings of that size, each by elements alone and by elements with aromaticity; and traits of atoms, with and without
// their elements. As a screen they distinguish cases that fingerprints of small fragments do not, such as the ends of a
// long chain or an atom in four rings.
import { present } from '#define/present'
import { traitCount } from './atom-traits.ts'
import type { Alternative, Outline } from './outline.ts'

/** Number of bits for paths, rings and counts. */
const pathBits = 2048
/**
 * Number of bits for traits, after those of the paths; each trait has its own bit, and traits with elements share the
 * rest.
 */
const traitBits = 512
export const featureBits = pathBits + traitBits
const longestPath = 8
/** The limit of steps over all paths, which only cages of many bonds exceed. */
const mostSteps = 300_000
/** Atom counts that have a feature. */
const counted = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64]

/** Names an atom in a feature; undefined if a pattern leaves it open. */
type Naming = (atom: Outline['atoms'][number]) => number | undefined

const namings: readonly Naming[] = [
  ({ element }) => element,
  ({ element, isAromatic }) =>
    element === undefined || isAromatic === undefined ? undefined : 256 + element * 2 + Number(isAromatic),
]

/** Returns features as numbers below `featureBits`, ascending; undefined if there are too many paths. */
export function featuresOf(outline: Outline): number[] | undefined {
  const flags = new Uint8Array(featureBits)
  for (const naming of namings) {
    const names = outline.atoms.map(naming)
    addCounts(names, flags)
    if (!addPaths(outline, names, flags)) return undefined
  }
  addTraits(outline, flags)
  const features: number[] = []
  for (let bit = 0; bit < featureBits; bit++) if (flags[bit] === 1) features.push(bit)
  return features
}

function addCounts(names: readonly (number | undefined)[], flags: Uint8Array): void {
  const counts = new Map<number, number>()
  for (const name of names) if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
  for (const [name, count] of counts) for (const step of counted) if (count >= step) flags[countBit(name, step)] = 1
}

/** Returns the features of each alternative of each choice in a pattern's atoms. */
export function choicesOf({ atoms }: Outline): number[][][] {
  return atoms.flatMap(({ choices = [] }) => choices.map((alternatives) => alternatives.map(featuresOfAlternative)))
}

function featuresOfAlternative({ element, traits }: Alternative): number[] {
  const atom = { element, isAromatic: undefined, traits }
  return featuresOf({ atoms: [atom], neighbours: [[]] }) ?? []
}

function countBit(name: number, count: number): number {
  return bitOf(mixed(name, 2 + count))
}

function addTraits({ atoms }: Outline, flags: Uint8Array): void {
  for (const atom of atoms) for (const bit of traitFeatures(atom)) flags[bit] = 1
}

function traitFeatures({ element, traits }: Alternative): number[] {
  return traits.flatMap((trait) => {
    const alone = pathBits + trait
    if (element === undefined) return [alone]
    const spread = mixed(element * traitCount + trait, 2) >>> 0
    return [alone, pathBits + traitCount + (spread % (traitBits - traitCount))]
  })
}

const factor = 0x01000193

/** Adds the paths; returns false if it gave up. */
function addPaths({ neighbours }: Outline, names: readonly (number | undefined)[], flags: Uint8Array): boolean {
  const isBlocked = Uint8Array.from(names, (name) => (name === undefined ? 1 : 0))
  const onPath = Int32Array.from(names, (name) => mixed(name ?? 0, 0))
  const inRing = Int32Array.from(names, (name) => mixed(name ?? 0, 1))
  let left = mostSteps
  let first = 0
  // a path is walked from both ends, so its hash is the lesser of the two directions'
  function walk(atom: number, length: number, along: number, back: number, power: number, sum: number): void {
    const mix = present(onPath[atom])
    const forth = (Math.imul(along, factor) + mix) | 0
    const reverse = (back + Math.imul(mix, power)) | 0
    const total = (sum + present(inRing[atom])) | 0
    flags[bitOf(Math.min(forth, reverse))] = 1
    isBlocked[atom] = 1
    for (const next of present(neighbours[atom])) {
      if (next === first && length > 2) flags[bitOf(total ^ length)] = 1
      if (length === longestPath || isBlocked[next] === 1) continue
      if (--left < 0) break
      walk(next, length + 1, forth, reverse, Math.imul(power, factor), total)
    }
    isBlocked[atom] = 0
  }
  for (const [atom, name] of names.entries()) {
    if (name === undefined) continue
    first = atom
    walk(atom, 1, 0, 0, 1, 0)
    if (left < 0) return false
  }
  return true
}

/** Spreads a number over 32 bits, differently for each salt (the finaliser of MurmurHash3). */
function mixed(value: number, salt: number): number {
  let hash = Math.imul(value + Math.imul(salt, 0x9e3779b1), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) | 0
}

function bitOf(hash: number): number {
  let spread = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  spread = Math.imul(spread ^ (spread >>> 13), 0xc2b2ae35)
  return (spread ^ (spread >>> 16)) & (pathBits - 1)
}
