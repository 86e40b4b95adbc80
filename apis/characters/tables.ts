// The tables of the embedded provider. The world of a series is the same for everybody, so no row belongs to an
// account. The sample that comes with the provider is not in them.

export type Kind = 'character' | 'location' | 'episode'

/** One imported record. */
export interface RecordsTable {
  kind: Kind
  id: number
  /** The record as a JSON object; links are ids. */
  data: string
  /** Number of the import that wrote it. */
  import: number
}

/** A published import; the rows of others are not visible. */
export interface ImportsTable {
  import: number
}

/** The one row that tells every process whether its copy of the records is current. */
export interface StateTable {
  id: number
  /** The number of the newest published import; 0 before the first. */
  revision: number
  /** The number given out last. */
  imports: number
}

export interface Tables {
  characters_records: RecordsTable
  characters_imports: ImportsTable
  characters_state: StateTable
}
