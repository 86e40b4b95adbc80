// A current balance in responses, including those of scenarios.
import type { Rates } from '../../exchange/rates.ts'
import { amountOf } from '../../money.ts'

/** Returns a balance in its own currency and in the user's. `safe_balance` is unused (SOURCES 5.5). */
export function balanceView(units: number, currency: string, { today, rates }: { today: string; rates: Rates }) {
  return {
    current_balance: amountOf(units),
    current_balance_date: today,
    current_balance_in_base_currency: rates.convert(units, currency),
    current_balance_exchange_rate: rates.shown(currency),
    safe_balance: null,
    safe_balance_in_base_currency: null,
  }
}
