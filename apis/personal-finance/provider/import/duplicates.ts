// Recognises records of a statement that are already in the ledger: by the bank's id with day and amount or, without an
// id, by day, amount and payee. Banks reuse ids, so an id of several transactions is ignored.
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
  /** Days and amounts by the bank's id. */
  readonly keys: ReadonlyMap<string, ReadonlySet<string>>
  /** Number of transactions by day, amount and payee, and how many of them have no bank id. */
  readonly counts: ReadonlyMap<string, { readonly all: number; readonly keyless: number }>
}

/**
 * Returns the records that are not in the ledger yet. Adds all of them to the session. It must run inside `withLock`.
 */
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
  const repeated = repeatedKeys(records, existing.keys)
  const keys = new Set(existing.keys.keys())
  // records added by earlier batches of this import are in the ledger by now, and must not count as duplicates
  const before = new Map<string, number>()
  return records.filter(({ record, day }) => {
    const stored = storedString(record.bankId)
    const key = stored !== null && repeated.has(stored) ? null : stored
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

/** Returns ids of several transactions, within the records or together with the ledger. */
function repeatedKeys(records: readonly DatedRecord[], existing: Existing['keys']): ReadonlySet<string> {
  const known = new Map([...existing].map(([key, one]) => [key, new Set(one)]))
  for (const { record, day } of records) {
    const key = storedString(record.bankId)
    if (key === null) continue
    const own = known.get(key)
    if (own) own.add(`${day} ${record.amount}`)
    else known.set(key, new Set([`${day} ${record.amount}`]))
  }
  return new Set([...known].flatMap(([key, one]) => (one.size > 1 ? key : [])))
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
  const known =
    ids.length === 0
      ? []
      : await transactions
          .select(['import_key', 'date', 'amount'])
          .distinct()
          .where('import_key', 'in', [...new Set(ids)])
          .execute()
  const keys = new Map<string, Set<string>>()
  for (const { import_key: key, date, amount } of known)
    if (key !== null) keys.set(key, (keys.get(key) ?? new Set()).add(`${date} ${amount}`))
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
  return { keys, counts }
}

function likenessOf(day: string, amount: number, payee: string): string {
  return `${day} ${amount} ${foldForSearch(payee)}`
}
