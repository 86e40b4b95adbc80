// The tables of the plans: scenarios, series of budget events, and the forecast worked out last. What holds for the ledger's
// tables (../../tables.ts) holds here: owner first in every key, amounts in units, days as text, times in milliseconds.
import type { RepeatType } from './series/recurrence.ts'

interface Stamps {
  created_at: number
  updated_at: number
}

/** The forecast's side of an account; its currency is the account's. It goes with the account. */
export interface ScenariosTable extends Stamps {
  owner: string
  id: number
  account_id: number
  /** The bank's side that the primary scenario continues; null for one that stands for itself, from its own starting balance. */
  transaction_account_id: number | null
  title: string
  description: string | null
  type: 'no-interest' | 'savings' | 'debt'
  /** Yearly rate in percent, as exact decimal text. */
  interest_rate: string | null
  /** How often interest falls due (FACTS 5). */
  interest_rate_repeat_id: number | null
  minimum_value: number | null
  maximum_value: number | null
  achieve_date: string | null
  /** Without meaning where there is a bank's side, which has its own. */
  starting_balance: number
  starting_date: string
  /** 1 where the safe balance is worked out. */
  shows_safe_balance: 0 | 1
}

/** A series of budget events of a category; it goes with its scenario and with its category. */
export interface SeriesTable extends Stamps {
  owner: string
  id: number
  scenario_id: number
  category_id: number
  /** Day of the first event. */
  start_date: string
  /** Day of the last event; null for none. */
  end_date: string | null
  /** Day of the month that months and years aim at. */
  month_day: number
  repeat_type: RepeatType
  repeat_interval: number
  /** Negative for spending. */
  amount: number
  note: string | null
}

/** What one event of a series has different from it. */
export interface SeriesExceptionsTable {
  owner: string
  series_id: number
  date: string
  removed: 0 | 1
  /** Null: as the series. */
  amount: number | null
  /** 1 where `note` replaces that of the series, null included. */
  has_note: 0 | 1
  note: string | null
}

/** The forecast worked out last. It is still right while the user's revision and day are those it was worked out at. */
export interface ForecastsTable {
  owner: string
  revision: number
  /** The user's day, on which the forecast starts. */
  start_date: string
  end_date: string
  updated_at: number
}
/** What that forecast says of one scenario, as exact decimal text: planned money has no bound that fits an integer. */
export interface ForecastBalancesTable {
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
