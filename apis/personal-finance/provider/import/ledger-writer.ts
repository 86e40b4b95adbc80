// Writes the records of a statement to the ledger: finds or creates their accounts, skips duplicates, and applies the
// category rules. It must run inside `withLock`.
import type { AccountPlans } from '../ledger/accounts/account-plans.ts'
import { categoriser } from '../ledger/categories/payee-rules.ts'
import { readTree } from '../ledger/categories/tree.ts'
import { addTransactions } from '../ledger/transactions/store.ts'
import type { Db, Ledger } from '../ledger.ts'
import { foldForSearch } from '../search-text.ts'
import { findAccount } from './accounts.ts'
import { detailsOf } from './details.ts'
import { type DatedRecord, withoutDuplicates } from './duplicates.ts'
import type { SessionChange } from './session.ts'
import type { StatementRecord } from './statement.ts'

/** Adds the records that are not duplicates, and returns the change of the session. */
export async function writeRecords(
  db: Db,
  ledger: Ledger,
  { records, session, plans }: { records: readonly DatedRecord[]; session: SessionChange; plans: AccountPlans },
): Promise<SessionChange> {
  const byTransactionAccount = new Map<number, DatedRecord[]>()
  for (const dated of records) {
    const { transactionAccount } = await findAccount(db, ledger, { account: dated.record.account, session, plans })
    const own = byTransactionAccount.get(transactionAccount)
    if (own) own.push(dated)
    else byTransactionAccount.set(transactionAccount, [dated])
  }
  const categorise = await categoryChooser(db, ledger)
  for (const [transactionAccount, own] of byTransactionAccount) {
    const added = await withoutDuplicates(db, ledger, { transactionAccount, records: own, session })
    const context = { transactionAccount, ledger, categorise }
    await addTransactions(
      db,
      ledger,
      added.map((dated) => ({ details: detailsOf(dated, context), labels: [] })),
    )
    session.added += added.length
    session.duplicates += own.length - added.length
  }
  return session
}

/** Returns a chooser of categories: the one named in the file if its title exists, else by the rules. */
async function categoryChooser(db: Db, ledger: Ledger): Promise<(record: StatementRecord) => number | null> {
  const tree = await readTree(db, ledger)
  const byTitle = new Map(tree.rows.map((row) => [foldForSearch(row.title), row.id]))
  const byRule = await categoriser(db, ledger)
  return ({ category, payee }) => byTitle.get(foldForSearch(category ?? '')) ?? byRule(payee) ?? null
}
