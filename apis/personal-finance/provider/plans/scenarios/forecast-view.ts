// The state of the forecast in responses.
import type { OutputOf } from '#define'
import type { endpoints } from '../../../endpoints.ts'
import { type Db, type Ledger, timeOf } from '../../ledger.ts'
import { seriesLimit } from '../series/store.ts'
import { readForecast } from './outlook.ts'

type ForecastView = Pick<
  OutputOf<(typeof endpoints)['getUser']>,
  | 'available_budgets'
  | 'forecast_last_updated_at'
  | 'forecast_last_accessed_at'
  | 'forecast_start_date'
  | 'forecast_end_date'
  | 'forecast_defer_recalculate'
  | 'forecast_needs_recalculate'
>

/** Reads the view. It must run inside `withSnapshot`. */
export async function readForecastView(db: Db, ledger: Ledger): Promise<ForecastView> {
  const { startDate, endDate, updatedAt, isValid } = await readForecast(db, ledger)
  const updated = updatedAt === undefined ? null : timeOf(updatedAt)
  return {
    available_budgets: seriesLimit,
    forecast_last_updated_at: updated,
    forecast_last_accessed_at: updated,
    forecast_start_date: startDate,
    forecast_end_date: endDate,
    forecast_defer_recalculate: false,
    forecast_needs_recalculate: !isValid,
  }
}
