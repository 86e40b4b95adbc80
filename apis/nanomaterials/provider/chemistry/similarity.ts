// Similarity of structures: Tanimoto's coefficient of their path fingerprints (SOURCES 3.3).
import { present } from '#define/present'
import { binaryAt, type Library, type PathFingerprints } from './library.ts'
import { type RdKit, withMolecule } from './rdkit.ts'
import type { Found, SimilarTask } from './tasks.ts'

const bits = 1024
const words = bits / 32
const details = JSON.stringify({ nBits: bits })
/** The limit of atoms, as for the structures of a library. */
const mostAtoms = 500

export function pathFingerprints(kit: RdKit, library: Library): PathFingerprints {
  const all = new Uint32Array(new SharedArrayBuffer(library.count * words * 4))
  const counts = new Uint16Array(new SharedArrayBuffer(library.count * 2))
  for (let place = 0; place < library.count; place++) {
    const binary = binaryAt(library, place)
    if (!binary) continue
    withMolecule(kit.get_mol_from_uint8array(binary), (molecule) => {
      const own = wordsOf(molecule.get_rdkit_fp_as_uint8array(details))
      all.set(own, place * words)
      counts[place] = countOf(own)
    })
  }
  return { words: all, counts }
}

/** Returns the most similar first, equal ones in their order. The threshold must be exceeded. */
export function findSimilar(
  kit: RdKit,
  library: Library,
  task: SimilarTask & { readonly fingerprints: PathFingerprints },
): Found | 'empty' | undefined {
  const { text, onlyInSubstances, threshold, fingerprints } = task
  return withMolecule(kit.get_mol(text), (molecule) => {
    if (molecule.get_num_atoms() === 0) return 'empty'
    if (molecule.get_num_atoms() > mostAtoms) return undefined
    const query = wordsOf(molecule.get_rdkit_fp_as_uint8array(details))
    const queryCount = countOf(query)
    // a single atom has no paths: it is similar only to itself
    const own = queryCount === 0 ? molecule.get_smiles() : undefined
    const metrics = new Float64Array(library.count)
    const matches: number[] = []
    for (let place = 0; place < library.count; place++) {
      const isThere = library.starts[place] !== library.starts[place + 1]
      if (!isThere || (onlyInSubstances && library.inSubstance[place] !== 1)) continue
      let both = 0
      for (let word = 0; word < words; word++)
        both += bitCount(present(fingerprints.words[place * words + word]) & present(query[word]))
      const either = queryCount + present(fingerprints.counts[place]) - both
      const metric = either > 0 ? both / either : Number(canonical(kit, library, place) === own)
      metrics[place] = metric
      if (metric > threshold) matches.push(place)
    }
    const metricOf = (place: number) => present(metrics[place])
    matches.sort((one, other) => metricOf(other) - metricOf(one) || one - other)
    const places = matches.slice(task.skip, task.skip + task.count)
    return { places, metrics: places.map(metricOf) }
  })
}

function canonical(kit: RdKit, library: Library, place: number): string | undefined {
  const binary = binaryAt(library, place)
  return binary && withMolecule(kit.get_mol_from_uint8array(binary), (molecule) => molecule.get_smiles())
}

function wordsOf(bytes: Uint8Array): Uint32Array {
  const packed = new Uint32Array(bytes.length / 4)
  for (let at = 0; at < bytes.length; at++)
    packed[at >> 2] = present(packed[at >> 2]) | (present(bytes[at]) << ((at & 3) * 8))
  return packed
}

function countOf(packed: Uint32Array): number {
  return packed.reduce((count, word) => count + bitCount(word), 0)
}

/** Counts the set bits of a 32-bit word, added up in parallel (Warren, Hacker's Delight, 5-1). */
function bitCount(word: number): number {
  let count = word - ((word >>> 1) & 0x55555555)
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333)
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
