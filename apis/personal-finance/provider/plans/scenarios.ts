// Scenarios, the forecast sides of accounts: their rows, and how they stand in an answer.
import type { Insertable, Selectable } from 'kysely'
import type { Rates } from '../exchange/rates.ts'
import { balanceView } from '../ledger/accounts/transaction-accounts.ts'
import type { AccountRow, ScenarioView, TransactionAccountRow } from '../ledger/plan-hooks.ts'
import { amountOf, rounded } from '../money.ts'
import { digitsOf } from '../reference/currencies.ts'
import { type Db, timeOf, type World } from '../world.ts'
import type { Outlook } from './outlook.ts'
import type { ScenariosTable } from './tables.ts'

export type ScenarioRow = Selectable<ScenariosTable>

/** A scenario with what it continues. */
export interface Scenario {
  readonly row: ScenarioRow
  readonly account: AccountRow
  /** In units: that of the bank's side where there is one. */
  readonly startingBalance: number
  readonly startingDate: string
}

/** The scenarios of these accounts: of each account the primary first, then in order of their ids. */
export async function readScenarios(
  db: Db,
  { owner }: World,
  accounts: ReadonlyMap<number, AccountRow>,
): Promise<Scenario[]> {
  const rows = await db
    .selectFrom('personal_finance_scenarios as scenario')
    .leftJoin('personal_finance_transaction_accounts as side', (join) =>
      join.onRef('side.owner', '=', 'scenario.owner').onRef('side.id', '=', 'scenario.transaction_account_id'),
    )
    .selectAll('scenario')
    .select(['side.starting_balance as side_balance', 'side.starting_date as side_date'])
    .where('scenario.owner', '=', owner)
    .orderBy('scenario.id')
    .execute()
  const scenarios = rows.flatMap(({ side_balance, side_date, ...row }): Scenario[] => {
    const account = accounts.get(row.account_id)
    if (!account) return []
    const startingBalance = side_balance ?? row.starting_balance
    return [{ row, account, startingBalance, startingDate: side_date ?? row.starting_date }]
  })
  return scenarios.sort((a, b) => Number(isPrimary(b)) - Number(isPrimary(a)))
}

/** Stores a scenario. */
export async function addScenario(db: Db, row: Insertable<ScenariosTable>): Promise<void> {
  await db.insertInto('personal_finance_scenarios').values(row).execute()
}

/** The primary scenario of a new account: it continues the bank's side, without interest. */
export function primaryScenario(
  id: number,
  side: TransactionAccountRow & { readonly title: string },
): Insertable<ScenariosTable> {
  return {
    owner: side.owner,
    id,
    account_id: side.account_id,
    transaction_account_id: side.id,
    title: side.title,
    description: null,
    type: 'no-interest',
    interest_rate: null,
    interest_rate_repeat_id: 0,
    minimum_value: null,
    maximum_value: null,
    achieve_date: null,
    starting_balance: 0,
    starting_date: side.starting_date,
    shows_safe_balance: 0,
    created_at: side.created_at,
    updated_at: side.updated_at,
  }
}

/** Whether it continues the balance of the bank. */
export function isPrimary({ row }: Scenario): boolean {
  return row.transaction_account_id !== null
}

/** The scenario as it stands in an answer. */
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
