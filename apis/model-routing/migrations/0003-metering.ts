// Budgets, their spent and held amounts, and the daily totals, which outlive the ledger's rows. The gateway creates the
// tables of budgets itself since its migration 0018.
import type { ProviderKit } from '#define'

/** Table names are strings: the types of later versions must not change what this migration does. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

export default {
  async up(db: Db): Promise<void> {
    await db.schema
      .createTable('model_routing_budgets')
      .ifNotExists()
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('model', 'text', (column) => column.notNull())
      .addColumn('per', 'text', (column) => column.notNull())
      .addColumn('period', 'text', (column) => column.notNull())
      .addColumn('amount', 'bigint', (column) => column.notNull())
      .addColumn('created_ms', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('model_routing_spent')
      .ifNotExists()
      .addColumn('budget', 'text', (column) => column.notNull())
      .addColumn('who', 'text', (column) => column.notNull())
      .addColumn('start_ms', 'bigint', (column) => column.notNull())
      .addColumn('held', 'bigint', (column) => column.notNull())
      .addColumn('spent', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('model_routing_spent_key', ['budget', 'who', 'start_ms'])
      .execute()
    await db.schema
      .createTable('model_routing_holds')
      .ifNotExists()
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('budget', 'text', (column) => column.notNull())
      .addColumn('who', 'text', (column) => column.notNull())
      .addColumn('start_ms', 'bigint', (column) => column.notNull())
      .addColumn('amount', 'bigint', (column) => column.notNull())
      .addColumn('at_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('model_routing_holds_key', ['id', 'budget'])
      .execute()
    await db.schema
      .createIndex('model_routing_holds_by_age')
      .ifNotExists()
      .on('model_routing_holds')
      .column('at_ms')
      .execute()
    await db.schema
      .createTable('model_routing_days')
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('model', 'text', (column) => column.notNull())
      .addColumn('calls', 'bigint', (column) => column.notNull())
      .addColumn('prompt', 'bigint', (column) => column.notNull())
      .addColumn('answer', 'bigint', (column) => column.notNull())
      .addColumn('cost', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('model_routing_days_key', ['account', 'key_id', 'day', 'model'])
      .execute()
    await db.schema.createIndex('model_routing_ledger_by_time').on('model_routing_ledger').column('at_ms').execute()
  },
}
