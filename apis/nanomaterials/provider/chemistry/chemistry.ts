// Queries RDKit on a separate thread, which can be terminated if a hostile pattern keeps it busy. One query runs at a
// time, and accounts take turns.
import { createTurns } from '#provider/run'
import { busy } from '../errors.ts'
import type { Database } from '../materials/materials.ts'
import { ChemistryThread } from './chemistry-thread.ts'
import type { Found, ReadStructure, Results } from './tasks.ts'

interface SearchOptions {
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

export function createChemistry(enginesFolder: string): Chemistry {
  const turns = createTurns({ ...limits, makeBusyError: busy })
  const thread = new ChemistryThread(enginesFolder)
  return {
    read: (text, { account, signal }) => turns.run(account, () => thread.read(text), signal),
    similar: (database, text, { account, signal, threshold, ...search }) =>
      turns.run(
        account,
        async () => {
          const { name, library } = await thread.attach(database)
          const fingerprints = await thread.fingerprintsOf(database, library)
          return thread.ask({ kind: 'similar', library: name, text, threshold, fingerprints, ...search })
        },
        signal,
      ),
    substructure: (database, text, { account, signal, ...search }) =>
      turns.run(
        account,
        async () => {
          const { name } = await thread.attach(database)
          return thread.ask({ kind: 'substructure', library: name, text, ...search })
        },
        signal,
      ),
    blocks: (smiles, { account, signal }) =>
      turns.run(
        account,
        async () => {
          await thread.prepared()
          return thread.ask({ kind: 'blocks', smiles })
        },
        signal,
      ),
    close: () => thread.close(),
  }
}
