// The tables of the embedded provider. All accounts share imported data, so no row has an owner. The sample is computed
// and not stored.

/** A substance with its composition and studies. */
export interface RecordsTable {
  /** Name of the database, such as nanoreg1. */
  database: string
  /** UUID of the substance, with its prefix. */
  key: string
  /** JSON of `Substance`. */
  value: string
  /** Number of the import that wrote the row. */
  import: number
}

/** A published import; records of unpublished imports are invisible. */
interface ImportsTable {
  import: number
}

/** The single row from which every process learns whether its data is current. */
interface StateTable {
  id: number
  /** The number of the newest published import; 0 before the first. */
  revision: number
  /** The last import number issued. */
  imports: number
}

export interface Tables {
  nanomaterials_records: RecordsTable
  nanomaterials_imports: ImportsTable
  nanomaterials_state: StateTable
}
