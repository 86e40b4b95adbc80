// What runs on the chemistry thread: one task after another. A task that brings down RDKit's memory brings down the
// thread, and the next task starts another.
import { parentPort, workerData } from 'node:worker_threads'
import type { InchiReader } from './inchi-reader.ts'
import { buildLibrary } from './library.ts'
import { loadRdKit, type RdKit, unlessFailed } from './rdkit.ts'
import { blockOf, readStructure } from './read-structure.ts'
import { findSimilar, pathFingerprints } from './similarity.ts'
import { createAtomBudget, createKeptMolecules, findSubstructures, type KeptMolecules } from './substructures.ts'
import type { AttachTask, ReadStructure, Results, Task } from './tasks.ts'

interface Attached extends AttachTask {
  readonly kept: KeptMolecules
}

const attached = new Map<string, Attached>()
const budget = createAtomBudget()
const loading = loadRdKit()
let inchiReader: InchiReader | undefined

parentPort?.on('message', (task: Task) => {
  void loading.then(async (kit) => {
    parentPort?.postMessage(task.kind === 'prepare' ? await prepare(task.inchi) : resultOf(kit, task))
  })
})

async function prepare(withInchi: boolean): Promise<boolean> {
  if (!withInchi) return true
  // loaded on use: most searches are not by InChI
  const { loadInchiReader } = await import('./inchi-reader.ts')
  inchiReader = await loadInchiReader(workerData.enginesFolder)
  return inchiReader !== undefined
}

type Direct = Exclude<Task, { kind: 'prepare' }>

function resultOf(kit: RdKit, task: Direct): Results[Direct['kind']] {
  switch (task.kind) {
    case 'build':
      return buildLibrary(kit, task)
    case 'fingerprints':
      return pathFingerprints(kit, task.library)
    case 'attach':
      return attach(kit, task)
    case 'read':
      return unlessFailed(() => read(kit, task.text))
    case 'similar':
      return unlessFailed(() => findSimilar(kit, libraryOf(task.library).library, task))
    case 'substructure': {
      const { library, kept } = libraryOf(task.library)
      return unlessFailed(() => findSubstructures(kit, library, { ...task, kept }))
    }
    case 'blocks':
      return task.smiles.map((text) => unlessFailed(() => blockOf(kit, text)) ?? '')
  }
}

function read(kit: RdKit, text: string): ReadStructure | undefined {
  return text.startsWith('InChI=') ? inchiReader?.read(kit, text) : readStructure(kit, text)
}

function attach(kit: RdKit, task: AttachTask): true {
  for (const [name, { database, kept }] of attached)
    if (database === task.database) {
      kept.free()
      attached.delete(name)
    }
  attached.set(task.name, { ...task, kept: createKeptMolecules(kit, task.library, budget) })
  return true
}

function libraryOf(name: string): Attached {
  const library = attached.get(name)
  if (!library) throw new Error(`the structures of ${name} have not been attached`)
  return library
}
