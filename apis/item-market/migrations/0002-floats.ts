// Items with known floats. One index serves ranks and the leaderboard, the other finds the least recently seen items.
import type { ProviderKit } from '#define'

/** Table names are strings: the types of later versions must not change what this migration does. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

export default {
  async up(db: Db): Promise<void> {
    await db.schema
      .createTable('item_market_floats')
      .addColumn('identity', 'text', (column) => column.primaryKey())
      .addColumn('asset_id', 'text')
      .addColumn('def_index', 'bigint', (column) => column.notNull())
      .addColumn('paint_index', 'bigint', (column) => column.notNull())
      .addColumn('stattrak', 'integer', (column) => column.notNull())
      .addColumn('souvenir', 'integer', (column) => column.notNull())
      .addColumn('wear', 'double precision', (column) => column.notNull())
      .addColumn('seed', 'bigint', (column) => column.notNull())
      .addColumn('owner', 'text')
      .addColumn('stickers_count', 'integer', (column) => column.notNull())
      .addColumn('certificate', 'text', (column) => column.notNull())
      .addColumn('first_seen', 'bigint', (column) => column.notNull())
      .addColumn('last_seen', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('item_market_floats_by_wear')
      .on('item_market_floats')
      .columns(['def_index', 'paint_index', 'stattrak', 'souvenir', 'wear', 'identity'])
      .execute()
    await db.schema
      .createIndex('item_market_floats_by_last_seen')
      .on('item_market_floats')
      .columns(['last_seen', 'identity'])
      .execute()
  },
}
