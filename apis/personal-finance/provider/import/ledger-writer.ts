// Writes the records of a statement into the ledger: finds or creates their accounts, skips records that are there
// already, and lets the rules choose categories. All functions run inside `withLock`.
import { sql } from 'kysely'
import type { AccountPlans } from '../ledger/accounts/account-plans.ts'
import { addAccount } from '../ledger/accounts/store.ts'
import { readTransactionAccounts } from '../ledger/accounts/transaction-accounts.ts'
import { type Categorise, categoriser } from '../ledger/categories/payee-rules.ts'
import { readTree } from '../ledger/categories/tree.ts'
import { addInstitution } from '../ledger/institutions/store.ts'
import { addTransactions, type TransactionDetails } from '../ledger/transactions/store.ts'
import type { Db, Ledger } from '../ledger.ts'
import { amountLimit } from '../money.ts'
import { noteLimit, stringLimit } from '../reading.ts'
import { foldForSearch } from '../search-text.ts'
import { type DateOrder, dayIn } from './dates.ts'
import type { FoundAccount, Session, SessionChange } from './session.ts'
import type { StatementAccount, StatementBalance, StatementRecord } from './statement.ts'

export interface DatedRecord {
  readonly record: StatementRecord
  readonly day: string
}

/** Adds the records that are not there yet, and returns the change of the session. */
export async function writeRecords(
  db: Db,
  ledger: Ledger,
  { records, session, plans }: { records: readonly DatedRecord[]; session: SessionChange; plans: AccountPlans },
): Promise<SessionChange> {
  const byTransactionAccount = new Map<number, DatedRecord[]>()
  for (const dated of records) {
    const { transactionAccount } = await findAccount(db, ledger, { account: dated.record.account, session, plans })
    const list = byTransactionAccount.get(transactionAccount)
    if (list) list.push(dated)
    else byTransactionAccount.set(transactionAccount, [dated])
  }
  const categorise = await chooser(db, ledger)
  for (const [transactionAccount, own] of byTransactionAccount) {
    const fresh = await withoutDuplicates(db, ledger, { transactionAccount, records: own, session })
    const list = fresh.map((dated) => ({
      details: detailsOf(dated, { transactionAccount, ledger, categorise }),
      labels: [],
    }))
    await addTransactions(db, ledger, list)
    session.added += fresh.length
    session.duplicates += own.length - fresh.length
  }
  return session
}

/** The category that the file names, when there is one of that title; otherwise the one that the rules choose. */
async function chooser(db: Db, ledger: Ledger): Promise<(record: StatementRecord) => number | null> {
  const tree = await readTree(db, ledger)
  const byTitle = new Map(tree.rows.map((row) => [foldForSearch(row.title), row.id]))
  const byRule: Categorise = await categoriser(db, ledger)
  return ({ category, payee }) => byTitle.get(foldForSearch(category ?? '')) ?? byRule(payee) ?? null
}

function detailsOf(
  { record, day }: DatedRecord,
  context: { transactionAccount: number; ledger: Ledger; categorise: (record: StatementRecord) => number | null },
): TransactionDetails {
  const payee = clean(record.payee, stringLimit) ?? '?'
  return {
    transaction_account_id: context.transactionAccount,
    payee,
    original_payee: payee,
    date: day,
    amount: record.amount,
    category_id: context.categorise(record),
    is_transfer: record.isTransfer ? 1 : null,
    needs_review: context.ledger.user.is_reviewing_transactions,
    status: 'posted',
    note: null,
    memo: clean(record.memo, noteLimit),
    cheque_number: clean(record.chequeNumber, stringLimit),
    upload_source: 'file',
    import_key: clean(record.bankId, stringLimit),
  }
}

function clean(value: string | undefined, limit: number): string | null {
  return value?.replaceAll('\0', '').trim().slice(0, limit) || null
}

interface Known {
  /** Ids of the bank that the account has. */
  readonly keys: ReadonlySet<string>
  /** Transactions by day, amount and payee: how many there are, and how many of them have no id of the bank. */
  readonly alike: ReadonlyMap<string, { readonly all: number; readonly keyless: number }>
}

async function withoutDuplicates(
  db: Db,
  ledger: Ledger,
  {
    transactionAccount,
    records,
    session,
  }: { transactionAccount: number; records: readonly DatedRecord[]; session: SessionChange },
): Promise<DatedRecord[]> {
  const known = await knownOf(db, ledger, { transactionAccount, records })
  const keys = new Set(known.keys)
  // what earlier batches of this import added is in the ledger by now, and must not count as there before
  const before = new Map<string, number>()
  return records.filter((dated) => {
    const { record, day } = dated
    const key = clean(record.bankId, stringLimit)
    if (key !== null && keys.has(key)) return false
    if (key !== null) keys.add(key)
    const likeness = `${transactionAccount} ${likenessOf(day, record.amount, clean(record.payee, stringLimit) ?? '?')}`
    const { seen, added } = session.likeness(likeness)
    const found = known.alike.get(likeness)
    const present = before.get(likeness) ?? (key === null ? (found?.all ?? 0) - added : (found?.keyless ?? 0))
    before.set(likeness, present)
    const isThere = seen < present
    session.alike.set(likeness, { seen: seen + 1, added: added + (isThere ? 0 : 1) })
    return !isThere
  })
}

async function knownOf(
  db: Db,
  { owner }: Ledger,
  { transactionAccount, records }: { transactionAccount: number; records: readonly DatedRecord[] },
): Promise<Known> {
  const ofTransactionAccount = db
    .selectFrom('personal_finance_transactions')
    .where('owner', '=', owner)
    .where('transaction_account_id', '=', transactionAccount)
  const wanted = records.flatMap(({ record }) => clean(record.bankId, stringLimit) ?? [])
  const keys =
    wanted.length === 0
      ? []
      : await ofTransactionAccount.select('import_key').where('import_key', 'in', wanted).execute()
  const days = [...new Set(records.map(({ day }) => day))]
  const rows = await ofTransactionAccount
    .select(['date', 'amount', 'original_payee', 'import_key'])
    .where('date', 'in', days)
    .execute()
  const alike = new Map<string, { all: number; keyless: number }>()
  for (const row of rows) {
    const likeness = `${transactionAccount} ${likenessOf(row.date, row.amount, row.original_payee)}`
    const { all, keyless } = alike.get(likeness) ?? { all: 0, keyless: 0 }
    alike.set(likeness, { all: all + 1, keyless: keyless + (row.import_key === null ? 1 : 0) })
  }
  return { keys: new Set(keys.flatMap((row) => row.import_key ?? [])), alike }
}

function likenessOf(day: string, amount: number, payee: string): string {
  return `${day} ${amount} ${foldForSearch(payee)}`
}

/** Finds the account by number or else by name, in the same currency; creates it when there is none. */
async function findAccount(
  db: Db,
  ledger: Ledger,
  { account, session, plans }: { account: StatementAccount; session: SessionChange; plans: AccountPlans },
): Promise<FoundAccount> {
  const known = session.account(account.key)
  if (known) return known
  const currency = account.currency ?? ledger.user.base_currency
  const named = foldForSearch(titleOf(account))
  const number = plainNumber(account.number)
  const found = (await readTransactionAccounts(db, ledger)).find(
    ({ row, account: { title, currency: kept } }) =>
      (account.currency === undefined || kept === account.currency) &&
      (number === '' ? [row.name, title].map(foldForSearch).includes(named) : plainNumber(row.number) === number),
  )
  const transactionAccount = found?.row.id ?? (await createAccount(db, ledger, plans, { ...account, currency }))
  const made = { transactionAccount, created: !found }
  session.accounts.set(account.key, made)
  if (!found) session.created++
  return made
}

/** The title of an account, also when the file has only its number, or nothing. */
function titleOf({ title, number }: StatementAccount): string {
  return clean(title ?? (number === undefined ? undefined : `Account ${number}`), stringLimit) ?? 'Imported'
}

/** Banks write the number of an account with and without spaces and dashes. */
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
    title: clean(account.institution, stringLimit) ?? 'Imported',
    currency,
  })
  const { transactionAccount } = await addAccount(db, ledger, plans, {
    title,
    currency,
    type,
    institutionId,
    number: clean(number, stringLimit) ?? undefined,
  })
  return transactionAccount
}

async function institutionFor(db: Db, ledger: Ledger, order: { title: string; currency: string }): Promise<number> {
  const rows = db.selectFrom('personal_finance_institutions').select(['id', 'title']).where('owner', '=', ledger.owner)
  const found = (await rows.orderBy('id').execute()).find(
    (row) => foldForSearch(row.title) === foldForSearch(order.title),
  )
  return found?.id ?? (await addInstitution(db, ledger, order)).id
}

/**
 * Sets the start of accounts that the import created: the day of their first transaction, and the starting balance that
 * leads to the balance stated by the bank. Other accounts keep theirs.
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
