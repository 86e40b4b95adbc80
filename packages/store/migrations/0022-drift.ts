// Where answers of providers differ from their declarations (drift.ts).
import type { ColumnDefinitionBuilder } from 'kysely'
import type { Migration } from '../migrate.ts'

const required = (column: ColumnDefinitionBuilder) => column.notNull()

const drift: Migration = {
  name: '0022-drift',
  runsWith: '0.2.0',
  async up(db) {
    await db.schema
      .createTable('drift_endpoints')
      .addColumn('listing', 'text', required)
      .addColumn('endpoint', 'text', required)
      .addColumn('compared', 'bigint', required)
      .addColumn('cut', 'bigint', required)
      .addColumn('first_at', 'bigint', required)
      .addColumn('last_at', 'bigint', required)
      .addPrimaryKeyConstraint('drift_endpoints_pk', ['listing', 'endpoint'])
      .execute()
    await db.schema
      .createTable('drift_findings')
      .addColumn('listing', 'text', required)
      .addColumn('endpoint', 'text', required)
      .addColumn('kind', 'text', required)
      .addColumn('pointer', 'text', required)
      .addColumn('seen', 'text', required)
      .addColumn('declared', 'text', required)
      .addColumn('severity', 'text', required)
      .addColumn('count', 'bigint', required)
      .addColumn('first_at', 'bigint', required)
      .addColumn('last_at', 'bigint', required)
      .addPrimaryKeyConstraint('drift_findings_pk', ['listing', 'endpoint', 'kind', 'pointer', 'seen'])
      .execute()
    await db.schema.createIndex('drift_endpoints_seen').on('drift_endpoints').column('last_at').execute()
    await db.schema.createIndex('drift_findings_seen').on('drift_findings').column('last_at').execute()
  },
}

export default drift
