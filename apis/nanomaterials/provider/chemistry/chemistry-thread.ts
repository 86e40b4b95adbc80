// The thread in which RDKit runs, and what it has been given: libraries of databases, and the reader of InChI.
import { createThread, TaskFailed } from '#provider/run'
import { noInchiReader, tooSlow } from '../errors.ts'
import type { Database } from '../materials/materials.ts'
import type { Library, PathFingerprints } from './library.ts'
import type { ReadStructure, Results, Task } from './tasks.ts'

/** Timeouts for a query, and for loading and fingerprints, which continue after a caller gives up. */
const taskMs = 3000
const loadMs = 600_000
const memoryMb = 512
const loadingKinds: readonly Task['kind'][] = ['prepare', 'build', 'fingerprints']

/** State of the running thread. */
interface Given {
  /** Name of the thread's library for each database. */
  readonly attached: Map<string, string>
  /** True if the thread reads InChI; undefined until the first InChI query. */
  readsInchi: boolean | undefined
  isPrepared: boolean
}

/** Runs one task at a time; callers take turns before they come here. */
export class ChemistryThread {
  readonly #enginesFolder: string
  readonly #libraries = createLibraries()
  readonly #thread = createThread<Task, unknown>({
    entry: new URL('./thread-program.ts', import.meta.url),
    name: 'chemistry',
    memoryMb,
    timeoutMs: taskMs,
    keepMs: Number.POSITIVE_INFINITY,
  })
  #given = nothingGiven()

  constructor(enginesFolder: string) {
    this.#enginesFolder = enginesFolder
  }

  /**
   * Runs a task. Rejects with the provider's own error and terminates the thread if it is lost or takes too long. A
   * caller who leaves does not terminate it: the query will finish soon.
   */
  async ask<K extends Task['kind']>(task: Extract<Task, { kind: K }>): Promise<Results[K]> {
    const timeoutMs = loadingKinds.includes(task.kind) ? loadMs : taskMs
    try {
      return (await this.#thread.run(task, { owner: '', timeoutMs })) as Results[K] // the thread's result for this kind
    } catch (error) {
      if (!(error instanceof TaskFailed)) throw error
      this.#given = nothingGiven()
      throw tooSlow()
    }
  }

  /** Reads a structure. Throws the provider's 400 for InChI without the engine that reads it. */
  async read(text: string): Promise<ReadStructure | undefined> {
    const isInchi = text.startsWith('InChI=')
    const { readsInchi } = await this.prepared(isInchi)
    if (isInchi && readsInchi !== true) throw noInchiReader()
    return this.ask({ kind: 'read', text })
  }

  /** Loads the thread, with a separate timeout, because the query is not to blame. */
  async prepared(withInchi = false): Promise<Given> {
    const now = this.#given
    if (withInchi && now.readsInchi !== true) {
      // the next query finds an engine that was added while the gateway runs
      now.readsInchi = await this.ask({ kind: 'prepare', inchiIn: this.#enginesFolder })
      now.isPrepared = true
    }
    if (!now.isPrepared) now.isPrepared = await this.ask({ kind: 'prepare' })
    return now
  }

  /** Attaches the library of a database to the thread. */
  async attach(database: Database): Promise<Known & { readonly library: Library }> {
    await this.prepared()
    const known = this.#libraries.of(database)
    const library = known.library ?? (await this.#build(database))
    known.library = library
    const { attached } = await this.prepared()
    // a search that began before an import still needs the former state
    if (attached.get(database.name) !== known.name) {
      await this.ask({ kind: 'attach', name: known.name, database: database.name, library })
      attached.set(database.name, known.name)
    }
    return { ...known, library }
  }

  #build({ structures }: Database): Promise<Library> {
    const smiles = structures.map(({ structure }) => structure.smiles ?? '')
    const inSubstance = Uint8Array.from(structures, ({ substances }) => (substances.size > 0 ? 1 : 0))
    return this.ask({ kind: 'build', smiles, inSubstance })
  }

  async fingerprintsOf(database: Database, library: Library): Promise<PathFingerprints> {
    const known = this.#libraries.of(database)
    known.fingerprints ??= await this.ask({ kind: 'fingerprints', library })
    return known.fingerprints
  }

  close(): Promise<void> {
    return this.#thread.close()
  }
}

function nothingGiven(): Given {
  return { attached: new Map(), readsInchi: undefined, isPrepared: false }
}

/** Computed data of one state of a database, under a unique name. */
interface Known {
  readonly name: string
  library?: Library
  fingerprints?: PathFingerprints
}

function createLibraries() {
  const known = new WeakMap<Database, Known>()
  let last = 0
  return {
    of(database: Database): Known {
      const libraries = known.get(database) ?? { name: `${database.name} ${++last}` }
      known.set(database, libraries)
      return libraries
    },
  }
}
