// The texts of orders whose hashes are pending.
import { sql } from 'kysely'
import type { ProviderKit } from '#define'
import { isPostgres } from '#provider/sql'

/** Table names are strings: the types of later versions must not change what this migration does. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

export default {
  async up(db: Db): Promise<void> {
    const [bytes, end] = (await isPostgres(db)) ? ['bytea', ''] : ['blob', ' without rowid']
    const statements = [
      `create table fraud_screening_unhashed (text ${bytes} not null primary key, account text not null,
        kind text not null, first_round ${bytes} not null, made_at bigint not null)${end}`,
      'create index fraud_screening_unhashed_age on fraud_screening_unhashed (account, made_at)',
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
