// The tables of the embedded provider. Rates are facts that everybody shares, so no row belongs to an account.

/** One publication day. */
export interface DaysTable {
  /** `YYYY-MM-DD`. */
  day: string
  /** JSON object: units of each currency for one euro, by currency code. */
  rates: string
  /** 1 for a row of the sample, 0 for an imported one. */
  sample: number
}

/** The one row that tells every process whether its index is current. */
export interface StateTable {
  id: number
  /** Grows with every change of the days; also the lock under which they change. */
  revision: number
}

export interface Tables {
  exchange_rates_days: DaysTable
  exchange_rates_state: StateTable
}
