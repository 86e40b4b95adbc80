// Queries RDKit on a separate thread, which can be terminated if a hostile pattern keeps it busy. One query runs at a
// time, and accounts take turns.
import { createThread, createTurns, TaskFailed } from '#provider/run'
import { busy, noInchiReader, tooSlow } from '../errors.ts'
import type { Database } from '../materials/materials.ts'
import type { Library, PathFingerprints } from './library.ts'
import type { Found, ReadStructure, Results, Task } from './tasks.ts'

export interface SearchOptions {
  readonly account: string
  readonly signal: AbortSignal
  readonly onlyInSubstances: boolean
  readonly skip: number
  readonly count: number
}
type Asker = Pick<SearchOptions, 'account' | 'signal'>

export interface Chemistry {
  /**
   * Reads a structure from SMILES, a MOL block or InChI; undefined if it is invalid. Throws the provider's 400 for
   * InChI without the engine that reads it.
   */
  read(text: string, asker: Asker): Promise<ReadStructure | undefined>
  /** Searches by similarity; undefined for an invalid query, `empty` for a query without atoms. */
  similar(
    database: Database,
    text: string,
    options: SearchOptions & { readonly threshold: number },
  ): Promise<Results['similar']>
  /** Searches by substructure; undefined for an invalid pattern. */
  substructure(database: Database, text: string, options: SearchOptions): Promise<Found | undefined>
  /** Returns MOL blocks, empty for a missing structure. */
  blocks(smiles: readonly string[], asker: Asker): Promise<readonly string[]>
  close(): Promise<void>
}

const limits = { running: 1, runningPerOwner: 1, waiting: 200, waitingPerOwner: 20 }
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

export function createChemistry(enginesFolder: string): Chemistry {
  const turns = createTurns({ ...limits, makeBusyError: busy })
  const libraries = createLibraries()
  const thread = createThread<Task, unknown>({
    entry: new URL('./thread-program.ts', import.meta.url),
    name: 'chemistry',
    memoryMb,
    timeoutMs: taskMs,
    keepMs: Number.POSITIVE_INFINITY,
  })
  let given = nothingGiven()

  /**
   * Runs a task. Rejects with the provider's own error and terminates the thread if it is lost or takes too long. A
   * caller who leaves does not terminate it: the query will finish soon.
   */
  async function ask<K extends Task['kind']>(task: Extract<Task, { kind: K }>): Promise<Results[K]> {
    const timeoutMs = loadingKinds.includes(task.kind) ? loadMs : taskMs
    try {
      return (await thread.run(task, { owner: '', timeoutMs })) as Results[K] // the thread's result for this kind
    } catch (error) {
      if (!(error instanceof TaskFailed)) throw error
      given = nothingGiven()
      throw tooSlow()
    }
  }

  /** Loads the thread, with a separate timeout, because the query is not to blame. */
  async function prepared(withInchi = false): Promise<Given> {
    const now = given
    if (withInchi && now.readsInchi !== true) {
      // the next query finds an engine that was added while the gateway runs
      now.readsInchi = await ask({ kind: 'prepare', inchiIn: enginesFolder })
      now.isPrepared = true
    }
    if (!now.isPrepared) now.isPrepared = await ask({ kind: 'prepare' })
    return now
  }

  async function read(text: string): Promise<ReadStructure | undefined> {
    const isInchi = text.startsWith('InChI=')
    const { readsInchi } = await prepared(isInchi)
    if (isInchi && readsInchi !== true) throw noInchiReader()
    return ask({ kind: 'read', text })
  }

  /** Attaches the library of a database to the thread. */
  async function attach(database: Database): Promise<Known & { readonly library: Library }> {
    await prepared()
    const known = libraries.of(database)
    const library = known.library ?? (await build(database))
    known.library = library
    const { attached } = await prepared()
    // a search that began before an import still needs the former state
    if (attached.get(database.name) !== known.name) {
      await ask({ kind: 'attach', name: known.name, database: database.name, library })
      attached.set(database.name, known.name)
    }
    return { ...known, library }
  }

  function build({ structures }: Database): Promise<Library> {
    const smiles = structures.map(({ structure }) => structure.smiles ?? '')
    const inSubstance = Uint8Array.from(structures, ({ substances }) => (substances.size > 0 ? 1 : 0))
    return ask({ kind: 'build', smiles, inSubstance })
  }

  async function fingerprintsOf(database: Database, library: Library): Promise<PathFingerprints> {
    const known = libraries.of(database)
    known.fingerprints ??= await ask({ kind: 'fingerprints', library })
    return known.fingerprints
  }

  return {
    read: (text, { account, signal }) => turns.run(account, () => read(text), signal),
    similar: (database, text, { account, signal, threshold, ...search }) =>
      turns.run(
        account,
        async () => {
          const { name, library } = await attach(database)
          const fingerprints = await fingerprintsOf(database, library)
          return ask({ kind: 'similar', library: name, text, threshold, fingerprints, ...search })
        },
        signal,
      ),
    substructure: (database, text, { account, signal, ...search }) =>
      turns.run(
        account,
        async () => {
          const { name } = await attach(database)
          return ask({ kind: 'substructure', library: name, text, ...search })
        },
        signal,
      ),
    blocks: (smiles, { account, signal }) =>
      turns.run(
        account,
        async () => {
          await prepared()
          return ask({ kind: 'blocks', smiles })
        },
        signal,
      ),
    close: thread.close,
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
