// What each call used and cost.
import type { ProviderKit } from '#define'

/** Table names are strings: the types of later versions must not change what this migration does. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

export default {
  async up(db: Db): Promise<void> {
    await db.schema
      .createTable('model_routing_ledger')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('at_ms', 'bigint', (column) => column.notNull())
      .addColumn('endpoint', 'text', (column) => column.notNull())
      .addColumn('model', 'text', (column) => column.notNull())
      .addColumn('channel', 'text', (column) => column.notNull())
      .addColumn('upstream_model', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('ended', 'text', (column) => column.notNull())
      .addColumn('prompt', 'bigint', (column) => column.notNull())
      .addColumn('answer', 'bigint', (column) => column.notNull())
      .addColumn('cached_read', 'bigint', (column) => column.notNull())
      .addColumn('cached_write', 'bigint', (column) => column.notNull())
      .addColumn('reasoning', 'bigint', (column) => column.notNull())
      .addColumn('cost', 'text', (column) => column.notNull())
      .addColumn('counted', 'integer', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('model_routing_ledger_by_account')
      .on('model_routing_ledger')
      .columns(['account', 'at_ms'])
      .execute()
  },
}
