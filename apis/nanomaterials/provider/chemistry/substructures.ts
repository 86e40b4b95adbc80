// Substructure search: a screen by bits, then matching, until the page is full.
import { binaryAt, type Library, patternScreen } from './library.ts'
import { outlineOfPattern } from './pattern-outline.ts'
import { type Molecule, type RdKit, withMolecule } from './rdkit.ts'
import { placesHaving } from './screen.ts'
import type { Found, SubstructureTask } from './tasks.ts'

/** Returns matches in their order; undefined for an invalid pattern. */
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
  /** Calls `work` with the molecule; undefined if it is missing. */
  with<T>(place: number, work: (molecule: Molecule) => T): T | undefined
  /** Frees all molecules. */
  free(): void
}

/** Cache size of a thread in atoms, some 550 bytes each: about 140 MB. */
const mostKeptAtoms = 250_000

/** Budget shared by the libraries of a thread. */
interface AtomBudget {
  left: number
}
export function createAtomBudget(): AtomBudget {
  return { left: mostKeptAtoms }
}

/**
 * Caches parsed molecules of a library: matching one takes 3 to 10 µs, reading it 25. Every search scans them in the
 * same order, so the first ones are cached without eviction: an evicted molecule would be the first that the next
 * search needs.
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
