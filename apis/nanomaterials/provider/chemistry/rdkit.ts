// RDKit as WebAssembly: the parts of its interface in use. The garbage collector does not reach its objects, so they
// are freed here, even after errors.
import { createRequire } from 'node:module'

/** A molecule; `delete` frees it. */
export interface Molecule {
  delete(): void
  get_smiles(): string
  get_inchi(): string
  get_molblock(): string
  get_json(): string
  get_num_atoms(): number
  get_as_uint8array(): Uint8Array
  get_substruct_match(query: Molecule): string
  get_pattern_fp_as_uint8array(details: string): Uint8Array
  get_rdkit_fp_as_uint8array(details: string): Uint8Array
  set_new_coords(): boolean
}
export interface RdKit {
  version(): string
  disable_logging(): void
  /** Returns null for text that is neither SMILES nor a MOL block. */
  get_mol(input: string): Molecule | null
  get_qmol(smarts: string): Molecule | null
  get_mol_from_uint8array(bytes: Uint8Array): Molecule | null
  get_inchikey_for_inchi(inchi: string): string
}

export async function loadRdKit(): Promise<RdKit> {
  const require = createRequire(import.meta.url)
  const make: (options: object) => Promise<RdKit> = require('@rdkit/rdkit')
  const kit = await make({ print: ignore, printErr: ignore })
  kit.disable_logging()
  return kit
}
const ignore = () => undefined

/** Frees the molecule once `work` is done with it; undefined for null. */
export function withMolecule<T>(molecule: Molecule | null, work: (molecule: Molecule) => T): T | undefined {
  if (!molecule) return undefined
  try {
    return work(molecule)
  } finally {
    molecule.delete()
  }
}

/**
 * Returns undefined if RDKit rejects the input: it throws a non-Error then, and its memory survives. Real errors are
 * rethrown.
 */
export function unlessFailed<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof Error) throw error
    return undefined
  }
}
