// Reads and writes scenarios, the forecasts of accounts.
import type { Insertable, Selectable } from 'kysely'
import { notFound } from '../../errors.ts'
import type { AccountRow, TransactionAccountRow } from '../../ledger/accounts/transaction-accounts.ts'
import type { Db, Ledger } from '../../ledger.ts'
import type { ScenariosTable } from '../tables.ts'

type ScenarioRow = Selectable<ScenariosTable>

/** A scenario and the account that it continues. */
export interface Scenario {
  readonly row: ScenarioRow
  readonly account: AccountRow
  /** Starting balance in units; for a primary scenario, that of the transaction account. */
  readonly startingBalance: number
  readonly startingDate: string
}

/** Returns the scenarios of these accounts: primary ones first, then by id. */
export async function readScenarios(
  db: Db,
  { owner }: Ledger,
  accounts: ReadonlyMap<number, AccountRow>,
): Promise<Scenario[]> {
  const rows = await db
    .selectFrom('personal_finance_scenarios as scenario')
    .leftJoin('personal_finance_transaction_accounts as transaction_account', (join) =>
      join
        .onRef('transaction_account.owner', '=', 'scenario.owner')
        .onRef('transaction_account.id', '=', 'scenario.transaction_account_id'),
    )
    .selectAll('scenario')
    .select([
      'transaction_account.starting_balance as account_balance',
      'transaction_account.starting_date as account_date',
    ])
    .where('scenario.owner', '=', owner)
    .orderBy('scenario.id')
    .execute()
  const scenarios = rows.flatMap(({ account_balance, account_date, ...row }): Scenario[] => {
    const account = accounts.get(row.account_id)
    if (!account) return []
    const startingBalance = account_balance ?? row.starting_balance
    return [{ row, account, startingBalance, startingDate: account_date ?? row.starting_date }]
  })
  return scenarios.sort((a, b) => Number(isPrimary(b)) - Number(isPrimary(a)))
}

/** Throws 404 unless all scenarios exist. */
export async function requireScenarios(db: Db, { owner }: Ledger, ids: readonly number[]): Promise<void> {
  const rows = db.selectFrom('personal_finance_scenarios').select('id').where('owner', '=', owner)
  if ((await rows.where('id', 'in', ids).execute()).length < ids.length) throw notFound('Scenario')
}

export async function addScenario(db: Db, row: Insertable<ScenariosTable>): Promise<void> {
  await db.insertInto('personal_finance_scenarios').values(row).execute()
}

/** Returns the primary scenario of a new account, which continues its transaction account without interest. */
export function primaryScenario(
  id: number,
  transactionAccount: TransactionAccountRow & { readonly title: string },
): Insertable<ScenariosTable> {
  return {
    owner: transactionAccount.owner,
    id,
    account_id: transactionAccount.account_id,
    transaction_account_id: transactionAccount.id,
    title: transactionAccount.title,
    description: null,
    type: 'no-interest',
    interest_rate: null,
    interest_rate_repeat_id: 0,
    minimum_value: null,
    maximum_value: null,
    achieve_date: null,
    starting_balance: 0,
    starting_date: transactionAccount.starting_date,
    shows_safe_balance: 0,
    created_at: transactionAccount.created_at,
    updated_at: transactionAccount.updated_at,
  }
}

/** Reports whether a scenario continues the balance of a transaction account. */
export function isPrimary({ row }: Scenario): boolean {
  return row.transaction_account_id !== null
}
