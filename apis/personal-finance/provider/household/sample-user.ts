// The sample household, stored once for all users. A user reads it there until the first change, which copies it.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tables } from '../../tables.ts'
import type { Db, User } from '../ledger.ts'
import { createHousehold } from './creation.ts'
import { sampleScenarios, sampleSeries } from './plans.ts'
import * as records from './records.ts'
import { sampleTransactions } from './transactions.ts'

/** Everything of a household but its user, each table after those that its rows refer to. */
export const copiedTables: readonly (keyof Tables)[] = [
  'personal_finance_institutions',
  'personal_finance_accounts',
  'personal_finance_transaction_accounts',
  'personal_finance_categories',
  'personal_finance_category_rules',
  'personal_finance_saved_searches',
  'personal_finance_transactions',
  'personal_finance_transaction_labels',
  'personal_finance_day_totals',
  'personal_finance_month_totals',
  'personal_finance_category_months',
  'personal_finance_wordings',
  'personal_finance_wording_words',
  'personal_finance_word_endings',
  'personal_finance_amount_endings',
  'personal_finance_scenarios',
  'personal_finance_series',
  'personal_finance_series_exceptions',
  'personal_finance_attachments',
  'personal_finance_attachment_files',
  'personal_finance_assignments',
]

/** Worked out on first use. */
let owner: string | undefined

/**
 * The owner of the shared household; no account has an id with spaces. A version with other records has another owner,
 * so that users of the earlier one keep what they saw. The drawings of attachments (files.ts) do not count.
 */
export function sharedOwner(): string {
  owner ??= `sample household ${digest()}`
  return owner
}

function digest(): string {
  const content = [records, sampleTransactions(), sampleScenarios('', records.createdAt), sampleSeries()]
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 12)
}

/** Creates a user who reads the shared household; does nothing when another call has just done so. In a transaction. */
export async function createSampleUser(
  db: Db,
  { owner, now }: { readonly owner: string; readonly now: number },
): Promise<void> {
  const shared = (await sharedUser(db)) ?? (await createHousehold(db, sharedOwner()).then(() => sharedUser(db)))
  if (!shared) throw new Error('the sample household that was just stored is missing')
  await db
    .insertInto('personal_finance_users')
    .values({ ...shared, owner, last_activity_at: now, shared_household: shared.owner })
    .onConflict((conflict) => conflict.column('owner').doNothing())
    .execute()
}

function sharedUser(db: Db): Promise<User | undefined> {
  return db.selectFrom('personal_finance_users').selectAll().where('owner', '=', sharedOwner()).executeTakeFirst()
}

/** Gives a user who still reads the shared household a copy. While the user's row is locked. */
export async function copySharedHousehold(db: Db, user: User): Promise<User> {
  const { owner, shared_household: shared } = user
  if (shared === null) return user
  for (const table of copiedTables) {
    const rows = db.selectFrom(table).selectAll().where('owner', '=', shared)
    const columns = Object.keys((await rows.limit(1).executeTakeFirst()) ?? {}).filter((name) => name !== 'owner')
    if (columns.length === 0) continue
    const names = sql.join(columns.map((name) => sql.ref(name)))
    await sql`
      insert into ${sql.table(table)} (owner, ${names})
      select cast(${owner} as text), ${names} from ${sql.table(table)} where owner = ${shared}`.execute(db)
  }
  const own = { shared_household: null }
  await db.updateTable('personal_finance_users').set(own).where('owner', '=', owner).execute()
  return { ...user, ...own }
}
