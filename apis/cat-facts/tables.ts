// The tables of the embedded provider. All accounts share facts and breeds, so no row has an owner. The built-in sample
// is not stored.

/** One imported record. */
export interface RecordsTable {
  kind: 'fact' | 'breed'
  /** Position among the records of its kind, from 0. */
  place: number
  /** Fact as a JSON text, or breed as a JSON object. */
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
  cat_facts_records: RecordsTable
  cat_facts_imports: ImportsTable
  cat_facts_state: StateTable
}
