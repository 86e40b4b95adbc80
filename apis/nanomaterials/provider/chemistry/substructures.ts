// Substructure search: a screen by bits, then matching, until the page is full.
import { binaryAt, type Library, patternScreen } from './library.ts'
import { outlineOfPattern } from './pattern-outline.ts'
import { type Molecule, type RdKit, withMolecule } from './rdkit.ts'
import { placesHaving } from './screen.ts'
import type { Found, SubstructureTask } from './tasks.ts'

/** In their order. Undefined for a pattern that cannot be read. */
export function findSubstructures(
  kit: RdKit,
  library: Library,
  { text, onlyInSubstances, skip, count, kept }: SubstructureTask & { readonly kept: KeptMolecules },
): Found | undefined {
  return withMolecule(kit.get_qmol(text), (query) => {
    if (query.get_num_atoms() === 0) return undefined
    const screen = patternScreen(query, outlineOfPattern(text))
    const places: number[] = []
    let passed = 0
    for (const place of placesHaving(library.screen, library.count, screen)) {
      if (places.length >= count) break
      if (onlyInSubstances && library.inSubstance[place] !== 1) continue
      const matches = kept.with(place, (molecule) => molecule.get_substruct_match(query) !== '{}')
      if (matches && passed++ >= skip) places.push(place)
    }
    return { places, metrics: [] }
  })
}

export interface KeptMolecules {
  /** Undefined where there is no molecule. */
  with<T>(place: number, work: (molecule: Molecule) => T): T | undefined
  /** Frees all of them. */
  free(): void
}

/** Atoms that a thread keeps molecules of, some 550 bytes each: about 140 MB. */
const mostKeptAtoms = 250_000

/** Shared by the libraries of a thread. */
export interface AtomBudget {
  left: number
}
export function createAtomBudget(): AtomBudget {
  return { left: mostKeptAtoms }
}

/**
 * Molecules of a library that stay read: matching one takes 3 to 10 µs, reading it 25. Searches pass over all of them
 * in the same order, so the first ones are kept and none makes way for another, which would be needed first in the
 * next search.
 */
export function createKeptMolecules(kit: RdKit, library: Library, budget: AtomBudget): KeptMolecules {
  const known = new Map<number, Molecule>()
  let atoms = 0
  return {
    with(place, work) {
      const molecule = known.get(place)
      if (molecule) return work(molecule)
      const binary = binaryAt(library, place)
      const read = binary ? kit.get_mol_from_uint8array(binary) : null
      const size = read?.get_num_atoms() ?? 0
      if (!read || size > budget.left) return withMolecule(read, work)
      known.set(place, read)
      atoms += size
      budget.left -= size
      return work(read)
    },
    free() {
      for (const molecule of known.values()) molecule.delete()
      known.clear()
      budget.left += atoms
      atoms = 0
    },
  }
}
