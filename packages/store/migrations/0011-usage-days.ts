// Sums of usage by day, which a job computes from the hours (usage-days.ts). Existing hours are only recorded here:
// their sums are computed later, in pieces, while the gateway runs.
import { type ColumnDefinitionBuilder, type CreateTableBuilder, sql } from 'kysely'
import type { Migration, MigrationDb } from '../migrate.ts'

const required = (column: ColumnDefinitionBuilder) => column.notNull()
const zero = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0)
const slots = Array.from({ length: 25 }, (_none, at) => `t${at}`)
const shared = ['listing', 'endpoint', 'provider', 'status', 'surface']

const usageDays: Migration = {
  name: '0011-usage-days',
  async up(db) {
    await days(db, 'usage_days', ['account_id', 'key_id', ...shared])
    await days(db, 'usage_endpoint_days', shared)
    await db.schema
      .createTable('usage_hours')
      .addColumn('bucket', 'bigint', (column) => column.primaryKey())
      .addColumn('writes', 'bigint', required)
      .addColumn('summed', 'bigint', zero)
      .execute()
    // the sums of all accounts cover every hour, in few rows
    await sql`insert into usage_hours (bucket, writes)
      select distinct bucket, 1 from usage_sums where account_id = '*'`.execute(db)
    await db.schema
      .createTable('usage_day_work')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('holder', 'text', required)
      .addColumn('held_until', 'bigint', required)
      .addColumn('bucket', 'bigint')
      .addColumn('version', 'bigint', required)
      .addColumn('after', 'text')
      .addColumn('clearing', 'bigint')
      .addColumn('cleared_at', 'bigint', required)
      .execute()
    await sql`insert into usage_day_work (id, holder, held_until, version, cleared_at)
      values (1, '', 0, 0, 0)`.execute(db)
  },
}

export default usageDays

async function days(db: MigrationDb, name: string, members: readonly string[]): Promise<void> {
  let table: CreateTableBuilder<string, string> = db.schema.createTable(name).addColumn('bucket', 'bigint', required)
  for (const member of members) table = table.addColumn(member, member === 'status' ? 'integer' : 'text', required)
  for (const sum of ['calls', 'bytes_in', 'bytes_out', 'ms_total']) table = table.addColumn(sum, 'bigint', required)
  // a day of calls can exceed the four bytes of a PostgreSQL integer
  for (const slot of slots) table = table.addColumn(slot, 'bigint', required)
  await table.addPrimaryKeyConstraint(`${name}_pk`, ['bucket', ...members]).execute()
}
