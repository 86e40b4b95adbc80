// Counts the transactions of each text, for the totals of large searches, and adds the text to the index by days, for
// scans of the newest transactions.
import { sql } from 'kysely'
import type { ProviderKit } from '#define'
import { isPostgres } from '#provider/sql'

/** Table names are strings: the types of later versions must not change what this migration does. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

const prefix = 'personal_finance_'
const transactions = `${prefix}transactions`
const wordings = `${prefix}wordings`
const count = sql`(
  select count(*) from ${sql.table(transactions)} as one where one.owner = wording.owner and one.wording = wording.key)`

export default {
  async up(db: Db): Promise<void> {
    await ((await isPostgres(db)) ? addColumn(db) : rebuildTable(db))
    await db.schema.dropIndex(`${transactions}_date`).execute()
    const listed = ['date', 'id', 'amount', 'category_id', 'needs_review', 'transaction_account_id', 'wording']
    await db.schema
      .createIndex(`${transactions}_date`)
      .on(transactions)
      .columns(['owner', ...listed])
      .execute()
  },
}

async function addColumn(db: Db): Promise<void> {
  await db.schema
    .alterTable(wordings)
    .addColumn('uses', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  // counts change often and no index has them: free space in the page of the row keeps the change there
  await sql`alter table ${sql.table(wordings)} set (fillfactor = 80)`.execute(db)
  await sql`update ${sql.table(wordings)} as wording set uses = ${count}`.execute(db)
}

/** Rebuilds the table as its own key, so that a scan of all texts of an owner is sequential. */
async function rebuildTable(db: Db): Promise<void> {
  const before = `${wordings}_before`
  await db.schema.alterTable(wordings).renameTo(before).execute()
  await db.schema
    .createTable(wordings)
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('uses', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint(`${wordings}_key`, ['owner', 'key'])
    .modifyEnd(sql`without rowid`)
    .execute()
  await sql`
    insert into ${sql.table(wordings)} (owner, key, text, uses)
    select owner, key, text, ${count} from ${sql.table(before)} as wording`.execute(db)
  await db.schema.dropTable(before).execute()
}
