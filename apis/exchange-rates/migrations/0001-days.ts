// The days of rates, and the revision of the data.
import type { ProviderKit } from '#define'

/** Table names are strings: the types of later versions must not change what this migration does. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

export default {
  async up(db: Db): Promise<void> {
    await db.schema
      .createTable('exchange_rates_days')
      .addColumn('day', 'text', (column) => column.primaryKey())
      .addColumn('rates', 'text', (column) => column.notNull())
      .addColumn('sample', 'integer', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('exchange_rates_state')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('revision', 'integer', (column) => column.notNull())
      .execute()
    await db.insertInto('exchange_rates_state').values({ id: 1, revision: 0 }).execute()
  },
}
