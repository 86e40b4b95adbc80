// The operator's channels and settings, and answers cached for callers that request it.
import type { ProviderKit } from '#define'

/** Table names are strings: the types of later versions must not change what this migration does. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

export default {
  async up(db: Db): Promise<void> {
    await db.schema
      .createTable('model_routing_channels')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull().unique())
      .addColumn('facts', 'text', (column) => column.notNull())
      .addColumn('created_ms', 'bigint', (column) => column.notNull())
      .addColumn('updated_ms', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('model_routing_settings')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('updated_ms', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('model_routing_answers')
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('answer', 'text', (column) => column.notNull())
      .addColumn('made_ms', 'bigint', (column) => column.notNull())
      .addColumn('expires_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('model_routing_answers_key', ['account', 'hash'])
      .execute()
    await db.schema
      .createIndex('model_routing_answers_by_end')
      .on('model_routing_answers')
      .columns(['account', 'expires_ms'])
      .execute()
  },
}
