// Moves the words of an address into its row on PostgreSQL: a search then reads one disk page per result instead of one
// each for the words, the key and the address. A million addresses take about half a minute.
import { sql } from 'kysely'
import type { ProviderKit } from '#define'
import { isPostgres } from '#provider/sql'

type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

const table = 'address_lookup_addresses'
const old = `${table}_without_words`

export default {
  async up(db: Db): Promise<void> {
    if (!(await isPostgres(db))) return
    for (const statement of [
      `alter table ${table} rename to ${old}`,
      // a new table, because updating every row would leave the old ones as gaps
      `create table ${table} as
        select a.id, a.postcode, a.lat, a.lon, a.record, coalesce(w.words, ''::tsvector) as words
        from ${old} a left join address_lookup_words w on w.id = a.id order by a.id`,
      `drop table ${old}`,
      'drop table address_lookup_words',
      `alter table ${table} add constraint ${table}_pkey primary key (id)`,
      ...['postcode', 'record', 'words'].map((column) => `alter table ${table} alter ${column} set not null`),
      `create index ${table}_postcode on ${table} (postcode)`,
      `create index ${table}_position on ${table} (lat, lon)`,
      `create index ${table}_words on ${table} using gin (words)`,
      // starting parallel workers for a search costs more than the search
      `alter table ${table} set (parallel_workers = 0)`,
    ])
      await sql.raw(statement).execute(db)
  },
}
