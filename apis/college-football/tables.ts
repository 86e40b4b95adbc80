// The tables of the embedded provider: what was imported, the same for everybody. The sample is computed and not
// stored.

/** A record of an imported file, or all plays of a game. */
export interface RecordsTable {
  /** What it is, such as `games`. */
  kind: string
  /** Year of the season; 0 where the source names none. */
  season: number
  /** Identifies it among those of its kind and season. */
  id: string
  /** JSON of the type of `provider/imported/stored.ts` that belongs to the kind. */
  value: string
  /** Number of the import that wrote it. */
  import: number
}

/** An import. Its records are visible once it is published; before, the same file goes on where it broke off. */
export interface ImportsTable {
  import: number
  /** Hash of the name of the file and of its beginning. */
  file: string
  /** Rows of the file whose records are stored, and a hash of them. */
  rows: number
  digest: string
  /** The revision on which it builds: plays are merged with those that were visible then. */
  revision: number
  /** 1 when it is complete. */
  published: number
  /** Milliseconds since the epoch, of the last write. */
  updated_at: number
}

/** The one row that says to every process whether what it has read is current. */
export interface StateTable {
  id: number
  /** The number of the newest published import; 0 before the first. */
  revision: number
  /** The number given out last. */
  imports: number
}

export interface Tables {
  college_football_records: RecordsTable
  college_football_imports: ImportsTable
  college_football_state: StateTable
}
