// The tables of the embedded provider. The world of a series is the same for everybody, so no row belongs to an
// account. The sample that comes with the provider is not in them.

export type Kind = 'character' | 'location' | 'episode'

/** One imported record. */
export interface RecordsTable {
  kind: Kind
  id: number
  /** The record as a JSON object; links are ids. */
  data: string
}

/** The one row that tells every process whether its copy of the records is current. */
export interface StateTable {
  id: number
  /** Grows with every import; also the lock under which the records change. */
  revision: number
}

export interface Tables {
  characters_records: RecordsTable
  characters_state: StateTable
}
