// The structures of a database in the form for searches: bits in one shared array each, molecules in RDKit's binary
// form, which takes some 25 µs to read. The memory is shared, so that a thread that replaces a terminated one need not
// compute anything again.
import { present } from '#define/present'
import { type Outline, outlineOfMolecule } from './outline.ts'
import { choicesOf, featureBits, featuresOf } from './path-features.ts'
import { type Molecule, type RdKit, unlessFailed, withMolecule } from './rdkit.ts'
import { columnWords, type ScreenQuery, setBit } from './screen.ts'

/** Fingerprints of small fragments, by which RDKit screens for substructures. */
const patternBits = 2048
const patternDetails = JSON.stringify({ nBits: patternBits })
const screenBits = patternBits + featureBits
/** The limit of atoms; larger molecules are found by their identifiers only, because matching one takes too long. */
const mostAtoms = 500

export interface LibrarySource {
  /** SMILES by the position of the structure; empty if missing. */
  readonly smiles: readonly string[]
  /** Set to 1 if the structure is part of a substance. */
  readonly inSubstance: Uint8Array
}

export interface Library {
  readonly count: number
  readonly inSubstance: Uint8Array
  /** Molecules in sequence, each from `starts[place]` to `starts[place + 1]`; empty if missing. */
  readonly binaries: Uint8Array
  readonly starts: Uint32Array
  /** Columns of `screen.ts`. */
  readonly screen: Uint32Array
}

/** Fingerprints of a library for similarity. */
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

/** Prepares a structure; undefined if it is invalid or too large. */
function partOf(kit: RdKit, smiles: string): Part | undefined {
  return withMolecule(kit.get_mol(smiles), (molecule) => {
    if (molecule.get_num_atoms() > mostAtoms) return undefined
    const features = featuresOf(outlineOfMolecule(molecule.get_json()))
    const bits = bitsOf(molecule.get_pattern_fp_as_uint8array(patternDetails))
    // a structure with unknown features can have any
    const further = features ?? Array.from({ length: featureBits }, (_, bit) => bit)
    return { binary: molecule.get_as_uint8array(), bits: [...bits, ...further.map((bit) => patternBits + bit)] }
  })
}

/** Returns the requirements of a pattern on structures; its outline is undefined if unknown. */
export function patternScreen(query: Molecule, outline: Outline | undefined): ScreenQuery {
  const bits = bitsOf(query.get_pattern_fp_as_uint8array(patternDetails))
  const further = (features: readonly number[]) => features.map((bit) => patternBits + bit)
  if (!outline) return { bits, choices: [] }
  const choices = choicesOf(outline).map((alternatives) => alternatives.map(further))
  return { bits: [...bits, ...further(featuresOf(outline) ?? [])], choices }
}

export function binaryAt({ binaries, starts }: Library, place: number): Uint8Array | undefined {
  const [begin, end] = [present(starts[place]), present(starts[place + 1])]
  // embind cannot take a view of shared memory
  return end > begin ? Uint8Array.from(binaries.subarray(begin, end)) : undefined
}

function bitsOf(bytes: Uint8Array): number[] {
  const bits: number[] = []
  for (const [at, byte] of bytes.entries())
    for (let left = byte; left !== 0; left &= left - 1) bits.push(at * 8 + 31 - Math.clz32(left & -left))
  return bits
}
