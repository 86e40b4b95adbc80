// Calls of agents that wait for a person.
import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

const waitingCalls: Migration = {
  name: '0009-waiting-calls',
  async up(db) {
    await db.schema
      .createTable('waiting_calls')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('operation', 'text', (column) => column.notNull())
      .addColumn('arguments', 'text', (column) => column.notNull())
      .addColumn('client', 'text')
      .addColumn('state', 'text', (column) => column.notNull().check(sql`state in ('waits', 'approved', 'declined')`))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('waiting_calls_account').on('waiting_calls').column('account_id').execute()
  },
}

export default waitingCalls
