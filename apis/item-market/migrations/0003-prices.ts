// Prices: names, sources, the latest price of each item at each source, and its daily history.
import { sql } from 'kysely'
import type { ProviderKit } from '#define'
import { isPostgres } from '#provider/sql'

/** Table names are strings: the types of later versions must not change what this migration does. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

export default {
  async up(db: Db): Promise<void> {
    const postgres = await isPostgres(db)
    // On SQLite a key of several columns is the table itself if the table has no row ids: half the size, one search
    // instead of two.
    const clustered = postgres ? sql`` : sql`without rowid`
    await db.schema
      .createTable('item_market_names')
      .addColumn('id', 'integer', (column) =>
        postgres ? column.generatedByDefaultAsIdentity().primaryKey() : column.primaryKey().autoIncrement(),
      )
      .addColumn('game', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addUniqueConstraint('item_market_names_name', ['game', 'name'])
      .execute()
    await db.schema
      .createTable('item_market_sources')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('enabled', 'integer')
      .addColumn('snapshot', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('started', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('revision', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('attempted_ms', 'bigint')
      .addColumn('succeeded_ms', 'bigint')
      .addColumn('error', 'text')
      .addColumn('items', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema
      .createTable('item_market_current')
      .addColumn('source', 'integer', (column) => column.notNull())
      .addColumn('snapshot', 'integer', (column) => column.notNull())
      .addColumn('item', 'integer', (column) => column.notNull())
      .addColumn('price', 'bigint', (column) => column.notNull())
      .addColumn('quantity', 'integer')
      .addColumn('bid', 'bigint')
      .addColumn('volume', 'integer')
      .addColumn('median', 'bigint')
      .addColumn('odd', 'integer', (column) => column.notNull())
      .addColumn('at_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('item_market_current_key', ['source', 'snapshot', 'item'])
      .modifyEnd(clustered)
      .execute()
    const days = db.schema
      .createTable('item_market_days')
      .addColumn('item', 'integer', (column) => column.notNull())
      .addColumn('day', 'integer', (column) => column.notNull())
      .addColumn('source', 'integer', (column) => column.notNull())
      .addColumn('low', 'bigint', (column) => column.notNull())
      .addColumn('high', 'bigint', (column) => column.notNull())
      .addColumn('total', 'bigint', (column) => column.notNull())
      .addColumn('samples', 'integer', (column) => column.notNull())
      .addColumn('volume', 'integer', (column) => column.notNull())
    if (postgres) {
      await days.execute()
      // Days of an item are inserted one by one, so they are scattered over the table: a year of seven sources would be
      // 2,555 pages to read. In the key they are adjacent, with all their columns.
      await sql`alter table item_market_days add constraint item_market_days_key primary key (item, day, source)
        include (low, high, total, samples, volume)`.execute(db)
    } else
      await days
        .addPrimaryKeyConstraint('item_market_days_key', ['item', 'day', 'source'])
        .modifyEnd(clustered)
        .execute()
  },
}
