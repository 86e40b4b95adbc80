// What the chemistry thread is asked and answers: plain data.

/** Structures of a database, loaded once; what is searched later names them by `library`. */
export interface LoadTask {
  readonly kind: 'load'
  readonly library: string
  /** SMILES by the place of the structure; empty where there is none. */
  readonly smiles: readonly string[]
  /** 1 where the structure is part of a substance. */
  readonly inSubstance: Uint8Array
}
/** Reads a structure. */
export interface ReadTask {
  readonly kind: 'read'
  readonly text: string
}
interface SearchTask {
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
export type Task = LoadTask | ReadTask | SimilarTask | SubstructureTask | MolBlocksTask

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
  readonly load: true
  readonly read: ReadStructure | undefined
  readonly similar: Found | 'empty' | undefined
  readonly substructure: Found | undefined
  readonly blocks: readonly string[]
}
