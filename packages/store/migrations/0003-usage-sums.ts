// Calls by hour, listing and provider, of each account and of all accounts together, so that a report reads sums
// instead of every key, endpoint and status ever used.
import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

const usageSums: Migration = {
  name: '0003-usage-sums',
  async up(db) {
    await db.schema
      .createTable('usage_sums')
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('bucket', 'bigint', (column) => column.notNull())
      .addColumn('listing', 'text', (column) => column.notNull())
      .addColumn('provider', 'text', (column) => column.notNull())
      .addColumn('calls', 'bigint', (column) => column.notNull())
      .addColumn('failed', 'bigint', (column) => column.notNull())
      .addColumn('bytes_in', 'bigint', (column) => column.notNull())
      .addColumn('bytes_out', 'bigint', (column) => column.notNull())
      .addColumn('ms_total', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('usage_sums_pk', ['account_id', 'bucket', 'listing', 'provider'])
      .execute()
    const sums = sql`sum(calls), sum(case when status >= 400 then calls else 0 end), sum(bytes_in), sum(bytes_out), sum(ms_total)`
    await sql`insert into usage_sums
      select account_id, bucket, listing, provider, ${sums} from usage group by account_id, bucket, listing, provider`.execute(
      db,
    )
    await sql`insert into usage_sums
      select '*', bucket, listing, provider, sum(calls), sum(failed), sum(bytes_in), sum(bytes_out), sum(ms_total)
      from usage_sums group by bucket, listing, provider`.execute(db)
  },
}

export default usageSums
