// The tables of the embedded provider. Suggestions are the same for everybody, so no row belongs to an account. The
// sample that comes with the provider is not in them.

/** One imported activity. */
export interface RecordsTable {
  /** Position in the order of the data, from 0. */
  place: number
  /** The activity as a JSON object. */
  data: string
  /** Number of the import that wrote it. */
  import: number
}

/** A published import; the rows of others are not visible. */
export interface ImportsTable {
  import: number
}

/** The one row that tells every process whether its copy of the activities is current. */
export interface StateTable {
  id: number
  /** The number of the newest published import; 0 before the first. */
  revision: number
  /** The number given out last. */
  imports: number
}

export interface Tables {
  activity_suggestions_records: RecordsTable
  activity_suggestions_imports: ImportsTable
  activity_suggestions_state: StateTable
}
