// Adds the number of the import to the rows, so that an import can be written in many transactions and published at
// once.
import { sql } from 'kysely'
import type { ProviderKit } from '#define'

/** Table names are strings: the types of later versions must not change what this migration does. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

export default {
  async up(db: Db): Promise<void> {
    await db.schema
      .createTable('exchange_rates_imports')
      .addColumn('import', 'integer', (column) => column.primaryKey())
      .execute()
    await db.insertInto('exchange_rates_imports').values({ import: 0 }).execute()
    await db.schema
      .alterTable('exchange_rates_state')
      .addColumn('imports', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await sql`update exchange_rates_state set imports = revision`.execute(db)
    await db.schema.alterTable('exchange_rates_days').renameTo('exchange_rates_before_imports').execute()
    await db.schema
      .createTable('exchange_rates_days')
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('rates', 'text', (column) => column.notNull())
      .addColumn('sample', 'integer', (column) => column.notNull())
      .addColumn('import', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('exchange_rates_days_by_import', ['day', 'import'])
      .execute()
    await sql`insert into exchange_rates_days (day, rates, sample, import) select day, rates, sample, 0 from exchange_rates_before_imports`.execute(
      db,
    )
    await db.schema.dropTable('exchange_rates_before_imports').execute()
  },
}
