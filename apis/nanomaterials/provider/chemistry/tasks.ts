// The tasks and results of the chemistry thread: plain data.
import type { Library, LibrarySource, PathFingerprints } from './library.ts'

/** Loads RDKit, and the reader of InChI if it is needed. */
export interface PrepareTask {
  readonly kind: 'prepare'
  /** The folder of the engines. */
  readonly inchiIn?: string
}
/** Reads the structures of a database for searches. */
interface BuildTask extends LibrarySource {
  readonly kind: 'build'
}
/** Computes the fingerprints of a library for similarity, at the first such search. */
interface FingerprintsTask {
  readonly kind: 'fingerprints'
  readonly library: Library
}
/** Gives the thread a library, which later searches name. It replaces the previous one of the same database. */
export interface AttachTask {
  readonly kind: 'attach'
  readonly name: string
  readonly database: string
  readonly library: Library
}
/** Reads a structure: SMILES, a MOL block, or InChI once its reader is prepared. */
interface ReadTask {
  readonly kind: 'read'
  readonly text: string
}
interface SearchTask {
  /** Name of the library. */
  readonly library: string
  readonly onlyInSubstances: boolean
  /** Numbers of matches to skip and to return. */
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
/** Computes MOL blocks with coordinates for drawing. */
interface MolBlocksTask {
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

/** A structure in its identifying forms. */
export interface ReadStructure {
  readonly smiles: string
  readonly inchi: string
  readonly inchiKey: string
  readonly atoms: number
}
/** Positions of structures, and similarities to the query if they apply. */
export interface Found {
  readonly places: readonly number[]
  readonly metrics: readonly number[]
}

/** The result of each task; `undefined` means an invalid structure or pattern. */
export interface Results {
  /** True if the requested parts are loaded. */
  readonly prepare: boolean
  readonly build: Library
  readonly fingerprints: PathFingerprints
  readonly attach: true
  readonly read: ReadStructure | undefined
  readonly similar: Found | 'empty' | undefined
  readonly substructure: Found | undefined
  readonly blocks: readonly string[]
}
