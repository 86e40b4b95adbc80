// Access of agents through a key, and the confirmations that agents have used.
import type { Migration } from '../migrate.ts'

const agents: Migration = {
  name: '0004-agents',
  async up(db) {
    await db.schema
      .alterTable('gateway_keys')
      .addColumn('agent', 'text', (column) => column.notNull().defaultTo('read'))
      .execute()
    await db.schema
      .createTable('used_confirmations')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
  },
}

export default agents
