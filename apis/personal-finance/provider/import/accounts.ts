// Finds or creates the accounts of a statement. All functions run inside `withLock`.
import { sql } from 'kysely'
import type { AccountPlans } from '../ledger/accounts/account-plans.ts'
import { addAccount } from '../ledger/accounts/store.ts'
import { readTransactionAccounts } from '../ledger/accounts/transaction-accounts.ts'
import { addInstitution, readInstitutions } from '../ledger/institutions/store.ts'
import type { Db, Ledger } from '../ledger.ts'
import { amountLimit } from '../money.ts'
import { foldForSearch } from '../search-text.ts'
import { type DateOrder, dayIn } from './dates.ts'
import { storedString } from './details.ts'
import type { FoundAccount, Session, SessionChange } from './session.ts'
import type { StatementAccount, StatementBalance } from './statement.ts'

/** Finds the account by number, else by name, in the same currency; creates it if there is no match. */
export async function findAccount(
  db: Db,
  ledger: Ledger,
  { account, session, plans }: { account: StatementAccount; session: SessionChange; plans: AccountPlans },
): Promise<FoundAccount> {
  const known = session.account(account.key)
  if (known) return known
  const currency = account.currency ?? ledger.user.base_currency
  const name = foldForSearch(titleOf(account))
  const number = plainNumber(account.number)
  const existing = (await readTransactionAccounts(db, ledger)).find(
    ({ row, account: { title, currency: own } }) =>
      (account.currency === undefined || own === account.currency) &&
      (number === '' ? [row.name, title].map(foldForSearch).includes(name) : plainNumber(row.number) === number),
  )
  const transactionAccount = existing?.row.id ?? (await createAccount(db, ledger, plans, { ...account, currency }))
  const chosen = { transactionAccount, created: !existing }
  session.accounts.set(account.key, chosen)
  if (chosen.created) session.created++
  return chosen
}

/** Returns the title of an account, also if the file has only its number, or neither. */
function titleOf({ title, number }: StatementAccount): string {
  return storedString(title ?? (number === undefined ? undefined : `Account ${number}`)) ?? 'Imported'
}

/** Normalises the number of an account, which banks write with and without spaces and dashes. */
function plainNumber(number: string | null | undefined): string {
  return (number ?? '').replace(/[^0-9A-Za-z]/g, '').toLowerCase()
}

async function createAccount(
  db: Db,
  ledger: Ledger,
  plans: AccountPlans,
  account: StatementAccount & { readonly currency: string },
): Promise<number> {
  const { number, type = 'bank', currency } = account
  const title = titleOf(account)
  const institutionId = await institutionFor(db, ledger, {
    title: storedString(account.institution) ?? 'Imported',
    currency,
  })
  const { transactionAccount } = await addAccount(db, ledger, plans, {
    title,
    currency,
    type,
    institutionId,
    number: storedString(number) ?? undefined,
  })
  return transactionAccount
}

async function institutionFor(
  db: Db,
  ledger: Ledger,
  institution: { title: string; currency: string },
): Promise<number> {
  const title = foldForSearch(institution.title)
  const existing = (await readInstitutions(db, ledger)).find((row) => foldForSearch(row.title) === title)
  return existing?.id ?? (await addInstitution(db, ledger, institution)).id
}

/**
 * Sets the start of accounts that the import created: the day of their first transaction, and the starting balance that
 * yields the bank's stated balance. Other accounts keep theirs.
 */
export async function writeBalances(
  db: Db,
  ledger: Ledger,
  { balances, session, order }: { balances: readonly StatementBalance[]; session: Session; order: DateOrder },
): Promise<void> {
  for (const [key, { transactionAccount, created }] of session.accounts) {
    if (!created) continue
    const stated = balances.find((one) => one.account.key === key)
    const day = stated && dayIn(stated.date, order)
    const { first, total } = await db
      .selectFrom('personal_finance_day_totals')
      .select([
        sql<string | null>`min(date)`.as('first'),
        sql<number>`coalesce(sum(case when date <= ${day ?? ''} then total else 0 end), 0)`.as('total'),
      ])
      .where('owner', '=', ledger.owner)
      .where('transaction_account_id', '=', transactionAccount)
      .executeTakeFirstOrThrow()
    const balance = stated && day !== undefined ? stated.amount - total : 0
    if (first === null || Math.abs(balance) > amountLimit) continue
    await db
      .updateTable('personal_finance_transaction_accounts')
      .set({ starting_date: first, starting_balance: balance, start_moves: stated && day !== undefined ? 0 : 1 })
      .where('owner', '=', ledger.owner)
      .where('id', '=', transactionAccount)
      .execute()
  }
}
