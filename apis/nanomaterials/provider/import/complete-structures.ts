// Completes imported structures, so that every search finds them.
import { createPacer } from '#provider'
import { type InchiReader, loadInchiReader } from '../chemistry/inchi-reader.ts'
import { loadRdKit, type RdKit, unlessFailed } from '../chemistry/rdkit.ts'
import { readStructure } from '../chemistry/read-structure.ts'
import type { Component, Structure } from '../materials/records.ts'
import { formulaOf } from '../structures/formula.ts'
import type { Collection } from './collection.ts'

interface Readers {
  readonly kit: RdKit
  readonly inchi: InchiReader | undefined
}

/**
 * Adds what datasets of the file say of a structure; InChI, key and formula where there is only SMILES; and SMILES
 * where there is only InChI and the engine that reads it.
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
      const pausing = pause()
      if (pausing) await pausing
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

/** Without the members that say nothing. */
function defined(structure: Structure): Structure {
  const known = Object.entries(structure).filter(([, value]) => value !== undefined)
  return { names: structure.names, kind: structure.kind, ...Object.fromEntries(known) }
}
