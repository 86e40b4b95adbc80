// What the chemistry thread is asked and answers: plain data.
import type { Library, LibrarySource, PathFingerprints } from './library.ts'

/** Loads RDKit, and the reader of InChI if it is needed. */
export interface PrepareTask {
  readonly kind: 'prepare'
  readonly inchi: boolean
}
/** Reads the structures of a database for searches. */
export interface BuildTask extends LibrarySource {
  readonly kind: 'build'
}
/** What similarity needs of a library, computed by the first such search. */
export interface FingerprintsTask {
  readonly kind: 'fingerprints'
  readonly library: Library
}
/** Gives the thread a library, which later searches name. It takes the place of the one of the same database. */
export interface AttachTask {
  readonly kind: 'attach'
  readonly name: string
  readonly database: string
  readonly library: Library
}
/** Reads a structure: SMILES, a MOL block, or InChI once its reader is prepared. */
export interface ReadTask {
  readonly kind: 'read'
  readonly text: string
}
interface SearchTask {
  /** Name of the library. */
  readonly library: string
  readonly onlyInSubstances: boolean
  /** How many matches to pass over, and how many to return. */
  readonly skip: number
  readonly count: number
}
export interface SimilarTask extends SearchTask {
  readonly kind: 'similar'
  readonly text: string
  readonly threshold: number
  readonly fingerprints: PathFingerprints
}
export interface SubstructureTask extends SearchTask {
  readonly kind: 'substructure'
  readonly text: string
}
/** MOL blocks with coordinates for drawing. */
export interface MolBlocksTask {
  readonly kind: 'blocks'
  readonly smiles: readonly string[]
}
export type Task =
  | PrepareTask
  | BuildTask
  | FingerprintsTask
  | AttachTask
  | ReadTask
  | SimilarTask
  | SubstructureTask
  | MolBlocksTask

/** A structure in the forms that identify it. */
export interface ReadStructure {
  readonly smiles: string
  readonly inchi: string
  readonly inchiKey: string
  readonly atoms: number
}
/** Places of structures, and similarities to the query where there are some. */
export interface Found {
  readonly places: readonly number[]
  readonly metrics: readonly number[]
}

/** The result of each task. `undefined` stands for a structure or pattern that cannot be read. */
export interface Results {
  /** Whether what was wanted is there. */
  readonly prepare: boolean
  readonly build: Library
  readonly fingerprints: PathFingerprints
  readonly attach: true
  readonly read: ReadStructure | undefined
  readonly similar: Found | 'empty' | undefined
  readonly substructure: Found | undefined
  readonly blocks: readonly string[]
}
