// Creates the tables of account usage and submitted images.
import type { ProviderKit } from '#define'

/** Table names are strings, so that later changes of the types cannot change this migration. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

export default {
  async up(db: Db): Promise<void> {
    await db.schema
      .createTable('background_removal_accounts')
      .addColumn('account', 'text', (column) => column.primaryKey())
      .addColumn('month', 'text', (column) => column.notNull())
      .addColumn('free_calls_used', 'integer', (column) => column.notNull())
      .addColumn('subscription_used', 'integer', (column) => column.notNull())
      .addColumn('payg_used', 'integer', (column) => column.notNull())
      .addColumn('enterprise_used', 'integer', (column) => column.notNull())
      .addColumn('minute', 'integer', (column) => column.notNull())
      .addColumn('megapixels', 'integer', (column) => column.notNull())
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('submissions', 'integer', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('background_removal_submissions')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('file_name', 'text', (column) => column.notNull())
      .addColumn('tag', 'text', (column) => column.notNull())
      .addColumn('bytes', 'integer', (column) => column.notNull())
      .addColumn('width', 'integer', (column) => column.notNull())
      .addColumn('height', 'integer', (column) => column.notNull())
      .addColumn('sha256', 'text', (column) => column.notNull())
      .addColumn('at_ms', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('background_removal_submissions_by_time')
      .on('background_removal_submissions')
      .columns(['at_ms'])
      .execute()
  },
}
