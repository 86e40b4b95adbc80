// Sums of categories per month, the basis of budgets over long periods; those of existing transactions are computed.
import { sql } from 'kysely'
import type { ProviderKit } from '#define'
import { isPostgres } from '#provider/sql'

/** Table names are strings: the types of later versions must not change what this migration does. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

const table = 'personal_finance_category_months'

export default {
  async up(db: Db): Promise<void> {
    const postgres = await isPostgres(db)
    const builder = db.schema
      .createTable(table)
      .addColumn('owner', 'text', (column) => column.notNull())
      .addColumn('transaction_account_id', 'bigint', (column) => column.notNull())
      .addColumn('date', postgres ? sql`text collate "C"` : 'text', (column) => column.notNull())
      .addColumn('category_id', 'bigint', (column) => column.notNull())
      .addColumn('credits', 'bigint', (column) => column.notNull())
      .addColumn('debits', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint(`${table}_key`, ['owner', 'transaction_account_id', 'date', 'category_id'])
      .addForeignKeyConstraint(
        `${table}_transaction_account_id`,
        ['owner', 'transaction_account_id'],
        'personal_finance_transaction_accounts',
        ['owner', 'id'],
        (foreign) => foreign.onDelete('cascade'),
      )
    await (postgres ? builder : builder.modifyEnd(sql`without rowid`)).execute()
    await sql`
      insert into ${sql.table(table)} (owner, transaction_account_id, date, category_id, credits, debits)
      select owner, transaction_account_id, substr(date, 1, 7), category_id,
        sum(case when amount > 0 then amount else 0 end), sum(case when amount < 0 then amount else 0 end)
      from personal_finance_transactions where category_id is not null
      group by owner, transaction_account_id, substr(date, 1, 7), category_id`.execute(db)
  },
}
