// The tables of the embedded provider. Suggestions are the same for everybody, so no row belongs to an account. The
// sample that comes with the provider is not in them.

/** One imported activity. */
export interface RecordsTable {
  /** Position in the order of the data, from 0. */
  place: number
  /** The activity as a JSON object. */
  data: string
}

/** The one row that tells every process whether its copy of the activities is current. */
export interface StateTable {
  id: number
  /** Grows with every import; also the lock under which the activities change. */
  revision: number
}

export interface Tables {
  activity_suggestions_records: RecordsTable
  activity_suggestions_state: StateTable
}
