// The structures of a database as searches need them: fingerprints in one typed array each, molecules in RDKit's binary
// form, which is read again in some microseconds.
import { type RdKit, withMolecule } from './rdkit.ts'
import type { Found, LoadTask, SimilarTask, SubstructureTask } from './tasks.ts'

const patternBits = 2048
const pathBits = 1024
const patternWords = patternBits / 32
const pathWords = pathBits / 32
const patternDetails = JSON.stringify({ nBits: patternBits })
const pathDetails = JSON.stringify({ nBits: pathBits })
/** Larger molecules are found by their identifiers only: matching one takes too long. */
const mostAtoms = 500

export interface Library {
  readonly inSubstance: Uint8Array
  readonly molecules: readonly (Uint8Array | undefined)[]
  readonly patterns: Uint32Array
  readonly paths: Uint32Array
  /** Numbers of bits in the path fingerprints. */
  readonly pathCounts: Uint16Array
}

export function buildLibrary(kit: RdKit, { smiles, inSubstance }: LoadTask): Library {
  const patterns = new Uint32Array(smiles.length * patternWords)
  const paths = new Uint32Array(smiles.length * pathWords)
  const pathCounts = new Uint16Array(smiles.length)
  const molecules = smiles.map((text, place) =>
    withMolecule(text === '' ? null : kit.get_mol(text), (molecule) => {
      if (molecule.get_num_atoms() > mostAtoms) return undefined
      patterns.set(wordsOf(molecule.get_pattern_fp_as_uint8array(patternDetails)), place * patternWords)
      const path = wordsOf(molecule.get_rdkit_fp_as_uint8array(pathDetails))
      paths.set(path, place * pathWords)
      pathCounts[place] = bitsOf(path)
      return molecule.get_as_uint8array()
    }),
  )
  return { inSubstance, molecules, patterns, paths, pathCounts }
}

/** The most similar first, then in their order. The threshold must be exceeded. */
export function findSimilar(kit: RdKit, library: Library, task: SimilarTask): Found | 'empty' | undefined {
  const { paths, pathCounts, molecules, inSubstance } = library
  return withMolecule(kit.get_mol(task.text), (molecule) => {
    if (molecule.get_num_atoms() === 0) return 'empty'
    if (molecule.get_num_atoms() > mostAtoms) return undefined
    const query = wordsOf(molecule.get_rdkit_fp_as_uint8array(pathDetails))
    const queryCount = bitsOf(query)
    // a single atom has no paths: it is similar to nothing but itself
    const own = queryCount === 0 ? molecule.get_smiles() : undefined
    const metrics = new Float64Array(molecules.length)
    const matches: number[] = []
    for (let place = 0; place < molecules.length; place++) {
      if (molecules[place] === undefined || (task.onlyInSubstances && inSubstance[place] !== 1)) continue
      let both = 0
      for (let word = 0; word < pathWords; word++)
        both += bitCount((paths[place * pathWords + word] ?? 0) & (query[word] ?? 0))
      const either = queryCount + (pathCounts[place] ?? 0) - both
      const metric = either > 0 ? both / either : Number(canonical(kit, library, place) === own)
      metrics[place] = metric
      if (metric > task.threshold) matches.push(place)
    }
    const metricOf = (place: number) => metrics[place] ?? 0
    matches.sort((one, other) => metricOf(other) - metricOf(one) || one - other)
    const places = matches.slice(task.skip, task.skip + task.count)
    return { places, metrics: places.map(metricOf) }
  })
}

function canonical(kit: RdKit, { molecules }: Library, place: number): string | undefined {
  const bytes = molecules[place]
  return bytes && withMolecule(kit.get_mol_from_uint8array(bytes), (molecule) => molecule.get_smiles())
}

/** In their order. Every structure whose fingerprint allows a match is matched, until the page is full. */
export function findSubstructures(kit: RdKit, library: Library, task: SubstructureTask): Found | undefined {
  const { patterns, molecules, inSubstance } = library
  return withMolecule(kit.get_qmol(task.text), (query) => {
    if (query.get_num_atoms() === 0) return undefined
    const screen = wordsOf(query.get_pattern_fp_as_uint8array(patternDetails))
    const words = [...screen.entries()].filter(([, bits]) => bits !== 0)
    const places: number[] = []
    let passed = 0
    for (let place = 0; place < molecules.length && places.length < task.count; place++) {
      const bytes = molecules[place]
      if (bytes === undefined || (task.onlyInSubstances && inSubstance[place] !== 1)) continue
      const first = place * patternWords
      if (words.some(([word, bits]) => ((patterns[first + word] ?? 0) & bits) >>> 0 !== bits)) continue
      const matches = withMolecule(
        kit.get_mol_from_uint8array(bytes),
        (molecule) => molecule.get_substruct_match(query) !== '{}',
      )
      if (matches && passed++ >= task.skip) places.push(place)
    }
    return { places, metrics: [] }
  })
}

function wordsOf(bytes: Uint8Array): Uint32Array {
  const words = new Uint32Array(bytes.length / 4)
  for (let at = 0; at < bytes.length; at++)
    words[at >> 2] = (words[at >> 2] ?? 0) | ((bytes[at] ?? 0) << ((at & 3) * 8))
  return words
}

function bitsOf(words: Uint32Array): number {
  return words.reduce((count, word) => count + bitCount(word), 0)
}

/** Of 32 bits, added up in parallel (Warren, Hacker's Delight, 5-1). */
function bitCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
