// Stores known texts by the hashes of e-mail addresses and user names, and the hashes without a known text.
import { sql } from 'kysely'
import type { ProviderKit } from '#define'
import { isPostgres } from '#provider/sql'

/** Table names are strings: the types of later versions must not change what this migration does. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

export default {
  async up(db: Db): Promise<void> {
    const postgres = await isPostgres(db)
    const [bytes, end, none] = postgres ? ['bytea', '', `''::bytea`] : ['blob', ' without rowid', `x''`]
    const statements = [
      `create table fraud_screening_texts (text ${bytes} not null primary key, hash ${bytes} not null,
        account text not null, used_at bigint not null)${end}`,
      'create index fraud_screening_texts_hash on fraud_screening_texts (hash)',
      'create index fraud_screening_texts_age on fraud_screening_texts (account, used_at)',
      `create table fraud_screening_hashes (account text not null, kind text not null, digest ${bytes} not null,
        seen_at bigint not null, primary key (account, kind, digest))${end}`,
      'create index fraud_screening_hashes_age on fraud_screening_hashes (account, kind, seen_at)',
      // the hash of a stored order can belong to any text: this matters to velocity for a day, to blacklists for as
      // long as they have entries
      `insert into fraud_screening_hashes (account, kind, digest, seen_at)
        select accounts.account, kinds.kind, ${none}, case when exists (select 1 from fraud_screening_blacklist
          where fraud_screening_blacklist.account = accounts.account) then ${Number.MAX_SAFE_INTEGER}
          else coalesce((select max(made_at) from fraud_screening_orders
            where fraud_screening_orders.account = accounts.account), 0) end
        from fraud_screening_accounts accounts, (select 'email' as kind union all select 'user' as kind) kinds`,
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
