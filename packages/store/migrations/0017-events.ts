// Events, what keeps each of them single, and their delivery to webhooks.
import { type ColumnDefinitionBuilder, sql } from 'kysely'
import type { Migration, MigrationDb } from '../migrate.ts'

const required = (column: ColumnDefinitionBuilder) => column.notNull()

const events: Migration = {
  name: '0017-events',
  runsWith: '0.2.0',
  async up(db, traits) {
    await db.schema
      .createTable('claims')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('at', 'bigint', required)
      .addColumn('expires_at', 'bigint', required)
      .execute()
    await db.schema.createIndex('claims_expiry').on('claims').column('expires_at').execute()
    await db.schema
      .createTable('events')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('at', 'bigint', required)
      .addColumn('type', 'text', required)
      .addColumn('account_id', 'text', (column) => column.references('accounts.id').onDelete('cascade'))
      .addColumn('data', 'text', required)
      .addColumn('sentence', 'text', required)
      .execute()
    await db.schema.createIndex('events_account').on('events').columns(['account_id', 'id']).execute()
    await db.schema
      .createTable('outages')
      .addColumn('process_id', 'text', required)
      .addColumn('listing', 'text', required)
      .addColumn('since', 'bigint', required)
      .addColumn('ended_at', 'bigint')
      .addPrimaryKeyConstraint('outages_pk', ['process_id', 'listing'])
      .execute()
    await createWebhooks(db, traits.bytesType)
  },
}

async function createWebhooks(db: MigrationDb, bytesType: 'blob' | 'bytea'): Promise<void> {
  await db.schema
    .createTable('webhooks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('url', 'text', required)
    .addColumn('events', 'text', required)
    .addColumn('format', 'text', (column) => column.notNull().check(sql`format in ('standard', 'slack')`))
    .addColumn('enabled', 'integer', required)
    .addColumn('disabled_because', 'text')
    .addColumn('secret_version', 'integer', required)
    .addColumn('sealed', bytesType, required)
    .addColumn('previous_sealed', bytesType)
    .addColumn('previous_until', 'bigint')
    .addColumn('failing_since', 'bigint')
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .execute()
  await db.schema.createIndex('webhooks_account').on('webhooks').columns(['account_id', 'id']).execute()
  await db.schema
    .createTable('deliveries')
    .addColumn('webhook_id', 'text', (column) => column.notNull().references('webhooks.id').onDelete('cascade'))
    .addColumn('event_id', 'text', (column) => column.notNull().references('events.id').onDelete('cascade'))
    .addColumn('state', 'text', (column) => column.notNull().check(sql`state in ('waits', 'delivered', 'failed')`))
    .addColumn('tries', 'integer', required)
    .addColumn('attempts', 'text', required)
    .addColumn('due_at', 'bigint', required)
    .addColumn('leased_until', 'bigint', required)
    .addPrimaryKeyConstraint('deliveries_pk', ['webhook_id', 'event_id'])
    .execute()
  await db.schema.createIndex('deliveries_due').on('deliveries').columns(['state', 'due_at']).execute()
  await db.schema.createIndex('deliveries_event').on('deliveries').column('event_id').execute()
}

export default events
