// What runs on the chemistry thread: one task after another. A task that brings down RDKit's memory brings down the
// thread, and the next task starts another.
import { parentPort } from 'node:worker_threads'
import { buildLibrary, findSimilar, findSubstructures, type Library } from './library.ts'
import { loadRdKit, type RdKit, withMolecule } from './rdkit.ts'
import type { ReadStructure, Task } from './tasks.ts'

const libraries = new Map<string, Library>()
const loading = loadRdKit()

parentPort?.on('message', (task: Task) => {
  void loading.then((kit) => parentPort?.postMessage(resultOf(kit, task)))
})

function resultOf(kit: RdKit, task: Task): unknown {
  switch (task.kind) {
    case 'load': {
      const [database = ''] = task.library.split(' ')
      for (const name of libraries.keys()) if (name.startsWith(`${database} `)) libraries.delete(name)
      libraries.set(task.library, buildLibrary(kit, task))
      return true
    }
    case 'read':
      return read(kit, task.text)
    case 'similar':
      return findSimilar(kit, libraryOf(task.library), task)
    case 'substructure':
      return findSubstructures(kit, libraryOf(task.library), task)
    case 'blocks':
      return task.smiles.map((text) => withMolecule(text === '' ? null : kit.get_mol(text), blockOf) ?? '')
  }
}

function libraryOf(name: string): Library {
  const library = libraries.get(name)
  if (!library) throw new Error(`the structures of ${name} have not been loaded`)
  return library
}

function read(kit: RdKit, text: string): ReadStructure | undefined {
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

function blockOf(molecule: Parameters<Parameters<typeof withMolecule>[1]>[0]): string {
  molecule.set_new_coords()
  return molecule.get_molblock()
}
