// Which records of a statement are already in the ledger: by the bank's id or, when either side has none, by day,
// amount and payee.
import type { Db, Ledger } from '../ledger.ts'
import { foldForSearch } from '../search-text.ts'
import { payeeOf, storedString } from './details.ts'
import type { SessionChange } from './session.ts'
import type { StatementRecord } from './statement.ts'

export interface DatedRecord {
  readonly record: StatementRecord
  readonly day: string
}
interface Existing {
  /** The bank's ids. */
  readonly keys: ReadonlySet<string>
  /** Transactions by day, amount and payee: how many there are, and how many of them have no bank id. */
  readonly counts: ReadonlyMap<string, { readonly all: number; readonly keyless: number }>
}

/** The records that are not in the ledger yet. Remembers all of them in the session. Inside `withLock`. */
export async function withoutDuplicates(
  db: Db,
  ledger: Ledger,
  {
    transactionAccount,
    records,
    session,
  }: { transactionAccount: number; records: readonly DatedRecord[]; session: SessionChange },
): Promise<DatedRecord[]> {
  const existing = await existingOf(db, ledger, { transactionAccount, records })
  const keys = new Set(existing.keys)
  // records that earlier batches of this import added are in the ledger by now, and must not count as duplicates
  const before = new Map<string, number>()
  return records.filter(({ record, day }) => {
    const key = storedString(record.bankId)
    if (key !== null && keys.has(key)) return false
    if (key !== null) keys.add(key)
    const likeness = `${transactionAccount} ${likenessOf(day, record.amount, payeeOf(record))}`
    const { existing: seen, added } = session.likeness(likeness)
    const { all, keyless } = existing.counts.get(likeness) ?? { all: 0, keyless: 0 }
    const present = before.get(likeness) ?? (key === null ? all - added : keyless)
    before.set(likeness, present)
    const isThere = seen < present
    session.alike.set(likeness, { existing: seen + 1, added: added + (isThere ? 0 : 1) })
    return !isThere
  })
}

async function existingOf(
  db: Db,
  { owner }: Ledger,
  { transactionAccount, records }: { transactionAccount: number; records: readonly DatedRecord[] },
): Promise<Existing> {
  const transactions = db
    .selectFrom('personal_finance_transactions')
    .where('owner', '=', owner)
    .where('transaction_account_id', '=', transactionAccount)
  const ids = records.flatMap(({ record }) => storedString(record.bankId) ?? [])
  const keys = ids.length === 0 ? [] : await transactions.select('import_key').where('import_key', 'in', ids).execute()
  const days = [...new Set(records.map(({ day }) => day))]
  const rows = await transactions
    .select(['date', 'amount', 'original_payee', 'import_key'])
    .where('date', 'in', days)
    .execute()
  const counts = new Map<string, { all: number; keyless: number }>()
  for (const row of rows) {
    const likeness = `${transactionAccount} ${likenessOf(row.date, row.amount, row.original_payee)}`
    const { all, keyless } = counts.get(likeness) ?? { all: 0, keyless: 0 }
    counts.set(likeness, { all: all + 1, keyless: keyless + (row.import_key === null ? 1 : 0) })
  }
  return { keys: new Set(keys.flatMap((row) => row.import_key ?? [])), counts }
}

function likenessOf(day: string, amount: number, payee: string): string {
  return `${day} ${amount} ${foldForSearch(payee)}`
}
