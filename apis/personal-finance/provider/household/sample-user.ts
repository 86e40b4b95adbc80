// The sample household, stored once for all users. A user reads the shared copy until the first change, which copies
// it.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tables } from '../../tables.ts'
import type { Db, Kit, User } from '../ledger.ts'
import { createHousehold } from './creation.ts'
import { sampleScenarios, sampleSeries } from './plans.ts'
import * as records from './records.ts'
import { sampleTransactions } from './transactions.ts'

/** All tables of a household but its user, each after the tables that it references. */
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
  'personal_finance_scenarios',
  'personal_finance_series',
  'personal_finance_series_exceptions',
  'personal_finance_attachments',
  'personal_finance_attachment_files',
  'personal_finance_assignments',
]

/** Age at which an incomplete household counts as abandoned; storing one takes a second or two. */
const abandonedAfterMs = 3_600_000

/** Name of the shared household, computed on first use. */
let owner: string | undefined

/**
 * Returns the owner of the shared household; ids of accounts have no spaces. It depends on the records, so that users
 * of an earlier version keep their records. The generated attachments (files.ts) do not count.
 */
export function sharedOwner(): string {
  owner ??= `sample household ${digest()}`
  return owner
}

function digest(): string {
  const content = [records, sampleTransactions(), sampleScenarios('', records.createdAt), sampleSeries()]
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 12)
}

/**
 * Creates the user of an account, who reads the shared household, unless the user exists. It must not run in a
 * transaction.
 */
type CreateUser = (account: string) => Promise<void>

/**
 * Creates the store of sample users. Several processes can store the household at once, each under another name. The
 * first to finish publishes its copy, by a user with the common name; the others remove theirs.
 */
export function createSampleUsers({ db, now, random }: Pick<Kit, 'db' | 'now' | 'random'>): CreateUser {
  let storing: Promise<User> | undefined

  /** Stores the household once for all waiting calls. */
  function storeOnce(): Promise<User> {
    storing ??= store().finally(() => {
      storing = undefined
    })
    return storing
  }

  async function store(): Promise<User> {
    await removeAbandoned(db, now())
    const owner = `${sharedOwner()} ${random.bytes(9).toString('base64url')}`
    await createHousehold(db, owner, now())
    const stored = await userOf(db, owner)
    await db
      .insertInto('personal_finance_users')
      .values({ ...stored, owner: sharedOwner(), shared_household: owner })
      .onConflict((conflict) => conflict.column('owner').doNothing())
      .execute()
    const published = await userOf(db, sharedOwner())
    if (published.shared_household !== owner) await removeHousehold(db, owner)
    return published
  }

  return async (account) => {
    const shared = (await findUser(db, sharedOwner())) ?? (await storeOnce())
    await db
      .insertInto('personal_finance_users')
      .values({
        ...shared,
        owner: account,
        last_activity_at: now(),
        // an earlier version stored the household under the common name
        shared_household: shared.shared_household ?? shared.owner,
      })
      .onConflict((conflict) => conflict.column('owner').doNothing())
      .execute()
  }
}

/** Prevents additions to the household (sample-days.ts) until the transaction ends. */
export async function lockHousehold(db: Db, owner: string): Promise<void> {
  const own = db.updateTable('personal_finance_users').set((user) => ({ revision: user('revision', '+', 1) }))
  await own.where('owner', '=', owner).execute()
}

function findUser(db: Db, owner: string): Promise<User | undefined> {
  return db.selectFrom('personal_finance_users').selectAll().where('owner', '=', owner).executeTakeFirst()
}

async function userOf(db: Db, owner: string): Promise<User> {
  const user = await findUser(db, owner)
  if (!user) throw new Error('a sample household that was just stored is missing')
  return user
}

/** Removes incomplete households of killed processes. */
async function removeAbandoned(db: Db, now: number): Promise<void> {
  const abandoned = await db
    .selectFrom('personal_finance_users as one')
    .select('owner')
    .where('owner', 'like', 'sample household % %')
    .where('last_activity_at', '<', now - abandonedAfterMs)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('personal_finance_users as other')
            .select('other.owner')
            .whereRef('other.shared_household', '=', 'one.owner'),
        ),
      ),
    )
    .execute()
  for (const { owner } of abandoned) await removeHousehold(db, owner)
}

async function removeHousehold(db: Db, owner: string): Promise<void> {
  for (const table of [...copiedTables, 'personal_finance_users'] as const)
    await db.deleteFrom(table).where('owner', '=', owner).execute()
}

/**
 * Copies the shared household to a user who still reads it; the copy no longer grows. Requires the lock of the user's
 * row.
 */
export async function copySharedHousehold(db: Db, user: User): Promise<User> {
  const { owner, shared_household: shared } = user
  if (shared === null) return user
  await lockHousehold(db, shared)
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
