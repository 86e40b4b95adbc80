// A database with two million rows of usage, like that of a busy installation after months.
import { sql } from 'kysely'
import { openDatabase } from '../../packages/gateway/src/start/open-database.ts'

const silent = { info() {}, warn() {}, error() {} }

/** Creates the database in the data folder and fills it: 20 days, 100 accounts, 42 rows an hour each. */
export async function fillUsage(dataDir: string): Promise<void> {
  const store = await openDatabase({ url: undefined, dataDir, connections: 10 }, silent as never)
  const hour = Math.floor(Date.now() / 3_600_000)
  for (let day = 0; day < 20; day++)
    await sql`
      with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < 100799)
      insert into usage (bucket, account_id, key_id, listing, endpoint, provider, status, surface, calls, bytes_in, bytes_out, ms_total)
      select (${hour} - ${day} * 24 - n % 24) * 3600000, 'acc_' || (n / 24 % 100), 'key_' || (n / 2400 % 3),
        'listing-' || (n / 7200 % 7), 'endpoint', 'live', 200 + n / 50400 * 200, 'http', 10, 1000, 20000, 500
      from numbers`.execute(store.db)
  // the sums that the gateway keeps beside them
  const names = sql.raw('bucket, listing, provider, calls, failed, bytes_in, bytes_out, ms_total')
  const sums = sql`sum(calls), sum(case when status >= 400 then calls else 0 end), sum(bytes_in), sum(bytes_out), sum(ms_total)`
  await sql`insert into usage_sums (account_id, ${names}) select account_id, bucket, listing, provider, ${sums} from usage
    group by account_id, bucket, listing, provider`.execute(store.db)
  await sql`insert into usage_sums (account_id, ${names}) select '*', bucket, listing, provider, ${sums} from usage
    group by bucket, listing, provider`.execute(store.db)
  await sql`insert into usage_endpoints (bucket, listing, endpoint, provider, status, surface, calls, bytes_in, bytes_out, ms_total)
    select bucket, listing, endpoint, provider, status, surface, sum(calls), sum(bytes_in), sum(bytes_out), sum(ms_total) from usage
    group by bucket, listing, endpoint, provider, status, surface`.execute(store.db)
  await store.close()
}
