// Completes imported structures, so that every search finds them.
import { createPacer } from '#provider'
import type { Component, Structure } from '../../model/records.ts'
import { type InchiReader, loadInchiReader } from '../chemistry/inchi-reader.ts'
import { loadRdKit, type RdKit, unlessFailed } from '../chemistry/rdkit.ts'
import { readStructure } from '../chemistry/read-structure.ts'
import { formulaOf } from '../structures/formula.ts'
import type { Collection } from './collection.ts'

interface Readers {
  readonly kit: RdKit
  readonly inchi: InchiReader | undefined
}

/**
 * Adds the file's dataset values to structures; InChI, key and formula if they have only SMILES; and SMILES if they
 * have only InChI and the engine that reads it is present.
 */
export async function completeStructures({ substances, structures }: Collection, enginesFolder: string): Promise<void> {
  for (const substance of substances.values())
    substance.components = substance.components?.map((component) => {
      const known = structures.get(component.structure.inchiKey ?? '')
      return known ? { ...component, structure: { ...known, ...defined(component.structure) } } : component
    })
  const incomplete = [...substances.values()].filter(({ components }) => components?.some(isIncomplete))
  if (incomplete.length === 0) return
  const readers: Readers = { kit: await loadRdKit(), inchi: await loadInchiReader(enginesFolder) }
  const pause = createPacer()
  for (const substance of incomplete) {
    const completed: Component[] = []
    for (const component of substance.components ?? []) {
      const further = isIncomplete(component) ? computed(component.structure, readers) : {}
      completed.push({ ...component, structure: { ...component.structure, ...further } })
      await pause()
    }
    substance.components = completed
  }
}

function isIncomplete({ structure: { smiles, inchi } }: Component): boolean {
  return (smiles === undefined) !== (inchi === undefined)
}

function computed({ smiles, inchi }: Structure, readers: Readers): Partial<Structure> {
  if (inchi !== undefined) {
    const read = unlessFailed(() => readers.inchi?.read(readers.kit, inchi))
    return read ? { smiles: read.smiles, inchiKey: read.inchiKey, formula: formulaOf(inchi) } : {}
  }
  const read = unlessFailed(() => readStructure(readers.kit, smiles ?? ''))
  if (read === undefined || read.inchi === '') return {}
  return { inchi: read.inchi, inchiKey: read.inchiKey, formula: formulaOf(read.inchi) }
}

/** Omits the empty members. */
function defined(structure: Structure): Structure {
  const known = Object.entries(structure).filter(([, value]) => value !== undefined)
  return { names: structure.names, kind: structure.kind, ...Object.fromEntries(known) }
}
