// Responses that later ones continue.
import type { ProviderKit } from '#define'

/** Table names are strings: the types of later versions must not change what this migration does. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

export default {
  async up(db: Db): Promise<void> {
    await db.schema
      .createTable('model_routing_responses')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('created_ms', 'bigint', (column) => column.notNull())
      .addColumn('response', 'text', (column) => column.notNull())
      .addColumn('items', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('model_routing_responses_of_account')
      .on('model_routing_responses')
      .columns(['account', 'created_ms'])
      .execute()
  },
}
