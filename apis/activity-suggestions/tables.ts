// The tables of the embedded provider. All accounts share the suggestions, so no row has an owner. The built-in sample
// is not stored.

/** One imported activity. */
export interface RecordsTable {
  /** Position in the order of the data, from 0. */
  place: number
  /** Activity as a JSON object. */
  data: string
  /** Number of the import that wrote the row. */
  import: number
}

/** A published import; rows of unpublished imports are invisible. */
interface ImportsTable {
  import: number
}

/** The single row from which every process learns whether its copy of the activities is current. */
interface StateTable {
  id: number
  /** The number of the newest published import; 0 before the first. */
  revision: number
  /** The last import number issued. */
  imports: number
}

export interface Tables {
  activity_suggestions_records: RecordsTable
  activity_suggestions_imports: ImportsTable
  activity_suggestions_state: StateTable
}
