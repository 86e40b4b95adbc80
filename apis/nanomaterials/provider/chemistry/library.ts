// The structures of a database as searches need them: bits in one shared array each, molecules in RDKit's binary form,
// which is read in some 25 µs. The memory is shared, so that a thread that takes the place of one that was ended
// computes nothing again.
import { type Outline, outlineOfMolecule } from './outline.ts'
import { choicesOf, featureBits, featuresOf } from './path-features.ts'
import { type Molecule, type RdKit, unlessFailed, withMolecule } from './rdkit.ts'
import { columnWords, type ScreenQuery, setBit } from './screen.ts'

/** Fingerprints of small fragments, by which RDKit screens for substructures. */
const patternBits = 2048
const patternDetails = JSON.stringify({ nBits: patternBits })
export const screenBits = patternBits + featureBits
/** Larger molecules are found by their identifiers only: matching one takes too long. */
const mostAtoms = 500

export interface LibrarySource {
  /** SMILES by the place of the structure; empty where there is none. */
  readonly smiles: readonly string[]
  /** 1 where the structure is part of a substance. */
  readonly inSubstance: Uint8Array
}

export interface Library {
  readonly count: number
  readonly inSubstance: Uint8Array
  /** The molecules one after another, each from `starts[place]` to `starts[place + 1]`; empty where there is none. */
  readonly binaries: Uint8Array
  readonly starts: Uint32Array
  /** Columns of `screen.ts`. */
  readonly screen: Uint32Array
}

/** What similarity needs of a library. */
export interface PathFingerprints {
  readonly words: Uint32Array
  /** Numbers of bits. */
  readonly counts: Uint16Array
}

export function buildLibrary(kit: RdKit, { smiles, inSubstance }: LibrarySource): Library {
  const count = smiles.length
  const screen = new Uint32Array(shared(columnWords(count) * screenBits * 4))
  const starts = new Uint32Array(shared((count + 1) * 4))
  const parts: Uint8Array[] = []
  let length = 0
  for (const [place, text] of smiles.entries()) {
    const part = text === '' ? undefined : unlessFailed(() => partOf(kit, text))
    if (part) {
      for (const bit of part.bits) setBit(screen, { count, place, bit })
      parts.push(part.binary)
      length += part.binary.length
    }
    starts[place + 1] = length
  }
  const binaries = new Uint8Array(shared(length))
  let at = 0
  for (const part of parts) {
    binaries.set(part, at)
    at += part.length
  }
  const own = new Uint8Array(shared(count))
  own.set(inSubstance)
  return { count, inSubstance: own, binaries, starts, screen }
}

function shared(bytes: number): SharedArrayBuffer {
  return new SharedArrayBuffer(bytes)
}

interface Part {
  readonly binary: Uint8Array
  readonly bits: readonly number[]
}

/** Undefined for a structure that cannot be read or is too large. */
function partOf(kit: RdKit, smiles: string): Part | undefined {
  return withMolecule(kit.get_mol(smiles), (molecule) => {
    if (molecule.get_num_atoms() > mostAtoms) return undefined
    const features = featuresOf(outlineOfMolecule(molecule.get_json()))
    const bits = bitsOf(molecule.get_pattern_fp_as_uint8array(patternDetails))
    // a structure whose features are not known may have any
    const further = features ?? Array.from({ length: featureBits }, (_, bit) => bit)
    return { binary: molecule.get_as_uint8array(), bits: [...bits, ...further.map((bit) => patternBits + bit)] }
  })
}

/** What a structure must have in which this pattern is found; its outline is undefined where that is not known. */
export function patternScreen(query: Molecule, outline: Outline | undefined): ScreenQuery {
  const bits = bitsOf(query.get_pattern_fp_as_uint8array(patternDetails))
  const further = (features: readonly number[]) => features.map((bit) => patternBits + bit)
  if (!outline) return { bits, choices: [] }
  const choices = choicesOf(outline).map((alternatives) => alternatives.map(further))
  return { bits: [...bits, ...further(featuresOf(outline) ?? [])], choices }
}

export function binaryAt({ binaries, starts }: Library, place: number): Uint8Array | undefined {
  const [begin, end] = [starts[place] ?? 0, starts[place + 1] ?? 0]
  // embind takes no view of shared memory
  return end > begin ? Uint8Array.from(binaries.subarray(begin, end)) : undefined
}

function bitsOf(bytes: Uint8Array): number[] {
  const bits: number[] = []
  for (const [at, byte] of bytes.entries())
    for (let left = byte; left !== 0; left &= left - 1) bits.push(at * 8 + 31 - Math.clz32(left & -left))
  return bits
}
