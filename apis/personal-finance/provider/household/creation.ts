// Stores the sample household, which all new users share (sample-user.ts), in short transactions with pauses in
// between: SQLite has one writer at a time, and reservations of daily calls must not wait for a whole household. The
// first import of a user removes it (removal.ts).
import { createWriteSlices, inSlices, type WriteSlices } from '#provider/import'
import { isNetWorthType } from '../ledger/accounts/account-types.ts'
import { addAttachment } from '../ledger/attachments/store.ts'
import { recalculateCategories } from '../ledger/sums/category-months.ts'
import { recalculateTotals } from '../ledger/sums/totals.ts'
import { insertLabels, insertRows } from '../ledger/transactions/store.ts'
import type { Db } from '../ledger.ts'
import { unitsPerWhole } from '../money.ts'
import { addScenario } from '../plans/scenarios/store.ts'
import { insertSeries } from '../plans/series/store.ts'
import { type SampleFile, sampleFiles } from './files.ts'
import { sampleScenarios, sampleSeries } from './plans.ts'
import {
  accounts,
  categories,
  createdAt,
  firstDay,
  firstOwnId,
  institutions,
  rules,
  searches,
  user,
} from './records.ts'
import { eveningOf, lastSampleDay, type SampleTransaction, sampleTransactions } from './transactions.ts'

const stamps = { created_at: createdAt, updated_at: createdAt }

/** Stores a household for an unpublished owner: it must not be read until complete. Outside a transaction. */
export async function createHousehold(db: Db, owner: string, now: number): Promise<void> {
  const slices = createWriteSlices({ first: transactionsAtFirst })
  const store = (rows: number, write: (db: Db) => Promise<void>) =>
    slices.run(rows, () => db.transaction().execute(write))
  await createUser(db, owner, now)
  await store(accounts.length, (db) => createAccounts(db, owner))
  await store(categories.length, (db) => createCategories(db, owner))
  const list = sampleTransactions(lastSampleDay(now))
  await createTransactions(db, owner, { list, slices })
  await store(list.length, (db) => recalculateTotals(db, owner))
  await store(list.length, (db) => recalculateCategories(db, owner))
  await store(1, (db) => createPlans(db, owner))
  const files = sampleFiles()
  await store(files.length, (db) => createFiles(db, owner, files))
}

/** Size of the first batch: small, because its code has not run before. */
const transactionsAtFirst = 20

async function createUser(db: Db, owner: string, now: number): Promise<void> {
  await db
    .insertInto('personal_finance_users')
    .values({
      owner,
      ...user,
      beta_user: 0,
      week_start_day: 1,
      is_reviewing_transactions: 1,
      always_show_base_currency: 0,
      last_activity_at: now,
      revision: 0,
      next_id: firstOwnId,
      volume: 0,
      attached_bytes: 0,
      sample: 1,
      shared_household: null,
      ...stamps,
    })
    .execute()
}

async function createAccounts(db: Db, owner: string): Promise<void> {
  const ofOwner = { owner, ...stamps }
  await db
    .insertInto('personal_finance_institutions')
    .values(institutions.map((one) => ({ ...ofOwner, ...one })))
    .execute()
  await db
    .insertInto('personal_finance_accounts')
    .values(
      accounts.map(({ id, title, type, currency }, index) => {
        const is_net_worth = isNetWorthType(type) ? (1 as const) : (0 as const)
        return { ...ofOwner, id, title, type, currency, is_net_worth, position: index + 1 }
      }),
    )
    .execute()
  await db
    .insertInto('personal_finance_transaction_accounts')
    .values(
      accounts.map(({ id, transactionAccount, title, institution, number, balance }) => ({
        ...ofOwner,
        id: transactionAccount,
        account_id: id,
        institution_id: institution,
        name: title,
        number,
        starting_balance: balance * unitsPerWhole,
        starting_date: firstDay,
        start_moves: 0 as const,
      })),
    )
    .execute()
}

const plainCategory = { is_transfer: 0, is_bill: 0, roll_up: 0, refund_behaviour: null } as const

async function createCategories(db: Db, owner: string): Promise<void> {
  const ofOwner = { owner, ...stamps }
  await db
    .insertInto('personal_finance_categories')
    .values(categories.map((one) => ({ ...plainCategory, ...one, ...ofOwner })))
    .execute()
  await db
    .insertInto('personal_finance_category_rules')
    .values(rules.map((one) => ({ ...ofOwner, ...one })))
    .execute()
  await db
    .insertInto('personal_finance_saved_searches')
    .values(searches.map((one) => ({ ...ofOwner, ...one })))
    .execute()
}

async function createTransactions(
  db: Db,
  owner: string,
  { list, slices }: { readonly list: readonly SampleTransaction[]; readonly slices: WriteSlices },
): Promise<void> {
  for (const some of inSlices(list, slices))
    await slices.run(some.length, () => db.transaction().execute((db) => insertTransactions(db, owner, some)))
}

/** Inserts transactions without their derived sums. */
export async function insertTransactions(db: Db, owner: string, list: readonly SampleTransaction[]): Promise<void> {
  const transactions = list.map((one) => ({ row: rowOf(owner, one), labels: one.labels }))
  await insertRows(db, transactions)
  await insertLabels(db, owner, transactions)
}

function rowOf(owner: string, one: SampleTransaction) {
  const { id, transactionAccount, date, payee, originalPayee, cents, category, note, needsReview } = one
  const amount = (cents * unitsPerWhole) / 100
  const at = eveningOf(date)
  return {
    owner,
    id,
    transaction_account_id: transactionAccount,
    payee,
    original_payee: originalPayee,
    date,
    amount,
    category_id: category,
    is_transfer: null,
    needs_review: needsReview ? (1 as const) : (0 as const),
    status: 'posted',
    note,
    memo: null,
    // a string, as strict clients expect; the sample has no cheques
    cheque_number: '',
    upload_source: 'data_feed',
    import_key: null,
    created_at: at,
    updated_at: at,
  }
}

async function createPlans(db: Db, owner: string): Promise<void> {
  for (const scenario of sampleScenarios(owner, createdAt)) await addScenario(db, scenario)
  for (const series of sampleSeries()) await insertSeries(db, { owner, now: createdAt }, series)
}

async function createFiles(db: Db, owner: string, files: readonly SampleFile[]): Promise<void> {
  for (const { id, title, fileName, kind, original, variants, transactions } of files) {
    const row = { owner, id, title, file_name: fileName, kind, bytes: original.length, ...stamps }
    await addAttachment(db, row, { original, variants })
    for (const transaction_id of transactions)
      await db.insertInto('personal_finance_assignments').values({ owner, transaction_id, attachment_id: id }).execute()
  }
}
