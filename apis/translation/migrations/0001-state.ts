// Creates the tables of usage, glossaries, style rules, spoken terms, translation memories with their jobs, and
// documents.
import { sql } from 'kysely'
import type { ProviderKit } from '#define'
import { isPostgres } from '#provider/sql'

/** Table names are strings, so that later changes of the types cannot change this migration. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

export default {
  async up(db: Db): Promise<void> {
    const bytes = (await isPostgres(db)) ? 'bytea' : 'blob'
    const create = (table: string, columns: string) =>
      sql.raw(`create table translation_${table} (${columns})`).execute(db)
    await create(
      'usage',
      `account text not null, month text not null, "key" text not null, product text not null,
      characters bigint not null, primary key (account, month, "key", product)`,
    )
    await create(
      'glossaries',
      `account text not null, id text not null, name text not null, created_at bigint not null, edited integer not null,
      primary key (account, id)`,
    )
    await create(
      'dictionaries',
      `glossary_id text not null, source text not null, target text not null, entries text not null,
      entry_count integer not null, version integer not null, primary key (glossary_id, source, target)`,
    )
    await create(
      'style_rules',
      `account text not null, id text not null, name text not null, language text not null, version integer not null,
      created_at bigint not null, updated_at bigint not null, rules text not null, instructions text not null,
      primary key (account, id)`,
    )
    await create(
      'spoken_terms',
      `account text not null, id text not null, name text not null, created_at bigint not null, lists text not null,
      primary key (account, id)`,
    )
    await create(
      'memories',
      `account text not null, id text not null, name text not null, source text not null, targets text not null,
      segment_count integer not null, created_at bigint not null, updated_at bigint not null, primary key (account, id)`,
    )
    await create(
      'segments',
      `memory_id text not null, number integer not null, source_text text not null, folded text not null,
      targets text not null, primary key (memory_id, number)`,
    )
    await create(
      'segment_keys',
      `memory_id text not null, "key" text not null, number integer not null, primary key (memory_id, "key", number)`,
    )
    await create(
      'jobs',
      `account text not null, id text not null primary key, operation text not null, status text not null,
      name text not null, content_type text, content_length bigint, memory_id text, skipped integer, error text,
      created_at bigint not null, updated_at bigint not null`,
    )
    await create(
      'documents',
      `account text not null, id text not null, key_hash text not null, paid_by text not null, status text not null,
      name text not null, request text not null, source ${bytes}, result ${bytes}, billed integer, error text,
      evaluation text, created_at bigint not null, updated_at bigint not null, primary key (account, id)`,
    )
  },
}
