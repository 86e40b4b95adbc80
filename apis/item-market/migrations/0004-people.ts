// Tracked inventories, and their daily values.
import type { ProviderKit } from '#define'

/** Table names are strings: the types of later versions must not change what this migration does. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

export default {
  async up(db: Db): Promise<void> {
    await db.schema
      .createTable('item_market_tracked')
      .addColumn('steam_id', 'text', (column) => column.notNull())
      .addColumn('game', 'text', (column) => column.notNull())
      .addColumn('since', 'text', (column) => column.notNull())
      .addColumn('asked_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('item_market_tracked_pk', ['steam_id', 'game'])
      .execute()
    await db.schema
      .createIndex('item_market_tracked_by_asked')
      .on('item_market_tracked')
      .columns(['asked_at', 'steam_id'])
      .execute()
    await db.schema
      .createTable('item_market_inventory_days')
      .addColumn('steam_id', 'text', (column) => column.notNull())
      .addColumn('game', 'text', (column) => column.notNull())
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('units', 'bigint', (column) => column.notNull())
      .addColumn('items', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('item_market_inventory_days_pk', ['steam_id', 'game', 'day'])
      .execute()
  },
}
