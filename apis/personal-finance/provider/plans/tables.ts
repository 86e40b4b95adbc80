// The tables of the plans: scenarios, series of budget events, and the last forecast. They follow the conventions of
// the ledger's tables (../../tables.ts): owner first in every key, amounts in units, days as `YYYY-MM-DD`, times in
// milliseconds.
import type { RepeatType } from './series/recurrence.ts'

interface Stamps {
  created_at: number
  updated_at: number
}

/** A forecast of an account, in its currency. It is removed with the account. */
export interface ScenariosTable extends Stamps {
  owner: string
  id: number
  account_id: number
  /** The transaction account that the primary scenario continues; null for a scenario with its own starting balance. */
  transaction_account_id: number | null
  title: string
  description: string | null
  type: 'no-interest' | 'savings' | 'debt'
  /** Yearly rate in percent, as an exact decimal. */
  interest_rate: string | null
  /** Interval of interest (SOURCES 4.5). */
  interest_rate_repeat_id: number | null
  minimum_value: number | null
  maximum_value: number | null
  achieve_date: string | null
  /** Unused with a transaction account, which has its own. */
  starting_balance: number
  starting_date: string
  /** 1 if the safe balance is calculated. */
  shows_safe_balance: 0 | 1
}

/** A series of budget events of a category. It is removed with its scenario or its category. */
export interface SeriesTable extends Stamps {
  owner: string
  id: number
  scenario_id: number
  category_id: number
  /** Day of the first event. */
  start_date: string
  /** Day of the last event; null if there is none. */
  end_date: string | null
  /** Day of the month of monthly and yearly events. */
  month_day: number
  repeat_type: RepeatType
  repeat_interval: number
  /** Negative for spending. */
  amount: number
  note: string | null
}

/** Changes of one event of a series. */
export interface SeriesExceptionsTable {
  owner: string
  series_id: number
  date: string
  removed: 0 | 1
  /** Null for the amount of the series. */
  amount: number | null
  /** 1 if `note` replaces that of the series, even if it is null. */
  has_note: 0 | 1
  note: string | null
}

/** The last forecast. It is valid for the user's revision and day at its calculation. */
interface ForecastsTable {
  owner: string
  revision: number
  /** The user's day, on which the forecast starts. */
  start_date: string
  end_date: string
  updated_at: number
}
/** The forecast of one scenario, in exact decimals: planned money has no bound that fits an integer. */
interface ForecastBalancesTable {
  owner: string
  scenario_id: number
  current: string
  closing: string
  safe: string
}

export interface PlanTables {
  personal_finance_scenarios: ScenariosTable
  personal_finance_series: SeriesTable
  personal_finance_series_exceptions: SeriesExceptionsTable
  personal_finance_forecasts: ForecastsTable
  personal_finance_forecast_balances: ForecastBalancesTable
}
