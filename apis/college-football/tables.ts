// The tables of the embedded provider: imported data, the same for all accounts. The sample is computed and not stored.

/** A record of an imported file, or all plays of a game. */
export interface RecordsTable {
  /** Kind, such as `games`. */
  kind: string
  /** Year of the season; 0 if the source has none. */
  season: number
  /** Id, unique within its kind and season. */
  id: string
  /** JSON of the kind's type in `provider/import/stored.ts`. */
  value: string
  /** Number of the import that wrote the row. */
  import: number
}

/** An import. Its records are visible once it is published; until then, the same file resumes it. */
interface ImportsTable {
  import: number
  /** Hash of the file's name and beginning. */
  file: string
  /** Rows of the file whose records are stored, and their hash. */
  rows: number
  digest: string
  /** The revision it builds on: plays are merged with those that were visible then. */
  revision: number
  /** 1 when complete. */
  published: number
  /** Time of the last write, in milliseconds since the epoch. */
  updated_at: number
}

/** The single row that lets every process check that its data is current. */
interface StateTable {
  id: number
  /** The number of the newest published import; 0 before the first. */
  revision: number
  /** The last number assigned. */
  imports: number
}

export interface Tables {
  college_football_records: RecordsTable
  college_football_imports: ImportsTable
  college_football_state: StateTable
}
