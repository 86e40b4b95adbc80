// A scenario in responses.
import type { Rates } from '../../exchange/rates.ts'
import type { ScenarioView } from '../../ledger/accounts/account-plans.ts'
import { balanceView } from '../../ledger/accounts/balance-view.ts'
import { timeOf } from '../../ledger.ts'
import { amountOf, rounded } from '../../money.ts'
import { digitsOf } from '../../reference/currencies.ts'
import type { Outlook } from './outlook.ts'
import type { Scenario } from './store.ts'

/** Returns the view of a scenario with its outlook; `rates` convert to the user's base currency. */
export function scenarioView(
  { row, account, startingBalance, startingDate }: Scenario,
  outlook: Outlook,
  { today, rates }: { today: string; rates: Rates },
): ScenarioView {
  const { currency } = account
  const digits = digitsOf(currency)
  const safe = row.shows_safe_balance === 1 ? outlook.safe : undefined
  const rate = rates.now(currency)
  const inBase = (amount: typeof outlook.current) => rate && rounded(amount.times(rate), digitsOf(rates.base))
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    type: row.type,
    interest_rate: row.interest_rate === null ? null : Number(row.interest_rate),
    interest_rate_repeat_id: row.interest_rate_repeat_id,
    'minimum-value': row.minimum_value === null ? null : amountOf(row.minimum_value),
    'maximum-value': row.maximum_value === null ? null : amountOf(row.maximum_value),
    achieve_date: row.achieve_date,
    starting_balance: amountOf(startingBalance),
    starting_balance_date: startingDate,
    closing_balance: rounded(outlook.closing, digits),
    closing_balance_date: outlook.closingDate,
    ...balanceView(0, currency, { today, rates }),
    current_balance: outlook.current.toNumber(),
    current_balance_in_base_currency: inBase(outlook.current) ?? null,
    safe_balance: safe ? rounded(safe, digits) : null,
    safe_balance_in_base_currency: (safe && inBase(safe)) ?? null,
    created_at: timeOf(row.created_at),
    updated_at: timeOf(row.updated_at),
  }
}
