// Questions to RDKit, which runs on a thread of its own: what a hostile pattern keeps busy can be ended there. One
// question at a time, accounts taking turns.
import { Worker } from 'node:worker_threads'
import { createTurns } from '#provider'
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
   * A structure from SMILES, a MOL block or InChI; undefined when it cannot be read. Throws the provider's 400 for
   * InChI without the engine that reads it.
   */
  read(text: string, asker: Asker): Promise<ReadStructure | undefined>
  /** Undefined for a query that cannot be read, `empty` for one without atoms. */
  similar(
    database: Database,
    text: string,
    options: SearchOptions & { readonly threshold: number },
  ): Promise<Results['similar']>
  /** Undefined for a pattern that cannot be read. */
  substructure(database: Database, text: string, options: SearchOptions): Promise<Found | undefined>
  /** MOL blocks, empty where there is no structure. */
  blocks(smiles: readonly string[], asker: Asker): Promise<readonly string[]>
  close(): Promise<void>
}

const limits = { running: 1, runningPerOwner: 1, waiting: 200, waitingPerOwner: 20 }
/** For a question; and for loading and fingerprints, which go on while callers give up waiting. */
const taskMs = 3000
const loadMs = 600_000
const heapMb = 512
const loadingKinds: readonly Task['kind'][] = ['prepare', 'build', 'fingerprints']

/** A thread, and what it has been given. */
interface Running {
  readonly worker: Worker
  /** The name of the library that it has of each database. */
  readonly attached: Map<string, string>
  /** Undefined until InChI is first asked for. */
  readsInchi: boolean | undefined
  isPrepared: boolean
}

export function createChemistry(enginesFolder: string): Chemistry {
  const turns = createTurns({ ...limits, makeBusyError: busy })
  const libraries = createLibraries()
  let running: Running | undefined

  function start(): Running {
    const worker = new Worker(new URL('./thread-program.ts', import.meta.url), {
      name: 'chemistry',
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
      workerData: { enginesFolder },
      // our environment may hold secrets that chemistry has no use for
      env: {},
      stdout: true,
      stderr: true,
    })
    // its loss is seen by its exit
    worker.on('error', () => undefined)
    worker.unref()
    running = { worker, attached: new Map(), readsInchi: undefined, isPrepared: false }
    return running
  }

  async function stop(): Promise<void> {
    const stopped = running
    running = undefined
    await stopped?.worker.terminate()
  }

  /**
   * Rejects with the provider's own error when the thread is lost or takes too long; then it is ended. A caller who
   * leaves does not end it: the question is soon answered.
   */
  function ask<K extends Task['kind']>(task: Extract<Task, { kind: K }>): Promise<Results[K]> {
    const { worker } = running ?? start()
    return new Promise<Results[K]>((resolve, reject) => {
      const settle = (settled: () => void) => {
        clearTimeout(timer)
        worker.off('message', onResult).off('exit', onLoss)
        settled()
      }
      const onResult = (result: Results[K]) => settle(() => resolve(result))
      const onLoss = () => settle(() => void stop().then(() => reject(tooSlow())))
      const timer = setTimeout(onLoss, loadingKinds.includes(task.kind) ? loadMs : taskMs)
      worker.on('message', onResult).on('exit', onLoss)
      worker.postMessage(task)
    })
  }

  /** Loading is not the question's fault, so it has a limit of its own. */
  async function prepared(withInchi = false): Promise<Running> {
    const thread = running ?? start()
    if (withInchi && thread.readsInchi !== true) {
      // an engine that is added while the gateway runs is found by the next question
      thread.readsInchi = await ask({ kind: 'prepare', inchi: true })
      thread.isPrepared = true
    }
    if (!thread.isPrepared) thread.isPrepared = await ask({ kind: 'prepare', inchi: false })
    return thread
  }

  async function read(text: string): Promise<ReadStructure | undefined> {
    const isInchi = text.startsWith('InChI=')
    const { readsInchi } = await prepared(isInchi)
    if (isInchi && readsInchi !== true) throw noInchiReader()
    return ask({ kind: 'read', text })
  }

  /** The library of a database, which the thread has. */
  async function attach(database: Database): Promise<Known & { readonly library: Library }> {
    await prepared()
    const known = libraries.of(database)
    const library = known.library ?? (await build(database))
    known.library = library
    const { attached } = await prepared()
    // a search that began before an import still asks for the former state
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
    close: stop,
  }
}

/** What has been computed of a database in one of its states, under a name of its own. */
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
