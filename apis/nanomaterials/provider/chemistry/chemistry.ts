// Questions to RDKit, which runs on a thread of its own: what a hostile pattern keeps busy can be ended there. One
// question at a time, accounts taking turns.
import { Worker } from 'node:worker_threads'
import { createTurns } from '#provider'
import { busy, tooSlow } from '../errors.ts'
import type { Database } from '../materials/materials.ts'
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
  /** A structure from SMILES or a MOL block; undefined when it cannot be read. */
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
/** For a question, and for the fingerprints of a database, which go on while callers give up waiting. */
const taskMs = 3000
const loadMs = 600_000
const heapMb = 512

export function createChemistry(): Chemistry {
  const turns = createTurns({ ...limits, makeBusyError: busy })
  const names = createLibraryNames()
  let thread: Worker | undefined
  let loaded = new Set<string>()

  function start(): Worker {
    loaded = new Set()
    thread = new Worker(new URL('./thread-program.ts', import.meta.url), {
      name: 'chemistry',
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
      // our environment may hold secrets that chemistry has no use for
      env: {},
      stdout: true,
      stderr: true,
    })
    // its loss is seen by its exit
    thread.on('error', () => undefined)
    thread.unref()
    return thread
  }

  async function stop(): Promise<void> {
    const stopped = thread
    thread = undefined
    await stopped?.terminate()
  }

  /**
   * Rejects with the provider's own error when the thread is lost or takes too long; then it is ended. A caller who
   * leaves does not end it: the question is soon answered, and the fingerprints would have to be computed again.
   */
  function ask<K extends Task['kind']>(task: Extract<Task, { kind: K }>): Promise<Results[K]> {
    const worker = thread ?? start()
    return new Promise<Results[K]>((resolve, reject) => {
      const settle = (settled: () => void) => {
        clearTimeout(timer)
        worker.off('message', onResult).off('exit', onLoss)
        settled()
      }
      const onResult = (result: Results[K]) => settle(() => resolve(result))
      const onLoss = () => settle(() => void stop().then(() => reject(tooSlow())))
      const timer = setTimeout(onLoss, task.kind === 'load' ? loadMs : taskMs)
      worker.on('message', onResult).on('exit', onLoss)
      worker.postMessage(task)
    })
  }

  async function load(database: Database): Promise<string> {
    const library = names.of(database)
    if (thread !== undefined && loaded.has(library)) return library
    const { structures } = database
    const smiles = structures.map(({ structure }) => structure.smiles ?? '')
    const inSubstance = Uint8Array.from(structures, ({ substances }) => (substances.size > 0 ? 1 : 0))
    await ask({ kind: 'load', library, smiles, inSubstance })
    loaded.add(library)
    return library
  }

  return {
    read: (text, { account, signal }) => turns.run(account, () => ask({ kind: 'read', text }), signal),
    similar: (database, text, { account, signal, threshold, ...search }) =>
      turns.run(
        account,
        async () => {
          const library = await load(database)
          return ask({ kind: 'similar', library, text, threshold, ...search })
        },
        signal,
      ),
    substructure: (database, text, { account, signal, ...search }) =>
      turns.run(
        account,
        async () => ask({ kind: 'substructure', library: await load(database), text, ...search }),
        signal,
      ),
    blocks: (smiles, { account, signal }) => turns.run(account, () => ask({ kind: 'blocks', smiles }), signal),
    close: stop,
  }
}

/** A name of its own for each state of each database. */
function createLibraryNames() {
  const known = new WeakMap<Database, string>()
  let last = 0
  return {
    of(database: Database): string {
      const name = known.get(database) ?? `${database.name} ${++last}`
      known.set(database, name)
      return name
    },
  }
}
