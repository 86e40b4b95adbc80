// A database with two million rows of usage, as a busy installation has after months.
import { sql } from 'kysely'
import { openDatabase } from '../../packages/gateway/src/open-database.ts'

const silent = { info() {}, warn() {}, error() {} }

/** Creates the database in the data folder and fills it: 20 days, 100 accounts, 42 rows an hour each. */
export async function fillUsage(dataDir: string): Promise<void> {
  const store = await openDatabase({ url: undefined, dataDir, connections: 10 }, silent as never)
  // as an earlier version left it: the migration at start computes the sums
  await sql`drop table usage_sums`.execute(store.db)
  await sql`drop table used_confirmations`.execute(store.db)
  await sql`alter table gateway_keys drop column agent`.execute(store.db)
  await sql`delete from migrations where name in ('core/0003-usage-sums', 'core/0004-agents')`.execute(store.db)
  const hour = Math.floor(Date.now() / 3_600_000)
  for (let day = 0; day < 20; day++)
    await sql`
      with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < 100799)
      insert into usage (bucket, account_id, key_id, listing, endpoint, provider, status, calls, bytes_in, bytes_out, ms_total)
      select (${hour} - ${day} * 24 - n % 24) * 3600000, 'acc_' || (n / 24 % 100), 'key_' || (n / 2400 % 3),
        'listing-' || (n / 7200 % 7), 'endpoint', 'live', 200 + n / 50400 * 200, 10, 1000, 20000, 500
      from numbers`.execute(store.db)
  await store.close()
}
