// Creates trigrams of the vocabulary on SQLite. On PostgreSQL they are an index created outside of migrations, because
// the server can refuse the necessary extension.
import { sql } from 'kysely'
import type { ProviderKit } from '#define'
import { isPostgres } from '#provider/sql'

type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

export default {
  async up(db: Db): Promise<void> {
    if (await isPostgres(db)) {
      // starting parallel workers for a search costs more than the search
      await sql`alter table address_lookup_words set (parallel_workers = 0)`.execute(db)
      return
    }
    await sql`create virtual table address_lookup_trigrams using fts5(word, tokenize='trigram', detail=none)`.execute(
      db,
    )
    await sql`insert into address_lookup_trigrams (word) select word from address_lookup_vocabulary
      where length(word) >= 4 and word not glob '*[0-9_]*'`.execute(db)
  },
}
