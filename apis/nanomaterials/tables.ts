// The tables of the embedded provider. What was imported is the same for everybody, so no row belongs to an account.
// The sample is computed and not stored.

/** A substance with its composition and studies. */
export interface RecordsTable {
  /** Name of the database, such as nanoreg1. */
  database: string
  /** UUID of the substance, with its prefix. */
  key: string
  /** JSON of `Substance`. */
  value: string
  /** Number of the import that wrote it. */
  import: number
}

/** A published import; the records of others are not visible. */
export interface ImportsTable {
  import: number
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
  nanomaterials_records: RecordsTable
  nanomaterials_imports: ImportsTable
  nanomaterials_state: StateTable
}
