// Calls of agents with an idempotency key; and the provider of a call that waits for a person.
import type { Migration } from '../migrate.ts'

const repeatedCalls: Migration = {
  name: '0012-repeated-calls',
  async up(db) {
    await db.schema
      .createTable('repeated_calls')
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('idempotency_key', 'text', (column) => column.notNull())
      .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('digest', 'text', (column) => column.notNull())
      .addColumn('claimed_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('result', 'text')
      .addColumn('size', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('repeated_calls_key', ['key_id', 'idempotency_key'])
      .execute()
    await db.schema.createIndex('repeated_calls_account').on('repeated_calls').column('account_id').execute()
    await db.schema.createIndex('repeated_calls_expiry').on('repeated_calls').column('expires_at').execute()
    await db.schema.alterTable('waiting_calls').addColumn('provider', 'text').execute()
  },
}

export default repeatedCalls
