// Reads a structure from SMILES or a MOL block into its identifying forms.
import { type Molecule, type RdKit, withMolecule } from './rdkit.ts'
import type { ReadStructure } from './tasks.ts'

/** Reads a structure; undefined for invalid text. */
export function readStructure(kit: RdKit, text: string): ReadStructure | undefined {
  return withMolecule(kit.get_mol(text), (molecule) => {
    const inchi = molecule.get_inchi()
    return {
      smiles: molecule.get_smiles(),
      inchi,
      inchiKey: inchi === '' ? '' : kit.get_inchikey_for_inchi(inchi),
      atoms: molecule.get_num_atoms(),
    }
  })
}

/** Returns a MOL block with coordinates for drawing; empty without a structure. */
export function blockOf(kit: RdKit, smiles: string): string {
  const draw = (molecule: Molecule) => {
    molecule.set_new_coords()
    return molecule.get_molblock()
  }
  return withMolecule(smiles === '' ? null : kit.get_mol(smiles), draw) ?? ''
}
