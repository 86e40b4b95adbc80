// Accounts and transaction accounts in responses. The balance of an account is the sum over its transaction accounts.
import type { OutputOf } from '#define'
import type { endpoints } from '../../../endpoints.ts'
import type { RateSource, Rates } from '../../exchange/rates.ts'
import { type Db, type Ledger, timeOf } from '../../ledger.ts'
import type { LedgerAccess } from '../../ledger-transaction.ts'
import { amountOf } from '../../money.ts'
import { institutionView } from '../institution-view.ts'
import type { AccountPlans, AccountScenarios } from './account-plans.ts'
import { accountTypeOf } from './account-types.ts'
import { balanceView } from './balance-view.ts'
import {
  type AccountRow,
  accountsOf,
  readTransactionAccounts,
  type TransactionAccount,
} from './transaction-accounts.ts'

export type AccountView = OutputOf<(typeof endpoints)['getAccount']>
export type TransactionAccountView = OutputOf<(typeof endpoints)['getTransactionAccount']>

/** Dependencies of the views of accounts. */
export interface AccountDeps {
  readonly rates: RateSource
  readonly plans: AccountPlans
}

/** Returns the accounts whose ids `select` returns, in display order. `select` can throw a refusal. */
export async function accountViews(
  access: LedgerAccess,
  { rates, plans }: AccountDeps,
  select: (db: Db, ledger: Ledger, accounts: ReadonlyMap<number, AccountRow>) => Promise<readonly number[]>,
): Promise<AccountView[]> {
  const { ledger, details } = await access.withSnapshot(async (db, ledger) => {
    const accounts = await accountsOf(db, ledger)
    const ids = new Set(await select(db, ledger, accounts))
    const selected = [...accounts.values()].filter((row) => ids.has(row.id))
    return { ledger, details: await detailsOf(db, ledger, { accounts: selected, plans }) }
  })
  const currencies = details.flatMap(({ account, scenarios }) => [account.currency, ...(scenarios?.currencies ?? [])])
  const known = await rates({ base: ledger.user.base_currency, currencies })
  return details.map((one) => accountView(one, ledger, known))
}

interface AccountDetails {
  readonly account: AccountRow
  readonly transactionAccounts: readonly TransactionAccount[]
  readonly scenarios: AccountScenarios | undefined
}

async function detailsOf(
  db: Db,
  ledger: Ledger,
  { accounts, plans }: { accounts: readonly AccountRow[]; plans: AccountPlans },
): Promise<AccountDetails[]> {
  const byAccount = Map.groupBy(await readTransactionAccounts(db, ledger), ({ account }) => account.id)
  const balances = accounts.map((account) => ({ account, balance: totalOf(byAccount.get(account.id) ?? []) }))
  const scenarios = await plans.scenariosOf(db, ledger, balances)
  return accounts.map((account) => ({
    account,
    transactionAccounts: byAccount.get(account.id) ?? [],
    scenarios: scenarios.get(account.id),
  }))
}

function accountView(
  { account, transactionAccounts, scenarios }: AccountDetails,
  ledger: Ledger,
  rates: Rates,
): AccountView {
  const transactionAccountViews = transactionAccounts.map((one) => transactionAccountView(one, ledger, rates))
  const scenarioViews = [...(scenarios?.view(rates) ?? [])]
  return {
    id: account.id,
    title: account.title,
    type: accountTypeOf(account.type),
    currency_code: account.currency.toUpperCase(),
    is_net_worth: account.is_net_worth === 1,
    primary_transaction_account: transactionAccountViews[0] ?? null,
    primary_scenario: scenarioViews[0] ?? null,
    transaction_accounts: transactionAccountViews,
    scenarios: scenarioViews,
    ...balanceView(totalOf(transactionAccounts), account.currency, { today: ledger.today, rates }),
    created_at: timeOf(account.created_at),
    updated_at: timeOf(account.updated_at),
  }
}

function totalOf(transactionAccounts: readonly TransactionAccount[]): number {
  return transactionAccounts.reduce((sum, { balance }) => sum + balance, 0)
}

export function transactionAccountView(
  { row, account, institution, balance }: TransactionAccount,
  { today }: Ledger,
  rates: Rates,
): TransactionAccountView {
  return {
    id: row.id,
    name: row.name,
    number: row.number,
    type: accountTypeOf(account.type),
    currency_code: account.currency.toUpperCase(),
    ...balanceView(balance, account.currency, { today, rates }),
    starting_balance: amountOf(row.starting_balance),
    starting_balance_date: row.starting_date,
    institution: institutionView(institution),
    created_at: timeOf(row.created_at),
    updated_at: timeOf(row.updated_at),
  }
}
