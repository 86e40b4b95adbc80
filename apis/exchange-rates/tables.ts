// The tables of the embedded provider. Rates are facts shared by all accounts, so rows have no account.

/** One publication day. */
export interface DaysTable {
  /** `YYYY-MM-DD`. */
  day: string
  /** JSON object: units of each currency for one euro, by currency code. */
  rates: string
  /** 1 for a row of the sample, 0 for an imported one. */
  sample: number
  /** Number of the import that wrote the row. */
  import: number
}

/** A published import; rows of other imports are not visible. */
interface ImportsTable {
  import: number
}

/** The single row that lets every process check that its index is current. */
interface StateTable {
  id: number
  /** The number of the newest published import; 0 before the first. */
  revision: number
  /** The last number assigned. */
  imports: number
}

export interface Tables {
  exchange_rates_days: DaysTable
  exchange_rates_imports: ImportsTable
  exchange_rates_state: StateTable
}
