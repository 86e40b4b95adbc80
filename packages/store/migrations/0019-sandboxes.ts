// Sandboxes of accounts (sandboxes.ts), their snapshots, fault rules and journals, and the keys that belong to one.
import type { Migration } from '../migrate.ts'

const sandboxes: Migration = {
  name: '0019-sandboxes',
  async up(db) {
    await db.schema
      .createTable('sandboxes')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('home', 'text', (column) => column.notNull())
      .addColumn('seed', 'text', (column) => column.notNull())
      .addColumn('begins_at', 'bigint')
      .addColumn('generation', 'integer', (column) => column.notNull())
      .addColumn('openings', 'integer', (column) => column.notNull())
      .addColumn('clock', 'text', (column) => column.notNull())
      .addColumn('has_faults', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('used_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('sandboxes_name', ['account_id', 'name'])
      .execute()
    await db.schema
      .createTable('sandbox_snapshots')
      .addColumn('sandbox_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('generation', 'integer', (column) => column.notNull())
      .addColumn('openings', 'integer', (column) => column.notNull())
      .addColumn('clock', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('sandbox_snapshots_key', ['sandbox_id', 'name'])
      .execute()
    await db.schema
      .createTable('sandbox_faults')
      .addColumn('sandbox_id', 'text', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('rule', 'text', (column) => column.notNull())
      .addColumn('matched', 'bigint', (column) => column.notNull())
      .addColumn('applied', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('sandbox_faults_key', ['sandbox_id', 'position'])
      .execute()
    await db.schema
      .createTable('sandbox_requests')
      .addColumn('sandbox_id', 'text', (column) => column.notNull())
      .addColumn('number', 'bigint', (column) => column.notNull())
      .addColumn('entry', 'text', (column) => column.notNull())
      .addColumn('bytes', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('sandbox_requests_key', ['sandbox_id', 'number'])
      .execute()
    await db.schema.alterTable('gateway_keys').addColumn('sandbox', 'text').execute()
  },
}

export default sandboxes
