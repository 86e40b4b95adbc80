// The rows of scenarios, each a forecast of one account.
import type { Insertable, Selectable } from 'kysely'
import type { AccountRow, TransactionAccountRow } from '../../ledger/accounts/transaction-accounts.ts'
import type { Db, World } from '../../ledger.ts'
import type { ScenariosTable } from '../tables.ts'

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
