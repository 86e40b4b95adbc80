// Writes the records of a statement into the ledger: finds or makes their accounts, leaves out what is there already, lets the rules
// choose categories. All functions run inside `changeWorld`.
import { sql } from 'kysely'
import { addAccount } from '../ledger/accounts/handlers.ts'
import { readSides } from '../ledger/accounts/transaction-accounts.ts'
import { type Categorise, categoriser } from '../ledger/categories/rules.ts'
import { readTree } from '../ledger/categories/tree.ts'
import { addInstitution } from '../ledger/institutions/handlers.ts'
import { addTransactions, type TransactionFacts } from '../ledger/transactions/store.ts'
import type { Db, World } from '../ledger.ts'
import { amountLimit } from '../money.ts'
import { accountPlans } from '../plans/scenarios/account-plans.ts'
import { noteLimit, textLimit } from '../reading.ts'
import { foldText } from '../search-text.ts'
import { type DateOrder, dayIn } from './dates.ts'
import type { FoundAccount, Session, SessionChange } from './session.ts'
import type { StatementAccount, StatementBalance, StatementRecord } from './statement.ts'

export interface DatedRecord {
  readonly record: StatementRecord
  readonly day: string
}

/** Adds what is not there yet; returns the session's change. */
export async function writeRecords(
  db: Db,
  world: World,
  { records, session }: { records: readonly DatedRecord[]; session: SessionChange },
): Promise<SessionChange> {
  const bySide = new Map<number, DatedRecord[]>()
  for (const dated of records) {
    const { side } = await findAccount(db, world, { account: dated.record.account, session })
    const list = bySide.get(side)
    if (list) list.push(dated)
    else bySide.set(side, [dated])
  }
  const categorise = await chooser(db, world)
  for (const [side, own] of bySide) {
    const fresh = await withoutDuplicates(db, world, { side, records: own, session })
    const list = fresh.map((dated) => ({ facts: factsOf(dated, { side, world, categorise }), labels: [] }))
    await addTransactions(db, world, list)
    session.added += fresh.length
    session.duplicates += own.length - fresh.length
  }
  return session
}

/** The category that the file names, where there is one of that title, else what the rules say. */
async function chooser(db: Db, world: World): Promise<(record: StatementRecord) => number | null> {
  const tree = await readTree(db, world)
  const byTitle = new Map(tree.rows.map((row) => [foldText(row.title), row.id]))
  const byRule: Categorise = await categoriser(db, world)
  return ({ category, payee }) => byTitle.get(foldText(category ?? '')) ?? byRule(payee) ?? null
}

function factsOf(
  { record, day }: DatedRecord,
  context: { side: number; world: World; categorise: (record: StatementRecord) => number | null },
): TransactionFacts {
  const payee = clean(record.payee, textLimit) ?? '?'
  return {
    transaction_account_id: context.side,
    payee,
    original_payee: payee,
    date: day,
    amount: record.amount,
    category_id: context.categorise(record),
    is_transfer: record.isTransfer ? 1 : null,
    needs_review: context.world.user.is_reviewing_transactions,
    status: 'posted',
    note: null,
    memo: clean(record.memo, noteLimit),
    cheque_number: clean(record.chequeNumber, textLimit),
    upload_source: 'file',
    import_key: clean(record.bankId, textLimit),
  }
}

function clean(text: string | undefined, limit: number): string | null {
  return text?.replaceAll('\0', '').trim().slice(0, limit) || null
}

interface Known {
  /** Ids of the bank. */
  readonly keys: ReadonlySet<string>
  /** How many transactions there are of a day, amount and payee: all of them, and those without an id of the bank. */
  readonly alike: ReadonlyMap<string, { readonly all: number; readonly keyless: number }>
}

async function withoutDuplicates(
  db: Db,
  world: World,
  { side, records, session }: { side: number; records: readonly DatedRecord[]; session: SessionChange },
): Promise<DatedRecord[]> {
  const known = await knownOf(db, world, { side, records })
  const keys = new Set(known.keys)
  // what this import has added itself in earlier batches is in the ledger by now, and stands for itself
  const before = new Map<string, number>()
  return records.filter((dated) => {
    const { record, day } = dated
    const key = clean(record.bankId, textLimit)
    if (key !== null && keys.has(key)) return false
    if (key !== null) keys.add(key)
    const likeness = `${side} ${likenessOf(day, record.amount, clean(record.payee, textLimit) ?? '?')}`
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
  { owner }: World,
  { side, records }: { side: number; records: readonly DatedRecord[] },
): Promise<Known> {
  const ofSide = db
    .selectFrom('personal_finance_transactions')
    .where('owner', '=', owner)
    .where('transaction_account_id', '=', side)
  const wanted = records.flatMap(({ record }) => clean(record.bankId, textLimit) ?? [])
  const keys = wanted.length === 0 ? [] : await ofSide.select('import_key').where('import_key', 'in', wanted).execute()
  const days = [...new Set(records.map(({ day }) => day))]
  const rows = await ofSide
    .select(['date', 'amount', 'original_payee', 'import_key'])
    .where('date', 'in', days)
    .execute()
  const alike = new Map<string, { all: number; keyless: number }>()
  for (const row of rows) {
    const likeness = `${side} ${likenessOf(row.date, row.amount, row.original_payee)}`
    const { all, keyless } = alike.get(likeness) ?? { all: 0, keyless: 0 }
    alike.set(likeness, { all: all + 1, keyless: keyless + (row.import_key === null ? 1 : 0) })
  }
  return { keys: new Set(keys.flatMap((row) => row.import_key ?? [])), alike }
}

function likenessOf(day: string, amount: number, payee: string): string {
  return `${day} ${amount} ${foldText(payee)}`
}

/** By number, else by name, in the same currency; made where there is none. */
async function findAccount(
  db: Db,
  world: World,
  { account, session }: { account: StatementAccount; session: SessionChange },
): Promise<FoundAccount> {
  const known = session.account(account.key)
  if (known) return known
  const currency = account.currency ?? world.user.base_currency
  const named = foldText(titleOf(account))
  const number = plainNumber(account.number)
  const found = (await readSides(db, world)).find(
    ({ row, account: { title, currency: kept } }) =>
      (account.currency === undefined || kept === account.currency) &&
      (number === '' ? [row.name, title].map(foldText).includes(named) : plainNumber(row.number) === number),
  )
  const side = found?.row.id ?? (await makeAccount(db, world, { ...account, currency }))
  const made = { side, made: !found, currency }
  session.accounts.set(account.key, made)
  if (!found) session.made++
  return made
}

/** What an account is called that the file gives only a number, or nothing. */
function titleOf({ title, number }: StatementAccount): string {
  return clean(title ?? (number === undefined ? undefined : `Account ${number}`), textLimit) ?? 'Imported'
}

/** Banks write the number of one account with and without spaces and dashes. */
function plainNumber(text: string | null | undefined): string {
  return (text ?? '').replace(/[^0-9A-Za-z]/g, '').toLowerCase()
}

async function makeAccount(
  db: Db,
  world: World,
  account: StatementAccount & { readonly currency: string },
): Promise<number> {
  const { number, type = 'bank', currency } = account
  const title = titleOf(account)
  const institutionId = await institutionFor(db, world, {
    title: clean(account.institution, textLimit) ?? 'Imported',
    currency,
  })
  const { side } = await addAccount(db, world, accountPlans, {
    title,
    currency,
    type,
    institutionId,
    number: clean(number, textLimit) ?? undefined,
  })
  return side
}

async function institutionFor(db: Db, world: World, order: { title: string; currency: string }): Promise<number> {
  const rows = db.selectFrom('personal_finance_institutions').select(['id', 'title']).where('owner', '=', world.owner)
  const found = (await rows.orderBy('id').execute()).find((row) => foldText(row.title) === foldText(order.title))
  return found?.id ?? (await addInstitution(db, world, order)).id
}

/**
 * Accounts that the import has made begin with their first transaction; where the bank tells a balance, their starting balance is
 * what makes it come out. Accounts that were there keep theirs.
 */
export async function writeBalances(
  db: Db,
  world: World,
  { balances, session, order }: { balances: readonly StatementBalance[]; session: Session; order: DateOrder },
): Promise<void> {
  for (const [key, { side, made }] of session.accounts) {
    if (!made) continue
    const told = balances.find((one) => one.account.key === key)
    const day = told && dayIn(told.date, order)
    const { first, total } = await db
      .selectFrom('personal_finance_day_totals')
      .select([
        sql<string | null>`min(date)`.as('first'),
        sql<number>`coalesce(sum(case when date <= ${day ?? ''} then total else 0 end), 0)`.as('total'),
      ])
      .where('owner', '=', world.owner)
      .where('transaction_account_id', '=', side)
      .executeTakeFirstOrThrow()
    const balance = told && day !== undefined ? told.amount - total : 0
    if (first === null || Math.abs(balance) > amountLimit) continue
    await db
      .updateTable('personal_finance_transaction_accounts')
      .set({ starting_date: first, starting_balance: balance, start_moves: told && day !== undefined ? 0 : 1 })
      .where('owner', '=', world.owner)
      .where('id', '=', side)
      .execute()
  }
}
