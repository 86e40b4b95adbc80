// The program of the chemistry thread, which runs one task after another. A task that corrupts RDKit's memory ends the
// thread, and the next task starts another.
import { serveTasks } from '#provider/run'
import type { InchiReader } from './inchi-reader.ts'
import { buildLibrary } from './library.ts'
import { loadRdKit, type RdKit, unlessFailed } from './rdkit.ts'
import { blockOf, readStructure } from './read-structure.ts'
import { findSimilar, pathFingerprints } from './similarity.ts'
import { createAtomBudget, createKeptMolecules, findSubstructures, type KeptMolecules } from './substructures.ts'
import type { AttachTask, PrepareTask, ReadStructure, Results, Task } from './tasks.ts'

interface Attached extends AttachTask {
  readonly kept: KeptMolecules
}

const attached = new Map<string, Attached>()
const budget = createAtomBudget()
const loading = loadRdKit()
let inchiReader: InchiReader | undefined

serveTasks(async (task: Task) => {
  const kit = await loading
  return task.kind === 'prepare' ? prepare(task) : resultOf(kit, task)
})

async function prepare({ inchiIn }: PrepareTask): Promise<boolean> {
  if (inchiIn === undefined) return true
  // loaded on use: most searches are not by InChI
  const { loadInchiReader } = await import('./inchi-reader.ts')
  inchiReader = await loadInchiReader(inchiIn)
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
