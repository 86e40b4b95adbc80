// Creates the catalogue: records from dumps, documents built from them, and the two word indexes.
import { type RawBuilder, sql } from 'kysely'
import type { ProviderKit } from '#define'
import { isPostgres } from '#provider/sql'

/** Table names are strings: the types of later versions must not change this migration. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

export default {
  async up(db: Db): Promise<void> {
    const postgres = await isPostgres(db)
    // strings must sort alike on both databases: by character, not by a server's locale
    const sortable = postgres ? sql`text collate "C"` : sql`text`
    await createRecords(db, sortable)
    await createAnswers(db, sortable)
    await createState(db)
    if (postgres) await createPostgresWords(db)
    else await createSqliteWords(db)
  },
}

async function createRecords(db: Db, sortable: RawBuilder<unknown>): Promise<void> {
  await db.schema
    .createTable('book_catalogue_works')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('record', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('book_catalogue_authors')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('record', 'text', (column) => column.notNull())
    .addColumn('doc', 'text', (column) => column.notNull())
    .addColumn('name', sortable, (column) => column.notNull())
    .addColumn('birth_year', 'integer')
    .addColumn('work_count', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('book_catalogue_editions')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('work_id', 'integer', (column) => column.notNull())
    .addColumn('record', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('book_catalogue_editions_work').on('book_catalogue_editions').column('work_id').execute()
  await db.schema
    .createTable('book_catalogue_credits')
    .addColumn('author_id', 'integer', (column) => column.notNull())
    .addColumn('work_id', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('book_catalogue_credits_key', ['author_id', 'work_id'])
    .execute()
  await db.schema.createIndex('book_catalogue_credits_work').on('book_catalogue_credits').column('work_id').execute()
}

async function createAnswers(db: Db, sortable: RawBuilder<unknown>): Promise<void> {
  await db.schema
    .createTable('book_catalogue_docs')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('doc', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('book_catalogue_ranks')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('popularity', 'double precision', (column) => column.notNull())
    .addColumn('edition_count', 'integer', (column) => column.notNull())
    .addColumn('first_year', 'integer')
    .addColumn('access', 'integer', (column) => column.notNull())
    .addColumn('pages', 'integer')
    .addColumn('scans', 'integer', (column) => column.notNull())
    .addColumn('title', sortable, (column) => column.notNull())
    .addColumn('ddc', sortable)
    .addColumn('lcc', sortable)
    .execute()
  for (const column of ['popularity', 'edition_count', 'first_year'])
    await db.schema.createIndex(`book_catalogue_ranks_${column}`).on('book_catalogue_ranks').column(column).execute()
}

async function createState(db: Db): Promise<void> {
  await db.schema
    .createTable('book_catalogue_stale')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('id', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('book_catalogue_stale_key', ['kind', 'id'])
    .execute()
  await db.schema
    .createTable('book_catalogue_imports')
    .addColumn('file', 'text', (column) => column.primaryKey())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('lines', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('book_catalogue_state')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('sample', 'integer', (column) => column.notNull())
    .execute()
  await db.insertInto('book_catalogue_state').values({ id: 1, revision: 0, sample: 0 }).execute()
}

/**
 * Creates the words on SQLite. They are folded in advance, so the tokenizer only has to split at spaces. Only the words
 * are stored.
 */
async function createSqliteWords(db: Db): Promise<void> {
  const options = `content='', contentless_delete=1, tokenize="ascii tokenchars '_'"`
  const work = 'title, subtitle, alt, author, alias, subject, person, place, time, publisher, contributor, keys'
  await sql.raw(`create virtual table book_catalogue_words using fts5(${work}, ${options})`).execute(db)
  await sql.raw(`create virtual table book_catalogue_names using fts5(name, alias, ${options})`).execute(db)
}

async function createPostgresWords(db: Db): Promise<void> {
  for (const table of ['book_catalogue_words', 'book_catalogue_names']) {
    await sql.raw(`create table ${table} (id integer primary key, words tsvector not null)`).execute(db)
    await sql.raw(`create index ${table}_gin on ${table} using gin (words)`).execute(db)
  }
}
