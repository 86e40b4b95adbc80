// Adds to sentences the number of their import, and to each book that of its visible one, so that a long book can be
// written in many transactions and replaced as a whole.
import { sql } from 'kysely'
import type { ProviderKit } from '#define'

/** Table names are strings: the types of later versions must not change this migration. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']

export default {
  async up(db: Db): Promise<void> {
    await db.schema
      .alterTable('author_sentences_state')
      .addColumn('imports', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await sql`update author_sentences_state set imports = revision`.execute(db)
    await db.schema
      .alterTable('author_sentences_books')
      .addColumn('import', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema
      .createTable('author_sentences_begun')
      .addColumn('import', 'integer', (column) => column.primaryKey())
      .addColumn('place', 'integer', (column) => column.notNull())
      .execute()
    await db.schema.alterTable('author_sentences_sentences').renameTo('author_sentences_before_imports').execute()
    await db.schema
      .createTable('author_sentences_sentences')
      .addColumn('place', 'integer', (column) => column.notNull())
      .addColumn('import', 'integer', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('author_sentences_sentences_by_import', ['place', 'import'])
      .execute()
    await sql`insert into author_sentences_sentences (place, import, id, text)
      select place, 0, id, text from author_sentences_before_imports`.execute(db)
    await db.schema.dropTable('author_sentences_before_imports').execute()
    await db.schema
      .createIndex('author_sentences_sentences_by_id')
      .on('author_sentences_sentences')
      .column('id')
      .execute()
  },
}
