// The tables of the embedded provider. All accounts share the world of a series, so no row has an owner. The built-in
// sample is not stored.

export type Kind = 'character' | 'location' | 'episode'

/** One imported record. */
export interface RecordsTable {
  kind: Kind
  id: number
  /** Record as a JSON object; links are ids. */
  data: string
  /** Number of the import that wrote the row. */
  import: number
}

/** A published import; rows of unpublished imports are invisible. */
interface ImportsTable {
  import: number
}

/** The single row from which every process learns whether its copy of the records is current. */
interface StateTable {
  id: number
  /** The number of the newest published import; 0 before the first. */
  revision: number
  /** The last import number issued. */
  imports: number
}

export interface Tables {
  characters_records: RecordsTable
  characters_imports: ImportsTable
  characters_state: StateTable
}
