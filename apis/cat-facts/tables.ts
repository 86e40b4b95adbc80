// The tables of the embedded provider. Facts and breeds are the same for everybody, so no row belongs to an account.
// The sample that comes with the provider is not in them.

/** One imported record. */
export interface RecordsTable {
  kind: 'fact' | 'breed'
  /** Position among the records of its kind, from 0. */
  place: number
  /** The fact as a JSON text, or the breed as a JSON object. */
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
  cat_facts_records: RecordsTable
  cat_facts_imports: ImportsTable
  cat_facts_state: StateTable
}
